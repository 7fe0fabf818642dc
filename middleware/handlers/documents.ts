import type { ApiVersion } from "../../lib/index.ts";
import type { OperationHandler } from "../api/handler.ts";
import { applyMergePatch } from "../api/merge-patch.ts";
import { createJsonReply, createTextReply } from "../api/reply.ts";

interface JsonModule {
  readonly default: object;
}

/** Loads the document of the standard version, and the differences of other versions. */
interface DocumentSource {
  readonly document: () => Promise<JsonModule>;
  readonly versions: () => Promise<JsonModule>;
}

/**
 * Serves a document as YAML, like a participant, or as JSON if the client asks for it. Serializes it once for
 * each version.
 */
const serveDocument = (source: DocumentSource): OperationHandler => {
  const written = new Map<ApiVersion, Promise<string>>();
  const write = async (version: ApiVersion): Promise<string> => {
    const [{ stringify }, document] = await Promise.all([
      import("yaml"),
      readDocument(source, version),
    ]);
    // Without aliases, because references to equal parts do not help readers.
    return stringify(document, { aliasDuplicateObjects: false });
  };
  return async ({ headers, ledger }) => {
    const { apiVersion } = ledger.config;
    if (headers["accept"] === "application/json") {
      return createJsonReply(await readDocument(source, apiVersion));
    }
    const yaml = written.get(apiVersion) ?? write(apiVersion);
    written.set(apiVersion, yaml);
    return createTextReply(await yaml);
  };
};

const readDocument = async (
  { document, versions }: DocumentSource,
  version: ApiVersion,
): Promise<unknown> => {
  const [{ default: standard }, { default: patches }] = await Promise.all([document(), versions()]);
  const { [version]: patch } = patches as Readonly<Partial<Record<ApiVersion, object>>>;
  return applyMergePatch(standard, patch ?? {});
};

export const apiDocumentHandlers = {
  getOpenApiDocument: serveDocument({
    document: () => import("../../spec/ledger-api.client.json", { with: { type: "json" } }),
    versions: () =>
      import("../../spec/ledger-api.client.versions.json", { with: { type: "json" } }),
  }),
  getAsyncApiDocument: serveDocument({
    document: () => import("../../spec/ledger-api.async.json", { with: { type: "json" } }),
    versions: () => import("../../spec/ledger-api.async.versions.json", { with: { type: "json" } }),
  }),
};
