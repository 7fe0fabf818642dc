import { parse } from "yaml";

import { collectApiFieldAdaptations } from "./adaptations.ts";
import { asyncApiDocument } from "./async-api.ts";
import { clientDocument, type ClientDocumentNames } from "./client-document.ts";
import { decodingDefinition, type DecodingRules } from "./decoding-definition.ts";
import type { JsonObject } from "./json.ts";
import { createMergePatch } from "./merge-patch.ts";
import {
  type ApiVersionHistory,
  computeVersionChanges,
  deriveVersionDocument,
  removeDocumentParts,
} from "./version.ts";

/** Rules for decoding requests (decoding-definition.ts). */
const ledgerRules: DecodingRules = { digitsAsNumbers: true, nullAllowed: "where nullable" };
const historyRules: DecodingRules = { digitsAsNumbers: false, nullAllowed: "where left out" };

/** The version that is written completely; other versions are written as differences. */
export const defaultVersion = "3.5";

/** A file that is generated from a document. */
export interface GeneratedFile {
  readonly name: string;
  readonly text: string;
}

type ReadFileFunction = (url: URL, encoding: "utf8") => Promise<string>;

/** The documents of one version of the ledger API. */
export interface LedgerApiDocuments {
  /** The OpenAPI document. */
  readonly own: JsonObject;
  /** The definition with which the HTTP layer decodes requests. */
  readonly decoding: JsonObject;
  /** The document for client generators, compatible with that of a participant. */
  readonly client: JsonObject;
  /** The AsyncAPI document of its streams. */
  readonly async: JsonObject;
}

/** Reads the YAML documents in this folder and returns the documents of each version of the ledger API. */
export const ledgerApiVersions = async (
  readFile: ReadFileFunction,
): Promise<ReadonlyMap<string, LedgerApiDocuments>> => {
  const document = (await readYaml(readFile, "ledger-api")) as JsonObject;
  const names = (await readYaml(readFile, "client-names")) as ClientDocumentNames;
  const history = (await readYaml(readFile, "versions")) as ApiVersionHistory;
  return new Map(
    Object.keys(history.versions).map((version) => {
      const own = deriveVersionDocument(document, history, version);
      const client = clientDocument(removeDocumentParts(own, history.undescribed[version] ?? []), names);
      const changed = collectApiFieldAdaptations(own, computeVersionChanges(defaultVersion, history, version));
      const decoding = {
        ...decodingDefinition(own, ledgerRules),
        ...(changed !== undefined && { adaptations: changed }),
      };
      return [version, { own, decoding, client, async: asyncApiDocument(client) }] as const;
    }),
  );
};

/**
 * Builds the JSON files that are shipped: the history document, the unchanged documents, and for the ledger API in the default
 * version the OpenAPI document, the decoding definition and the document for client generators, with the
 * differences of the other versions.
 */
export const buildApiDocuments = async (readFile: ReadFileFunction): Promise<readonly GeneratedFile[]> => {
  const historyApi = (await readYaml(readFile, "history-api")) as JsonObject;
  const versions = await ledgerApiVersions(readFile);
  const standard = versions.get(defaultVersion);
  if (standard === undefined) throw new TypeError(`There is no version ${defaultVersion}.`);
  const differing = (part: "decoding" | "client" | "async"): JsonObject =>
    Object.fromEntries(
      [...versions].flatMap(([version, { [part]: other }]) => {
        const patch = createMergePatch(standard[part], other);
        return patch === undefined ? [] : [[version, patch] as const];
      }),
    );
  return [
    createFile("history-api.json", historyApi),
    createFile("history-api.decoding.json", decodingDefinition(historyApi, historyRules)),
    createFile("ledger-api.json", standard.own),
    createFile("ledger-api.decoding.json", standard.decoding),
    createFile("ledger-api.decoding.versions.json", differing("decoding")),
    createFile("ledger-api.client.json", standard.client),
    createFile("ledger-api.client.versions.json", differing("client")),
    createFile("ledger-api.async.json", standard.async),
    createFile("ledger-api.async.versions.json", differing("async")),
    ...(await Promise.all(
      unchangedDocuments.map(async (name) =>
        createFile(`${name}.json`, (await readYaml(readFile, name)) as JsonObject),
      ),
    )),
  ];
};

/** Documents that are shipped unchanged: of the services beside the ledger API, and the schema of journal entries. */
const unchangedDocuments = [
  "journal-entry",
  "localnet-scan",
  "localnet-validator",
  "token-registry",
  "token-registry-v2",
];

const readYaml = async (readFile: ReadFileFunction, name: string): Promise<unknown> =>
  parse(await readFile(new URL(`${name}.yaml`, import.meta.url), "utf8"));

const createFile = (name: string, content: object): GeneratedFile => ({
  name,
  text: `${JSON.stringify(content, undefined, 1)}\n`,
});
