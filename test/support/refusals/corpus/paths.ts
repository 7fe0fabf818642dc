import type { BrokenRequest, Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenGets, brokenPosts } from "../broken-requests.ts";
import { activeContracts, commands, paths as valid } from "../valid.ts";

const ann = brokenGets("ann");

/** Returns a request with an unknown path; `nearest` is the intended path. */
const unknown = (
  mistake: string,
  method: string,
  path: string,
  nearest: string | undefined,
  more: Partial<ExpectedExplanation> = {},
): BrokenRequest =>
  ann(mistake, [method, path], 404, "path", {
    ...(nearest === undefined ? {} : { nearest }),
    ...more,
  });

/** Returns a request with a method that the path does not support. */
const other = (mistake: string, method: string, path: string, nearest?: string): BrokenRequest =>
  ann(mistake, [method, path], 405, "method", {
    says: new RegExp(`not ${method}`),
    ...(nearest === undefined ? {} : { nearest }),
  });

/** Incorrect paths, methods and parameters in a URL. */
export const paths: Corpus = (world) => {
  const { alice, offset, updateId } = world;
  const submit = "/v2/commands/submit-and-wait";
  const forTransaction = `${submit}-for-transaction`;
  return [
    // Paths of the version 1 API
    unknown("creates as in version 1", "POST", "/v1/create", forTransaction, {
      says: /version 1/,
    }),
    unknown("exercises as in version 1", "POST", "/v1/exercise", forTransaction, {
      says: /version 1/,
    }),
    unknown(
      "creates and exercises as in version 1",
      "POST",
      "/v1/create-and-exercise",
      forTransaction,
    ),
    unknown("queries as in version 1", "POST", "/v1/query", "/v2/state/active-contracts", {
      says: /version 1/,
    }),
    unknown("queries all as in version 1", "GET", "/v1/query", "/v2/state/active-contracts"),
    unknown("fetches as in version 1", "POST", "/v1/fetch", "/v2/contracts/contract-by-id"),
    unknown("streams as in version 1", "GET", "/v1/stream/query", "/v2/updates", {
      says: /version 1.*WebSocket/,
    }),
    unknown("streams one contract as in version 1", "GET", "/v1/stream/fetch", "/v2/updates", {
      says: /version 1.*WebSocket/,
    }),
    unknown("opens a WebSocket without the version", "GET", "/updates", "/v2/updates", {
      says: /WebSocket/,
    }),
    unknown("opens a WebSocket below api", "GET", "/api/v2/updates", "/v2/updates", {
      says: /WebSocket/,
    }),
    unknown("opens a WebSocket in capitals", "GET", "/V2/Updates", "/v2/updates", {
      says: /WebSocket/,
    }),
    unknown("lists parties as in version 1", "GET", "/v1/parties", "/v2/parties"),
    unknown("allocates as in version 1", "POST", "/v1/parties/allocate", "/v2/parties"),
    unknown("creates a user as in version 1", "POST", "/v1/user/create", "/v2/users"),
    unknown("asks who it is as in version 1", "GET", "/v1/user", "/v2/authenticated-user"),
    unknown("lists packages as in version 1", "GET", "/v1/packages", "/v2/packages"),
    // Commands
    unknown("asks for a command", "POST", "/v2/command", undefined, { says: /\/v2\/commands/ }),
    unknown(
      "requests /v2/commands without the rest of the path",
      "POST",
      "/v2/commands",
      undefined,
      {
        says: /POST \/v2\/commands\/submit-and-wait/,
      },
    ),
    unknown("submits without waiting where it would", "POST", "/v2/commands/submit", submit),
    unknown("names the group in the singular", "POST", "/v2/command/submit-and-wait", submit),
    unknown("writes underscores", "POST", "/v2/commands/submit_and_wait", submit),
    unknown("writes camel case", "POST", "/v2/commands/submitAndWait", submit),
    unknown("misspells submit", "POST", "/v2/commands/sumbit-and-wait", submit),
    unknown("writes capitals", "POST", "/V2/Commands/Submit-And-Wait", submit),
    unknown("leaves the version away", "POST", "/commands/submit-and-wait", submit),
    unknown("puts api before it", "POST", "/api/v2/commands/submit-and-wait", submit),
    unknown("puts json-api before it", "GET", "/json-api/v2/version", "/v2/version"),
    unknown("shortens the end of a path", "POST", `${submit}-for-tx`, undefined, {
      says: /submit-and-wait/,
    }),
    unknown("loses the end", "POST", `${submit}-for-transactio`, forTransaction),
    unknown(
      "submits asynchronously elsewhere",
      "POST",
      "/v2/commands/submit-async",
      "/v2/commands/async/submit",
    ),
    unknown(
      "separates the words of async",
      "POST",
      "/v2/commands/async-submit",
      "/v2/commands/async/submit",
    ),
    unknown(
      "asks for one completion",
      "POST",
      "/v2/commands/completion",
      "/v2/commands/completions",
    ),
    // Reading
    unknown("searches for contracts", "POST", "/v2/contracts/search", undefined, {
      says: /\/v2\/state\/active-contracts/,
    }),
    unknown("asks for contracts", "GET", "/v2/contracts", undefined, {
      says: /\/v2\/contracts\/contract-by-id/,
    }),
    unknown("leaves state away", "POST", "/v2/active-contracts", "/v2/state/active-contracts"),
    unknown("abbreviates active contracts", "POST", "/v2/state/acs", undefined, {
      says: /\/v2\/state\/active-contracts/,
    }),
    unknown(
      "writes one active contract",
      "POST",
      "/v2/state/active-contract",
      "/v2/state/active-contracts",
    ),
    unknown("asks for the ledger's end", "GET", "/v2/state/ledgerend", "/v2/state/ledger-end"),
    unknown("requests /v2/state/end in place of ledger-end", "GET", "/v2/state/end", undefined, {
      says: /\/v2\/state\/ledger-end/,
    }),
    unknown("leaves state away from the end", "GET", "/v2/ledger-end", "/v2/state/ledger-end"),
    unknown("asks for one update", "GET", "/v2/update", "/v2/updates"),
    unknown("asks for transactions", "POST", "/v2/transactions", undefined, {
      says: /\/v2\/updates/,
    }),
    unknown("asks for an update by id in the path", "GET", `/v2/updates/${updateId}`, undefined, {
      says: /\/v2\/updates\/update-by-id/,
    }),
    unknown("requests /v2/events without the rest of the path", "POST", "/v2/events", undefined, {
      says: /\/v2\/events\/events-by-contract-id/,
    }),
    // Administering
    unknown("asks for one user", "GET", "/v2/user", "/v2/users"),
    unknown("asks for a user's right", "GET", "/v2/users/ann/right", "/v2/users/ann/rights"),
    unknown("asks for one party", "GET", "/v2/party", "/v2/parties"),
    ann("allocates below parties", ["POST", "/v2/parties/allocate"], 405, "method", {
      says: /use POST \/v2\/parties/,
    }),
    unknown("asks for DARs", "GET", "/v2/dar", "/v2/dars"),
    ann("uploads below packages", ["POST", "/v2/packages/upload"], 405, "method", {
      says: /use POST \/v2\/packages/,
    }),
    unknown("asks for one package", "GET", "/v2/package", "/v2/packages"),
    unknown("asks for the version elsewhere", "GET", "/version", "/v2/version"),
    unknown("asks for health", "GET", "/health", undefined, { says: /livez|readyz/ }),
    unknown("asks for health as in Kubernetes", "GET", "/healthz", undefined, {
      says: /livez|readyz/,
    }),
    unknown("asks for the document", "GET", "/openapi.json", undefined, {
      says: /\/docs\/openapi/,
    }),
    unknown("asks for the document elsewhere", "GET", "/docs/openapi.yaml", "/docs/openapi"),
    unknown(
      "prepares elsewhere",
      "POST",
      "/v2/interactive-submission/prepare-submission",
      undefined,
      {
        says: /\/v2\/interactive-submission\/prepare/,
      },
    ),
    unknown(
      "executes with hyphens",
      "POST",
      "/v2/interactive-submission/execute-and-wait",
      "/v2/interactive-submission/executeAndWait",
    ),
    unknown("asks for something else", "GET", "/v2/nothing/of/the/kind", undefined, {
      says: /\/docs\/openapi/,
    }),
    // Methods
    other("reads what is submitted", "GET", submit, "POST"),
    other("puts a command", "PUT", submit, "POST"),
    other("posts where it reads", "POST", "/v2/state/ledger-end", "GET"),
    other("posts to the version", "POST", "/v2/version", "GET"),
    other("puts a user", "PUT", "/v2/users/ann"),
    other("posts to a user", "POST", "/v2/users/ann"),
    other("deletes rights", "DELETE", "/v2/users/ann/rights"),
    other("puts a party", "PUT", "/v2/parties"),
    other("deletes a party", "DELETE", `/v2/parties/${alice}`),
    other("reads a contract by its method", "GET", "/v2/contracts/contract-by-id", "POST"),
    other("deletes a package", "DELETE", "/v2/packages"),
    ann("reads active contracts", ["GET", valid.activeContracts], 404, "method", {
      nearest: "POST",
      says: /WebSocket/,
    }),
    ann("reads updates", ["GET", "/v2/updates"], 404, "method", { says: /POST.*WebSocket/s }),
    ann("reads completions", ["GET", "/v2/commands/completions"], 404, "method", {
      nearest: "POST",
    }),
    // Parameters
    brokenPosts("ann", `${valid.activeContracts}?limit=many`)(
      "sends the limit as a word",
      activeContracts(world),
      400,
      "query parameter limit",
      { says: /whole number/ },
    ),
    brokenPosts("ann", `${valid.activeContracts}?limit=1&limit=2`)(
      "limits twice",
      activeContracts(world),
      400,
      "query parameter limit",
      { says: /once/ },
    ),
    brokenPosts("ann", `${valid.activeContracts}?limit=1.5`)(
      "limits by a fraction",
      activeContracts(world),
      400,
      "query parameter limit",
      { says: /whole number/ },
    ),
    brokenPosts("ann", "/v2/updates?stream_idle_timeout_ms=soon")(
      "sends the idle timeout as a word",
      {},
      400,
      "query parameter stream_idle_timeout_ms",
      { says: /whole number/ },
    ),
    brokenPosts("ann", "/v2/updates?stream_idle_timeout_ms=0")(
      "waits for no time at all",
      {
        beginExclusive: 0,
        endInclusive: offset,
        filter: { filtersByParty: { [alice]: {} } },
        verbose: false,
      },
      400,
      "query parameter stream_idle_timeout_ms",
      { says: /more than 0/ },
    ),
    ann(
      "asks for an offset in words",
      ["GET", `/v2/updates/transaction-tree-by-offset/last?parties=${alice}`],
      400,
      "path parameter offset",
      { says: /whole number/ },
    ),
    ann(
      "asks for a tree without parties",
      ["GET", `/v2/updates/transaction-tree-by-id/${updateId}`],
      400,
      "query parameter parties",
      { says: /parties/ },
    ),
    brokenGets("participant_admin")(
      "sends the page size as a word",
      ["GET", "/v2/users?pageSize=all"],
      400,
      "query parameter pageSize",
      { says: /whole number/ },
    ),
    brokenGets("participant_admin")(
      "goes on with a made-up token",
      ["GET", "/v2/users?pageToken=next"],
      400,
      "query parameter pageToken",
      { says: /nextPageToken/ },
    ),
    brokenGets("participant_admin")(
      "pages by more than there may be",
      ["GET", "/v2/parties?pageSize=1000000"],
      400,
      "query parameter pageSize",
      { says: /10000/ },
    ),
    ann(
      "asks for a preferred version without a package",
      ["GET", `/v2/interactive-submission/preferred-package-version?parties=${alice}`],
      400,
      "query parameter package-name",
      { says: /package-name/ },
    ),
    ann(
      "does not escape a percent sign",
      ["GET", "/v2/parties/100%"],
      400,
      "path parameter party",
      { says: /percent/ },
    ),
    brokenPosts("ann", `${submit}?wait`)("sends a command as a list", [commands(world)], 400, "", {
      says: /object/,
    }),
  ];
};
