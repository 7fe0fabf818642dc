import { parse } from "yaml";

import { decodingDefinition, type DecodingRules } from "./decoding-definition.ts";
import type { JsonObject } from "./json.ts";

/** Our documents and how their requests are read. */
const documents: readonly { readonly name: string; readonly rules: DecodingRules }[] = [
  { name: "ledger-api", rules: { digitsAsNumbers: true, nullRefusedFor: "plain strings" } },
  { name: "history-api", rules: { digitsAsNumbers: false, nullRefusedFor: "nothing" } },
];

export interface BuiltDocument {
  readonly name: string;
  /** The document as JSON, for clients and tools. */
  readonly published: string;
  /** What requests are decoded with, for the HTTP layer. */
  readonly decoding: string;
}

/** Reads the YAML documents beside this file and builds the JSON files that are shipped. */
export const buildDocuments = (
  readFile: (url: URL, encoding: "utf8") => Promise<string>,
): Promise<readonly BuiltDocument[]> =>
  Promise.all(
    documents.map(async ({ name, rules }) => {
      const yaml = await readFile(new URL(`${name}.yaml`, import.meta.url), "utf8");
      const document = parse(yaml) as JsonObject;
      return {
        name,
        published: json(document),
        decoding: json(decodingDefinition(document, rules)),
      };
    }),
  );

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 1)}\n`;
