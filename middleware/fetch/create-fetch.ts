import type { Ledger } from "../../lib/index.ts";
import { getUnsettledCalls, type OptionChecks, textOptionCheck } from "../../lib/internal.ts";
import type { ApiServingContext } from "../api/api-serving-context.ts";
import type { RequestPipeline } from "../api/pipeline.ts";
import { openCallLogEntry } from "../log/call-log-entry.ts";
import { getLedgerApiPipeline } from "../served/get-ledger-api-pipeline.ts";
import { getHistoryApiPipeline } from "../served/history-api.ts";
import { servedLedgerOptionChecks } from "../served/option-checks.ts";
import {
  createCoinHistoryApiServingContext,
  createLedgerApiServingContext,
  defaultMaxBodyBytes,
  type LedgerApiOptions,
} from "../served/options.ts";
import { requireLedgerAndOptions } from "../served/require-ledger-and-options.ts";
import { readFetchArguments } from "./fetched-request.ts";
import { FetchApiRequest } from "./web-request.ts";

/** Options of a `fetch` without a socket. */
export interface CreateFetchOptions extends LedgerApiOptions {
  /** Prefix of paths, for clients whose base URL has a path, such as `/ledger`; default: none. */
  readonly prefix?: string;
}

const fetchOptionChecks: OptionChecks<CreateFetchOptions> = {
  ...servedLedgerOptionChecks,
  prefix: textOptionCheck,
};

/**
 * Creates a `fetch` that this ledger answers in the same process, without socket and port. Accepts
 * any origin, and relative URLs. Serves the ledger API and the coin history; all other paths are
 * answered with 404. Rejects when its signal aborts, and for arguments that every `fetch` rejects.
 *
 * Throws a TypeError if `auth` is missing or a key is unusable.
 */
export const createFetch = (
  ledger: Ledger,
  options: CreateFetchOptions,
): ((input: string | URL | Request, init?: RequestInit) => Promise<Response>) => {
  requireLedgerAndOptions(ledger, options, fetchOptionChecks);
  const { prefix = "", bodyLimit = defaultMaxBodyBytes } = options;
  const ledgerService: FetchService = {
    pipeline: getLedgerApiPipeline(ledger.config.apiVersion),
    host: createLedgerApiServingContext(ledger, options),
  };
  const historyService: FetchService = {
    pipeline: getHistoryApiPipeline(),
    host: createCoinHistoryApiServingContext(ledger, options),
  };
  const unsettled = getUnsettledCalls(ledger);
  return async (input, init) => {
    const request = readFetchArguments(input, init);
    request.signal?.throwIfAborted();
    const { pathname, search } = new URL(request.url);
    const path = removePathPrefix(prefix, pathname);
    const query = search.slice(1);
    const { pipeline, host } = isHistoryPath(path) ? historyService : ledgerService;
    const route = pipeline.matchRoute(request.method, path);
    const entry = openCallLogEntry(host, () => ({
      via: "fetch",
      method: request.method,
      path: pathname,
      query,
      operationId: route.kind === "found" ? route.operationId : undefined,
    }));
    const responded = new Promise<Response>((resolve, reject) => {
      const { signal } = request;
      // A signal may abort with any reason, not only with an Error.
      const abort = (): void => reject(signal?.reason as Error);
      signal?.addEventListener("abort", abort);
      const respond = (response: Promise<Response>): void => {
        signal?.removeEventListener("abort", abort);
        response.then(resolve, reject);
      };
      const { findsTokenAtAnyPosition } = host.rules;
      const asked = new FetchApiRequest(request, {
        path,
        query,
        route,
        bodyLimit,
        entry,
        findsTokenAtAnyPosition,
        respond,
      });
      pipeline.handleRequest(asked, host, entry).catch(reject);
    });
    // A client may give up a call that a fault rule delays.
    const isRecorded =
      unsettled.isRecorded &&
      request.method !== "GET" &&
      !pipeline.isStream(route) &&
      host.faults.isEmpty;
    return isRecorded ? unsettled.record(responded, `${request.method} ${pathname}`) : responded;
  };
};

/**
 * Returns true for a path of the coin history, also with a prefix, as in
 * `/api/scan/v0/transactions`.
 */
const isHistoryPath = (path: string): boolean => !path.startsWith("/v2/") && path.includes("/v0/");

interface FetchService {
  readonly pipeline: RequestPipeline;
  readonly host: ApiServingContext;
}

/** Returns the path below the prefix; a path without the prefix is unknown. */
const removePathPrefix = (prefix: string, path: string): string => {
  if (prefix === "" || prefix === "/") return path;
  const root = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  return path.startsWith(`${root}/`) ? path.slice(root.length) : "";
};
