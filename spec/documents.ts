import { parse } from "yaml";

import { asyncApiDocument } from "./async-api.ts";
import { clientDocument, type ClientNames } from "./client-document.ts";
import { decodingDefinition, type DecodingRules } from "./decoding-definition.ts";
import type { JsonObject } from "./json.ts";
import { ofItsVersion } from "./version.ts";

interface Source {
  readonly name: string;
  readonly rules: DecodingRules;
  /** By what names clients know its schemas, where others than ours serve the same API. */
  readonly clientNames?: string;
}

/** Our documents and how their requests are read. */
const documents: readonly Source[] = [
  {
    name: "ledger-api",
    rules: { digitsAsNumbers: true, nullAllowed: "where nullable" },
    clientNames: "client-names",
  },
  { name: "history-api", rules: { digitsAsNumbers: false, nullAllowed: "where left out" } },
];

/** A file that is made of a document. */
export interface BuiltFile {
  readonly name: string;
  readonly text: string;
}

type ReadFile = (url: URL, encoding: "utf8") => Promise<string>;

/**
 * Reads the YAML documents beside this file and builds the JSON files that are shipped: the document
 * itself; what requests are decoded with, for the HTTP layer; and, where clients are generated from it,
 * the document that those are to be generated from and the AsyncAPI document of its streams.
 */
export const buildDocuments = async (readFile: ReadFile): Promise<readonly BuiltFile[]> => {
  const read = async (name: string): Promise<unknown> =>
    parse(await readFile(new URL(`${name}.yaml`, import.meta.url), "utf8"));
  const built = await Promise.all(
    documents.map(async ({ name, rules, clientNames }) => {
      const document = ofItsVersion((await read(name)) as JsonObject);
      const own = [
        file(`${name}.json`, document),
        file(`${name}.decoding.json`, decodingDefinition(document, rules)),
      ];
      if (clientNames === undefined) return own;
      const forClients = clientDocument(document, (await read(clientNames)) as ClientNames);
      return [
        ...own,
        file(`${name}.client.json`, forClients),
        file(`${name}.async.json`, asyncApiDocument(forClients)),
      ];
    }),
  );
  return built.flat();
};

const file = (name: string, content: object): BuiltFile => ({
  name,
  text: `${JSON.stringify(content, undefined, 1)}\n`,
});
