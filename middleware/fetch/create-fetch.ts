import type { Ledger } from "../../lib/index.ts";
import { type OptionForms, text } from "../../lib/internal.ts";
import type { Api } from "../api/api.ts";
import type { ApiHost } from "../api/api-host.ts";
import { noted } from "../api/log-reply.ts";
import type { Reply } from "../api/reply.ts";
import { openEntry, sentOf } from "../log/log-entry.ts";
import { historyApi } from "../served/history-api.ts";
import { ledgerApi } from "../served/ledger-api.ts";
import { servedForms } from "../served/option-forms.ts";
import {
  defaultBodyLimit,
  historyHost,
  type LedgerApiOptions,
  ledgerHost,
} from "../served/options.ts";
import { requireGiven } from "../served/require-given.ts";
import { FetchRequest } from "./fetch-request.ts";
import { webResponse } from "./web-response.ts";

/** How a `fetch` without a socket is served. */
export interface FetchOptions extends LedgerApiOptions {
  /** What paths begin with, for clients whose base URL has a path: `/ledger`. None when absent. */
  readonly prefix?: string;
}

const fetchForms: OptionForms<FetchOptions> = { ...servedForms, prefix: text };

/**
 * A `fetch` that this ledger answers in the same process: no socket, no port. Takes any origin, and
 * relative URLs. Serves the ledger API and the transaction history, by path; all other paths are
 * answered with 404. Rejects when its signal aborts, and for arguments that no `fetch` takes.
 *
 * Throws a TypeError when `auth` is missing or a key unusable.
 */
export const createFetch = (
  ledger: Ledger,
  options: FetchOptions,
): ((input: string | URL | Request, init?: RequestInit) => Promise<Response>) => {
  requireGiven(ledger, options, fetchForms);
  const { prefix = "", bodyLimit = defaultBodyLimit } = options;
  const forLedger: Service = {
    api: ledgerApi(ledger.config.apiVersion),
    host: ledgerHost(ledger, options),
  };
  const forHistory: Service = { api: historyApi(), host: historyHost(ledger, options) };
  return async (input, init) => {
    const request = requestOf(input, init);
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const path = pathBelow(prefix, url.pathname);
    const { api, host } = isOfHistory(path) ? forHistory : forLedger;
    const route = api.match(request.method, path);
    const call = new FetchRequest(request, { path, query: url.search.slice(1), route, bodyLimit });
    const entry = openEntry(host, () => ({
      via: "fetch",
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      operationId: route.kind === "found" ? route.operationId : undefined,
    }));
    const respond = async (reply: Reply): Promise<Response> => {
      if (reply.kind === "cut") entry?.answered(reply.status);
      const response = await webResponse(noted(reply, entry), request, sentOf(entry));
      entry?.answered(reply.status);
      return response;
    };
    const answer = async (): Promise<Response> => {
      const reply = await api.handle(call, host, entry);
      if (reply.kind === "cut") return respond(reply);
      return respond(reply).catch((error: unknown) => respond(api.failure(error, host, { entry })));
    };
    return untilAborted(answer(), request.signal);
  };
};

/** Also where somebody has put something before it, as in `/api/scan/v0/transactions`. */
const isOfHistory = (path: string): boolean => !path.startsWith("/v2/") && path.includes("/v0/");

interface Service {
  readonly api: Api;
  readonly host: ApiHost;
}

const requestOf = (input: string | URL | Request, init: RequestInit | undefined): Request =>
  input instanceof Request
    ? new Request(input, init)
    : new Request(new URL(input, "http://ledger.invalid"), init);

/** A path that does not begin with the prefix is none of ours. */
const pathBelow = (prefix: string, path: string): string => {
  if (prefix === "" || prefix === "/") return path;
  const root = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  return path.startsWith(`${root}/`) ? path.slice(root.length) : "";
};

const untilAborted = <Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    // Whatever the reason is, the standard passes it on.
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort);
    result.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
