import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { parse } from "yaml";

import type { JsonObject } from "../support/json.ts";
import { type DocumentChanges, documentChanges } from "./document-changes.ts";

const usage = `Prints the differences between two OpenAPI documents as entries for spec/versions.yaml.

  npm run spec:compare -- <new>                  compares with the document of this project
  npm run spec:compare -- --to 3.5.1 <new>       compares with the document of that version
  npm run spec:compare -- <old> <new>            compares two documents, with their descriptions

Each is a file or a URL of a participant, such as http://localhost:7575/docs/openapi.`;

const read = async (place: string): Promise<JsonObject> => {
  const text = /^https?:/u.test(place)
    ? await (await fetch(place)).text()
    : await readFile(place, "utf8");
  return parse(text) as JsonObject;
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

/** The headings, which state where in spec/versions.yaml a line belongs. */
const headings: Readonly<Record<keyof DocumentChanges, string>> = {
  added: "Added (since)",
  removed: "Removed (until)",
  deprecated: "Deprecated (deprecated)",
  required: "Required or optional now (required)",
  changed: "Changed otherwise (spec/ledger-api.yaml)",
  described: "Described in other words",
};

const { values, positionals } = parseArgs({
  options: { to: { type: "string", default: "3.5" }, help: { type: "boolean" } },
  allowPositionals: true,
});
const [first, second] = positionals;
if (first === undefined || values.help === true) {
  console.log(usage);
} else {
  const [old, newer] =
    second === undefined
      ? [await ownDocument(values.to), await read(first)]
      : [await read(first), await read(second)];
  const { described, ...changes } = documentChanges(old, newer);
  // Descriptions are compared only between two documents of participants, since this project writes its own.
  const shown = second === undefined ? changes : { ...changes, described };
  for (const [kind, lines] of Object.entries(shown)) {
    if (lines.length === 0) continue;
    console.log(`\n${headings[kind as keyof DocumentChanges]}:`);
    for (const line of lines) console.log(`  - ${line}`);
  }
  if (Object.values(shown).every(({ length }) => length === 0)) console.log("No difference.");
}
