import { type Response, Router } from "express";

import { type DryRunRequest, httpStatus } from "../../lib/api.ts";
import { isLedgerError, type JournaledRequest, type Ledger, ledgerError } from "../../lib/index.ts";
import { harEntries, harOf, invalidArgument } from "../../lib/internal.ts";
import { page, type Reply } from "../api/reply.ts";
import { writeChunks } from "../node-http/write-reply.ts";
import { arrayChunks, type Frame } from "../streaming/json-chunks.ts";
import { errorJson } from "./answer-error.ts";
import { readJson } from "./read-json.ts";

/**
 * Default and maximum length of a page. Pages are requested often, so the default is what a person
 * reads.
 */
const defaultLimit = 100;
const maxLimit = 1_000;

/**
 * Creates the routes of the request journal and of visibility explanations:
 *
 * - `GET /requests`, with `after`, `limit`, `status`, `operation`, `principal`; all requests with `format=jsonl` or `har`
 * - `GET /requests/{id}`, `DELETE /requests`
 * - `POST /requests` with `{"keep": true, "entries": 1000, "bodies": false, "bodyLength": 16384}` or `{"keep": false}`
 * - `GET /explain?updateId=…&party=…`, or `offset` in place of `updateId`
 * - `POST /dry-run` with commands as for a submission: what they would do, and which parties would see it; with
 *   `"trace": true` also what the evaluation does, step by step, even if it fails
 */
export const requestRoutes = (
  ledger: Ledger,
  answer: (response: Response, reply: Reply) => Promise<void>,
): Router => {
  const { requests } = ledger;
  const kept = () => ({ kept: requests.kept ?? null, size: requests.size });
  const router = Router();
  // Streamed, because all requests may exceed the maximum length of a string and would block the
  // event loop.
  router.get("/requests", ({ query }, response) => {
    switch (query["format"]) {
      case "jsonl": {
        const end = requests.size === 0 ? "" : "\n";
        const lines = { begin: "", separator: "\n", end: () => end };
        return writeChunks(response, "application/x-ndjson", arrayChunks(requests, {}, lines));
      }
      case "har": {
        const entries = harEntries([...requests]);
        return writeChunks(response, "application/json", arrayChunks(entries, {}, harFrame));
      }
      case undefined:
      case "json":
        return answer(response, page("requests", selected(ledger, query), kept));
      default:
        throw invalidArgument({
          field: "format",
          expected: "one of json, jsonl, har",
          found: query["format"],
        });
    }
  });
  router.post("/requests", ({ body }, response) => {
    const { keep, ...options } = readJson(body);
    if (typeof keep !== "boolean") {
      throw invalidArgument({ field: "keep", expected: "true or false", found: keep });
    }
    if (keep) requests.keep(options);
    else requests.stop();
    response.json(kept());
  });
  router.delete("/requests", (_request, response) => {
    requests.clear();
    response.status(204).end();
  });
  router.get("/requests/:id", ({ params: { id } }, response) => {
    const found = /^\d{1,15}$/u.test(id) ? requests.get(Number(id)) : undefined;
    if (found === undefined) {
      throw ledgerError("UNKNOWN_RESOURCE", {
        cause: `The journal has no request ${id}.`,
        resources: [["REQUEST", id]],
      });
    }
    response.json(found);
  });
  router.get("/explain", ({ query }, response) => {
    response.json(ledger.explain(updateNamed(ledger, query), textIn(query, "party")));
  });
  router.post("/dry-run", async (asked, response) => {
    const request = readJson(asked.body) as unknown as DryRunRequest;
    try {
      const { transaction, parties, seenBy, traffic, trace } = await ledger.dryRun(request);
      response.json({
        transaction,
        seenBy: Object.fromEntries(parties.map((party) => [party, seenBy(party)])),
        traffic,
        ...(trace !== undefined && { trace }),
      });
    } catch (error) {
      if (!isLedgerError(error) || request.trace !== true) throw error;
      const { details, trace } = error;
      response.status(httpStatus(details)).json({ ...errorJson(error, asked, ledger), trace });
    }
  });
  return router;
};

/** Text before and after the entries of a HAR file. */
const harFrame = ((): Frame => {
  const [begin = "", end = ""] = JSON.stringify(harOf([])).split(/(?<=\[)(?=\])/u);
  return { begin, end: () => end };
})();

type Query = Readonly<Record<string, unknown>>;

/**
 * Returns the requests that match: the oldest after an id, otherwise the newest; in either case
 * oldest first.
 */
const selected = ({ requests }: Ledger, query: Query): readonly JournaledRequest[] => {
  const limit = wholeNumberIn(query, "limit", maxLimit) ?? defaultLimit;
  const after = wholeNumberIn(query, "after", Number.MAX_SAFE_INTEGER);
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
  throw invalidArgument({ field: "status", expected: "refused, or a status", found: wanted });
};

const wholeNumberIn = (query: Query, name: string, max: number): number | undefined => {
  const { [name]: text } = query;
  if (text === undefined) return undefined;
  if (typeof text === "string" && /^\d{1,16}$/u.test(text) && Number(text) <= max) {
    return Number(text);
  }
  throw invalidArgument({
    field: name,
    expected: `a whole number from 0 to ${max}`,
    found: text,
  });
};

const updateNamed = ({ state }: Ledger, query: Query): string => {
  const offset = wholeNumberIn(query, "offset", Number.MAX_SAFE_INTEGER);
  if (offset === undefined) return textIn(query, "updateId");
  const update = state.log.get(offset)?.update;
  if (update !== undefined) return update.updateId;
  throw ledgerError("UPDATE_NOT_FOUND", { cause: `There is no update at offset ${offset}.` });
};

const textIn = (query: Query, name: string): string => {
  const { [name]: text } = query;
  if (typeof text === "string") return text;
  throw invalidArgument({ field: name, expected: "a text", found: text });
};
