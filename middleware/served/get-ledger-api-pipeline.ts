import { apiVersions } from "../../lib/api.ts";
import type { ApiVersion } from "../../lib/index.ts";
import { getApiVersionRules } from "../../lib/internal.ts";
import standard from "../../spec/ledger-api.decoding.json" with { type: "json" };
import versions from "../../spec/ledger-api.decoding.versions.json" with { type: "json" };
import type { HandlersByOperationId } from "../api/handler.ts";
import { applyMergePatch } from "../api/merge-patch.ts";
import { RequestPipeline } from "../api/pipeline.ts";
import type { RequestDecodingDefinition } from "../api/request-decoding-definition.ts";
import { commandHandlers } from "../handlers/commands.ts";
import { contractRequestHandlers } from "../handlers/contracts.ts";
import { apiDocumentHandlers } from "../handlers/documents.ts";
import { healthHandlers } from "../handlers/health.ts";
import { identityProviderHandlers } from "../handlers/identity-providers.ts";
import { interactiveSubmissionHandlers } from "../handlers/interactive-submission.ts";
import { packageVettingHandlers } from "../handlers/package-vetting.ts";
import { packageHandlers } from "../handlers/packages.ts";
import { partyHandlers } from "../handlers/parties.ts";
import { reassignmentHandlers } from "../handlers/reassignments.ts";
import { stateServiceHandlers } from "../handlers/state.ts";
import { updateServiceHandlers } from "../handlers/updates.ts";
import { userHandlers } from "../handlers/users.ts";
import { versionHandlers } from "../handlers/version.ts";
import { findDeprecationGate } from "./deprecated-api.ts";
import { ledgerErrorReplies } from "./ledger-error-replies.ts";

const handlerByOperationId: HandlersByOperationId = {
  ...commandHandlers,
  ...contractRequestHandlers,
  ...apiDocumentHandlers,
  ...healthHandlers,
  ...identityProviderHandlers,
  ...interactiveSubmissionHandlers,
  ...packageHandlers,
  ...packageVettingHandlers,
  ...partyHandlers,
  ...reassignmentHandlers,
  ...stateServiceHandlers,
  ...updateServiceHandlers,
  ...userHandlers,
  ...versionHandlers,
};

const pipelineByVersion = new Map<ApiVersion, RequestPipeline>();

/**
 * Returns the ledger API of this process in a version; each is created at the first call, shared by
 * all routers and fetches.
 */
export const getLedgerApiPipeline = (apiVersion: ApiVersion): RequestPipeline => {
  const known = pipelineByVersion.get(apiVersion);
  if (known !== undefined) return known;
  const decoding = createDecodingDefinition(apiVersion);
  const served = selectHandlers(decoding, handlerByOperationId);
  const api = new RequestPipeline({
    decoding,
    errors: ledgerErrorReplies,
    handlers: served,
    gateOf: findDeprecationGate,
    releasesWith: listReleasesWithOperation,
  });
  pipelineByVersion.set(apiVersion, api);
  return api;
};

/** Returns the releases whose API has an operation, oldest first. */
export const listReleasesWithOperation = (method: string, path: string): readonly string[] =>
  apiVersions
    .filter((version) => getLedgerApiPipeline(version).matchRoute(method, path).kind === "found")
    .map((version) => getApiVersionRules(version).release);

/** Returns the handlers of the operations that a version has. */
const selectHandlers = (
  { definition }: RequestDecodingDefinition,
  all: HandlersByOperationId,
): HandlersByOperationId => {
  const { paths } = definition as { readonly paths: Readonly<Record<string, object>> };
  const operations = new Set(
    Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }: { readonly operationId: string }) => operationId),
    ),
  );
  return Object.fromEntries(Object.entries(all).filter(([name]) => operations.has(name)));
};

/**
 * Returns the decoding definition of a version: the standard one, with the version's patch applied.
 */
const createDecodingDefinition = (version: ApiVersion): RequestDecodingDefinition => {
  const { [version]: patch }: Readonly<Partial<Record<ApiVersion, object>>> = versions;
  return patch === undefined
    ? standard
    : (applyMergePatch(standard, patch) as RequestDecodingDefinition);
};
