import type { ErrorIdentity } from "../../lib/api.ts";
import type { HistoryPageOptions } from "../../lib/history.ts";
import type { Ledger, LedgerError } from "../../lib/index.ts";
import { audienceOf, faultBookOf } from "../../lib/internal.ts";
import type { ApiHost } from "../api/api-host.ts";
import { type AuthOption, createAuthentication } from "../auth/authenticator.ts";
import type { FetchKeySet } from "../auth/fetch-key-set.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import { BodyQuota, type BodyQuotaLimits } from "../quotas/body-quota.ts";
import { ResponseQuota } from "../quotas/response-quota.ts";

/** How a history is served. */
export interface HistoryApiOptions extends HistoryPageOptions, RequestLogOptions {
  /** The longest body that is read, in bytes; 8 MiB when absent. Longer ones are answered with 413. */
  readonly bodyLimit?: number;
  /** How much the bodies of requests may hold together; see docs/limits.md. */
  readonly intake?: Partial<BodyQuotaLimits>;
  /**
   * How long a request may take before it is answered with 503; 20 seconds when absent, Infinity for
   * ever. What it asked for may still happen. A list that waits for what comes takes as long as the
   * request says, and commands that are held back as long as they are tracked, besides.
   */
  readonly requestTimeoutMillis?: number;
  /**
   * Told of errors that are defects: those that neither the ledger raises nor bad input causes. The
   * client gets status 500 either way, and knows it by these ids.
   */
  readonly onUnexpectedError?: (error: unknown, identity: ErrorIdentity) => void;
  /**
   * What errors tell: `"hints"`, the default, adds an object `hint` for developers, in the header `Ledger-Hint` where the
   * body is no JSON, and says what was wrong with tokens; `"exact"` sends the very bodies that a participant sends.
   */
  readonly errors?: "hints" | "exact";
}

/** How a ledger is served. */
export interface LedgerApiOptions extends HistoryApiOptions {
  /** Must be given: the keys that tokens are signed with, or `"disabled"` to let anybody in. */
  readonly auth: AuthOption;
  /**
   * Origins of web pages that may use the ledger, such as `https://wallet.example.com`; browsers are told so. None
   * when absent. With `auth: "disabled"`, pages of other machines are refused unless they are named here, and so
   * are requests that name a host with a dot that is neither an address nor that of one of these.
   */
  readonly cors?: readonly string[];
  /**
   * How the keys of the ledger's identity providers are fetched; over HTTP when absent. Called for
   * keys that are not known or getting old, ten times at once and then every six seconds per key set at most,
   * and given five seconds.
   */
  readonly fetchKeys?: FetchKeySet;
  /**
   * How far ahead the `exp` of a token may lie, in seconds; such a token must have one. Infinity, as in
   * the container image of a participant, when absent; a participant that is told nothing has 300. Does
   * not hold for tokens that a verifier of your own accepts.
   */
  readonly maxTokenLifetimeSeconds?: number;
  /**
   * Told of errors of which the client learns no more than its status, such as 401 and 403, and by which
   * ids it knows them: what a participant writes into its log.
   */
  readonly onWithheldError?: (error: LedgerError, identity: ErrorIdentity) => void;
}

/** How streams are served over WebSocket: as the router is, which they belong to. */
export interface LedgerStreamOptions extends LedgerApiOptions {
  /** Where the router is mounted, such as `/ledger`; the root when absent. */
  readonly mount?: string;
  /**
   * How long a connection may stay open over which nothing comes and goes, in milliseconds; 60 seconds
   * when absent, Infinity for ever. It is cut then, without a close frame, as a participant does it: a
   * client that wants to keep a quiet stream sends pings.
   */
  readonly idleTimeoutMillis?: number;
  /**
   * How often an open connection is pinged, in milliseconds; never when absent, as a participant sends
   * none. Pings keep connections from being idle.
   */
  readonly pingMillis?: number;
}

export const defaultBodyLimit = 8 * 1024 * 1024;

const defaultRequestTimeoutMillis = 20_000;

/** Throws a TypeError when `auth` is missing or a key unusable. */
export const ledgerHost = (ledger: Ledger, options: LedgerApiOptions): ApiHost => ({
  ledger,
  bodies: new BodyQuota(options.intake),
  responses: new ResponseQuota(),
  ...createAuthentication(ledger, options.auth, options),
  requestTimeoutMillis: options.requestTimeoutMillis ?? defaultRequestTimeoutMillis,
  onUnexpectedError: options.onUnexpectedError,
  onWithheldError: options.onWithheldError,
  onRequest: options.onRequest,
  faults: faultBookOf(ledger.faults),
  heard: { ledger, by: audienceOf(ledger) },
  logBodies: options.logBodies,
  errors: options.errors ?? "hints",
  history: options,
});

/** Histories are public (rules.yaml A.8), and what asks for a page of one is short. */
export const historyHost = (ledger: Ledger, options: HistoryApiOptions): ApiHost => {
  const intake = { maxBytes: maxHistoryBytes, ...options.intake };
  return ledgerHost(ledger, { ...options, auth: "disabled", intake });
};

/** Of the bodies of all requests together. */
const maxHistoryBytes = 16 * 1024 * 1024;
