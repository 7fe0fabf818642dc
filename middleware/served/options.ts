import type { FailedCallIdentifiers } from "../../lib/api.ts";
import type { CoinHistoryPageOptions } from "../../lib/history.ts";
import type { Ledger, LedgerError } from "../../lib/index.ts";
import {
  getApiVersionRules,
  getFaultRegistry,
  getLedgerCallObservers,
  getLiveStreams,
} from "../../lib/internal.ts";
import type { ApiServingContext } from "../api/api-serving-context.ts";
import { type AuthOption, createAuthenticationService } from "../auth/authenticator.ts";
import type { FetchKeySet } from "../auth/fetch-key-set.ts";
import type { RequestLogOptions } from "../log/request-record.ts";
import { BodyQuota, type BodyQuotaLimits } from "../quotas/body-quota.ts";
import { UnreadResponseQuota } from "../quotas/unread-response-quota.ts";

/** Options of a served coin history. */
export interface HistoryApiOptions extends CoinHistoryPageOptions, RequestLogOptions {
  /** Maximum length of a body, in bytes; default 8 MiB. Longer ones are answered with 413. */
  readonly bodyLimit?: number;
  /** Limits of the memory for request bodies; see docs/limits.md. */
  readonly intake?: Partial<BodyQuotaLimits>;
  /**
   * Time after which a request is answered with 503, in milliseconds; default 20 seconds, Infinity
   * for no timeout. The request may still take effect, for example a command that waits for its ledger
   * time. A list that is collected before it is sent has no timeout.
   */
  readonly requestTimeoutMillis?: number;
  /**
   * Called for defects: errors that are neither refusals of the ledger nor caused by bad input. The
   * client gets status 500 with the same ids.
   */
  readonly onUnexpectedError?: (error: unknown, identity: FailedCallIdentifiers) => void;
  /**
   * Content of errors: `"hints"`, the default, adds an object `hint` for developers, in the header
   * `Ledger-Hint` if the body is not JSON, and explains invalid tokens; `"exact"` sends the bodies
   * of a participant.
   */
  readonly errors?: "hints" | "exact";
}

/** Options of a served ledger. */
export interface LedgerApiOptions extends HistoryApiOptions {
  /** Keys that verify tokens, or `"disabled"` to admit all callers. Required. */
  readonly auth: AuthOption;
  /**
   * Origins of web pages that may use the ledger, such as `https://wallet.example.com`, for CORS;
   * default: none. With `auth: "disabled"`, pages of other machines are refused unless they are
   * listed here, as are requests whose Host is a domain name that is not listed.
   */
  readonly cors?: readonly string[];
  /**
   * Fetches the keys of the ledger's identity providers; default: over HTTP. Called for unknown and
   * aging keys, with a timeout of five seconds; limited to a burst of ten calls, then one every six
   * seconds, for each key set.
   */
  readonly fetchKeys?: FetchKeySet;
  /**
   * Maximum time until the `exp` of a token, in seconds, which makes `exp` mandatory. Default:
   * Infinity, as configured in the container image of a participant; a participant without this setting
   * has 300. Not applied to tokens of a custom verifier.
   */
  readonly maxTokenLifetimeSeconds?: number;
  /**
   * Called for errors whose cause the client does not receive, such as 401 and 403, with the ids that
   * the client received. A participant writes such errors into its log.
   */
  readonly onWithheldError?: (error: LedgerError, identity: FailedCallIdentifiers) => void;
}

/** Options of the WebSocket streams of a ledger that a router serves. */
export interface LedgerStreamServerOptions extends LedgerApiOptions {
  /** Mount path of the router, such as `/ledger`; default: the root. */
  readonly mount?: string;
  /**
   * Time without traffic after which a connection is closed, in milliseconds; default 60 seconds,
   * Infinity for no timeout. It is closed without a close frame, as by a participant: clients of
   * quiet streams must send pings.
   */
  readonly idleTimeoutMillis?: number;
  /**
   * Interval of pings on open connections, in milliseconds; default: none, as on a participant.
   * Pings keep connections from being idle.
   */
  readonly pingMillis?: number;
}

export const defaultMaxBodyBytes = 8 * 1024 * 1024;

const defaultRequestTimeoutMillis = 20_000;

/** Returns the host of a ledger. Throws a TypeError if `auth` is missing or a key is unusable. */
export const createLedgerApiServingContext = (
  ledger: Ledger,
  options: LedgerApiOptions,
): ApiServingContext => ({
  ledger,
  bodies: new BodyQuota(options.intake),
  responses: new UnreadResponseQuota(),
  ...createAuthenticationService(ledger, options.auth, options),
  openStreams: getLiveStreams(ledger),
  rules: getApiVersionRules(ledger.config.apiVersion),
  requestTimeoutMillis: options.requestTimeoutMillis ?? defaultRequestTimeoutMillis,
  onUnexpectedError: options.onUnexpectedError,
  onWithheldError: options.onWithheldError,
  onRequest: options.onRequest,
  faults: getFaultRegistry(ledger.faults),
  observed: { ledger, by: getLedgerCallObservers(ledger) },
  logBodies: options.logBodies,
  errors: options.errors ?? "hints",
  history: options,
});

/**
 * Returns the host of a coin history. It is public (rules.yaml A.8), and its requests are short.
 */
export const createCoinHistoryApiServingContext = (
  ledger: Ledger,
  options: HistoryApiOptions,
): ApiServingContext => {
  const intake = { maxBytes: maxHistoryBytes, ...options.intake };
  return createLedgerApiServingContext(ledger, { ...options, auth: "disabled", intake });
};

/** Limit of the bodies of all requests, in bytes. */
const maxHistoryBytes = 16 * 1024 * 1024;
