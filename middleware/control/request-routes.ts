import { type DryRunRequest, httpStatus } from "../../lib/api.ts";
import { isLedgerError, type JournaledRequest, type Ledger, ledgerError } from "../../lib/index.ts";
import { createHarEntries, createInvalidArgumentError, toHar } from "../../lib/internal.ts";
import { createEmptyReply, createJsonReply, createPageReply } from "../api/reply.ts";
import { jsonArrayChunks, type JsonArrayDelimiters } from "../streaming/json-chunks.ts";
import { type ControlHandlers, createChunksReply } from "./control-reply.ts";
import { createControlErrorJson } from "./error-json.ts";
import { parseJsonObjectBody } from "./parse-json-object-body.ts";

/**
 * Default and maximum number of requests on a page. The default is what a person reads, because
 * pages are requested often.
 */
const defaultLimit = 100;
const maxLimit = 1_000;

/**
 * Creates the handlers of the request journal and of visibility explanations:
 *
 * - `GET /requests`, with `after`, `limit`, `status`, `operation`, `principal`; all requests with `format=jsonl` or `har`
 * - `GET /requests/{id}`, `DELETE /requests`
 * - `POST /requests` with `{"keep": true, "entries": 1000, "bodies": false, "bodyLength": 16384}` or `{"keep": false}`
 * - `GET /explain?updateId=…&party=…`, or `offset` in place of `updateId`
 * - `POST /dry-run` with commands as for a submission: what they would do, and which parties would see it; with
 *   `"trace": true` also what the evaluation does, step by step, even if it fails
 */
export const createRequestJournalRoutes = (ledger: Ledger): ControlHandlers => {
  const { requests } = ledger;
  const kept = () => ({ kept: requests.kept ?? null, size: requests.size });
  return {
    // In chunks, because all requests may exceed the maximum length of a string and would block the
    // event loop.
    "get /requests": ({ query }) => {
      switch (query["format"]) {
        case "jsonl": {
          const end = requests.size === 0 ? "" : "\n";
          const lines = { begin: "", separator: "\n", end: () => end };
          return createChunksReply("application/x-ndjson", jsonArrayChunks(requests, {}, lines));
        }
        case "har": {
          const entries = createHarEntries([...requests]);
          return createChunksReply("application/json", jsonArrayChunks(entries, {}, harFrame));
        }
        case undefined:
        case "json":
          return createPageReply("requests", selectRequests(ledger, query), kept);
        default:
          throw createInvalidArgumentError({
            field: "format",
            expected: "one of json, jsonl, har",
            found: query["format"],
          });
      }
    },
    "post /requests": ({ body }) => {
      const { keep, ...options } = parseJsonObjectBody(body);
      if (typeof keep !== "boolean") {
        throw createInvalidArgumentError({ field: "keep", expected: "true or false", found: keep });
      }
      if (keep) requests.keep(options);
      else requests.stop();
      return createJsonReply(kept());
    },
    "delete /requests": () => {
      requests.clear();
      return createEmptyReply(204);
    },
    "get /requests/{id}": ({ id }) => {
      const found = /^\d{1,15}$/u.test(id) ? requests.get(Number(id)) : undefined;
      if (found === undefined) {
        throw ledgerError("UNKNOWN_RESOURCE", {
          cause: `The journal has no request ${id}.`,
          resources: [["REQUEST", id]],
        });
      }
      return createJsonReply(found);
    },
    "get /explain": ({ query }) =>
      createJsonReply(ledger.explain(readUpdateId(ledger, query), readText(query, "party"))),
    "post /dry-run": async (asked) => {
      const request = parseJsonObjectBody(asked.body) as unknown as DryRunRequest;
      try {
        const { transaction, parties, seenBy, traffic, trace } = await ledger.dryRun(request);
        return createJsonReply({
          transaction,
          seenBy: Object.fromEntries(parties.map((party) => [party, seenBy(party)])),
          traffic,
          ...(trace !== undefined && { trace }),
        });
      } catch (error) {
        if (!isLedgerError(error) || request.trace !== true) throw error;
        const { details, trace } = error;
        return createJsonReply(
          { ...createControlErrorJson(error, asked, ledger), trace },
          httpStatus(details),
        );
      }
    },
  };
};

/** Text before and after the entries of a HAR file. */
const harFrame = ((): JsonArrayDelimiters => {
  const [begin = "", end = ""] = JSON.stringify(toHar([])).split(/(?<=\[)(?=\])/u);
  return { begin, end: () => end };
})();

type QueryParameters = Readonly<Record<string, unknown>>;

/**
 * Returns the requests that match: the oldest after an id, otherwise the newest; in either case
 * oldest first.
 */
const selectRequests = (
  { requests }: Ledger,
  query: QueryParameters,
): readonly JournaledRequest[] => {
  const limit = readWholeNumber(query, "limit", maxLimit) ?? defaultLimit;
  const after = readWholeNumber(query, "after", Number.MAX_SAFE_INTEGER);
  const { operation, principal } = query;
  const hasStatus = statusFilter(query["status"]);
  const found = requests
    .after(after ?? 0)
    .filter(
      (each) =>
        hasStatus(each.status) &&
        (operation === undefined || each.operationId === operation) &&
        (principal === undefined || each.principal === principal),
    );
  return after === undefined ? found.slice(-limit) : found.slice(0, limit);
};

const statusFilter = (wanted: unknown): ((status: number) => boolean) => {
  if (wanted === undefined) return () => true;
  if (wanted === "refused") return (status) => status >= 400;
  if (typeof wanted === "string" && /^\d{3}$/u.test(wanted)) {
    return (status) => status === Number(wanted);
  }
  throw createInvalidArgumentError({
    field: "status",
    expected: "refused, or a status",
    found: wanted,
  });
};

const readWholeNumber = (query: QueryParameters, name: string, max: number): number | undefined => {
  const { [name]: text } = query;
  if (text === undefined) return undefined;
  if (typeof text === "string" && /^\d{1,16}$/u.test(text) && Number(text) <= max) {
    return Number(text);
  }
  throw createInvalidArgumentError({
    field: name,
    expected: `a whole number from 0 to ${max}`,
    found: text,
  });
};

const readUpdateId = ({ state }: Ledger, query: QueryParameters): string => {
  const offset = readWholeNumber(query, "offset", Number.MAX_SAFE_INTEGER);
  if (offset === undefined) return readText(query, "updateId");
  const update = state.log.get(offset)?.update;
  if (update !== undefined) return update.updateId;
  throw ledgerError("UPDATE_NOT_FOUND", { cause: `There is no update at offset ${offset}.` });
};

const readText = (query: QueryParameters, name: string): string => {
  const { [name]: text } = query;
  if (typeof text === "string") return text;
  throw createInvalidArgumentError({ field: name, expected: "a text", found: text });
};
