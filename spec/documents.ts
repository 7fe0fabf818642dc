import { parse } from "yaml";

import { asyncApiDocument } from "./async-api.ts";
import { decodingDefinition, type DecodingRules } from "./decoding-definition.ts";
import type { JsonObject } from "./json.ts";
import { streamsOf } from "./streams.ts";

/** Our documents and how their requests are read. */
const documents: readonly { readonly name: string; readonly rules: DecodingRules }[] = [
  { name: "ledger-api", rules: { digitsAsNumbers: true, nullAllowed: "where nullable" } },
  { name: "history-api", rules: { digitsAsNumbers: false, nullAllowed: "where left out" } },
];

/** A file that is made of a document. */
export interface BuiltFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads the YAML documents beside this file and builds the JSON files that are shipped: the document
 * itself and, where it has streams, their AsyncAPI document, for clients and tools; and what requests
 * are decoded with, for the HTTP layer.
 */
export const buildDocuments = async (
  readFile: (url: URL, encoding: "utf8") => Promise<string>,
): Promise<readonly BuiltFile[]> => {
  const built = await Promise.all(
    documents.map(async ({ name, rules }) => {
      const yaml = await readFile(new URL(`${name}.yaml`, import.meta.url), "utf8");
      const document = parse(yaml) as JsonObject;
      const hasStreams = streamsOf(document).length > 0;
      return [
        file(`${name}.json`, document),
        file(`${name}.decoding.json`, decodingDefinition(document, rules)),
        ...(hasStreams ? [file(`${name}.async.json`, asyncApiDocument(document))] : []),
      ];
    }),
  );
  return built.flat();
};

const file = (name: string, content: object): BuiltFile => ({
  name,
  text: `${JSON.stringify(content, undefined, 1)}\n`,
});
