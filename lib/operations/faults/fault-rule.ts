import type { ErrorCode } from "../../base/errors/catalogue.ts";
import type { Duration } from "../../base/values/time-input.ts";
import type { DelayRange, LatencyProfileName } from "./latency.ts";

/**
 * A fault to inject, and the calls that it applies to. Rules are plain data with the same form in
 * TypeScript, in fixtures and over HTTP.
 */
export interface FaultRule {
  /** Name of the rule in the request journal. Default: `fault 1` for the first rule, and so on. */
  readonly name?: string;
  /**
   * The calls that the rule applies to; all conditions must hold. Default: all calls of clients.
   */
  readonly when?: FaultMatch;
  readonly then: FaultAction;
  /** Maximum number of times that the fault is injected; default: unlimited. */
  readonly times?: number;
}

/**
 * Conditions on a call. In a text, `*` matches any characters. If a condition is a list, one of its
 * items must match.
 */
export interface FaultMatch {
  /** Operation id of the API's document, such as `submitAndWait`. */
  readonly operation?: string | readonly string[];
  /** A party in the request, as its full id or its hint. */
  readonly party?: string | readonly string[];
  /** A template or interface in the request, as the request writes it. */
  readonly template?: string | readonly string[];
  readonly commandId?: string | readonly string[];
  /** The user of the token. */
  readonly user?: string | readonly string[];
  /**
   * Numbers of the calls that get the fault, counted from 1 among the calls that match the
   * conditions above.
   */
  readonly nth?: number | readonly number[];
  /**
   * Injects the fault only into every nth of the calls that match the conditions above: 3 means the
   * third, the sixth and so on.
   */
  readonly every?: number;
  /** Probability from 0 to 1, drawn from the ledger's seed; default 1. */
  readonly probability?: number;
}

/**
 * The fault to inject:
 * - `refuse`: returns an error of the ledger instead of executing the call.
 * - `delay`: waits by the ledger's clock, and then executes the call; later rules may also apply. A
 *   range gives a random delay.
 * - `cut`: closes the connection without executing the call, or `after` a number of items of a
 *   stream or list.
 * - `loseAnswer`: executes the call, then closes the connection or returns a timeout (503).
 * - `twice`: executes the call twice, as if the request had been sent twice, and returns the second
 *   response; for streams and lists, sends each item twice.
 * - `contend`: rejects the commands as if they had lost a race for the contracts that they use:
 *   LOCAL_VERDICT_LOCKED_CONTRACTS, with a completion.
 * - `expireToken`: refuses the token as if it had expired, or ends a stream with that error `after`
 *   a number of items.
 * - `staleToken`: refuses the continuation or page token as if it belonged to another request.
 *   Applies only to requests that have one.
 * - `prune`: first prunes the ledger, up to its end or so that `keep` offsets remain, and then
 *   executes the call.
 */
export type FaultAction =
  | FaultWithoutParameters
  | { readonly refuse: ErrorCode | { readonly code: ErrorCode; readonly cause?: string } }
  | { readonly delay: Duration | { readonly from: Duration; readonly to: Duration } }
  | { readonly delay: { readonly as: LatencyProfileName } }
  | { readonly cut: { readonly after: number } }
  | { readonly loseAnswer: "cut" | "timeout" }
  | { readonly expireToken: { readonly after: number } }
  | { readonly prune: { readonly keep: number } };

/** The faults that have no parameters. A rule gives them as a text. */
export type FaultWithoutParameters =
  "cut" | "loseAnswer" | "twice" | "contend" | "expireToken" | "staleToken" | "prune";

/** A decoded rule with all defaults filled in. */
export interface DecodedFaultRule {
  readonly rule: FaultRule;
  readonly name: string;
  readonly times: number;
  readonly match: DecodedFaultMatch;
  readonly action: DecodedFaultAction;
}

export interface DecodedFaultMatch {
  readonly operation: FaultMatchPatterns;
  readonly party: FaultMatchPatterns;
  readonly template: FaultMatchPatterns;
  readonly commandId: FaultMatchPatterns;
  readonly user: FaultMatchPatterns;
  /** Undefined means all. */
  readonly nth: readonly number[] | undefined;
  readonly every: number;
  readonly probability: number;
}

/** Undefined means that anything matches. */
export type FaultMatchPatterns = readonly string[] | undefined;

export type DecodedFaultAction =
  | { readonly kind: "refuse"; readonly code: ErrorCode; readonly cause: string | undefined }
  | { readonly kind: "delay"; readonly span: DelayRange; readonly submissionsOnly: boolean }
  /** Number of items that are sent before the connection closes; with 0, the call is not executed. */
  | { readonly kind: "cut"; readonly after: number }
  | { readonly kind: "loseAnswer"; readonly as: "cut" | "timeout" }
  | { readonly kind: "twice" | "contend" | "staleToken" }
  | { readonly kind: "expireToken"; readonly after: number }
  /** Number of offsets that remain. */
  | { readonly kind: "prune"; readonly keep: number };
