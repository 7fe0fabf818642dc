import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { parse } from "yaml";

import { isObject, type Json, type JsonObject } from "../support/json.ts";
import { compareDocuments } from "./document-changes.ts";

const usage = `Prints every difference between two OpenAPI documents, with its JSON path.

  npm run spec:compare -- <new>                  compares with the document of this project
  npm run spec:compare -- --to 3.5.1 <new>       compares with the document of that version
  npm run spec:compare -- <old> <new>            compares two documents

Each is a file or a URL of a participant, such as http://localhost:7575/docs/openapi.`;

/** Fields that this project writes in its own way. */
const ownFields = ["description", "summary", "title", "tags", "security", "servers", "license"];

const read = async (place: string): Promise<JsonObject> => {
  const text = /^https?:/u.test(place)
    ? await (await fetch(place)).text()
    : await readFile(place, "utf8");
  const document = parse(text, { logLevel: "silent" }) as Json;
  if (isObject(document) && "openapi" in document && isObject(document["paths"] ?? null)) {
    return document;
  }
  throw new TypeError(`${place} is not an OpenAPI document: it has no "openapi" and "paths".`);
};

const ownDocument = async (version: string): Promise<JsonObject> => {
  const { apiDocuments } = await import("../support/api-documents.ts");
  const [, documents] = apiDocuments.find(([each]) => each === version) ?? [];
  if (documents === undefined) {
    const known = apiDocuments.map(([each]) => each).join(", ");
    throw new RangeError(`There is no version ${version}. Known: ${known}.`);
  }
  const { paths, ...others } = documents.client;
  // A participant serves its documents at /docs, but its document does not contain these paths.
  const served = Object.entries(paths as JsonObject).filter(([path]) => !path.startsWith("/docs/"));
  return { ...others, paths: Object.fromEntries(served) };
};

const compare = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { to: { type: "string", default: "3.5" }, help: { type: "boolean" } },
    allowPositionals: true,
  });
  const [first, second] = positionals;
  if (first === undefined || values.help === true) return console.log(usage);
  const isOwn = second === undefined;
  const old = isOwn ? await ownDocument(values.to) : await read(first);
  const changes = compareDocuments(old, await read(second ?? first), isOwn ? ownFields : []);
  for (const [kind, lines] of Object.entries(changes) as [string, readonly string[]][]) {
    if (lines.length > 0) console.log(`${kind}:\n${lines.map((line) => `  ${line}\n`).join("")}`);
  }
  if (Object.values(changes).every(({ length }) => length === 0)) console.log("No difference.");
  if (isOwn) console.log(`\nNot compared: ${ownFields.join(", ")}.`);
};

try {
  await compare();
} catch (error) {
  const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
  console.error(`error: ${line}`);
  process.exitCode = 1;
}
