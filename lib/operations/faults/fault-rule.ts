import type { ErrorCode } from "../../base/errors/catalogue.ts";
import type { Duration } from "../../base/values/time-input.ts";
import type { DelaySpan, LatencyProfile } from "./latency.ts";

/** What is to go wrong, and when. Rules are data: the same in TypeScript, in fixtures and over HTTP. */
export interface FaultRule {
  /** Names it in the request journal; `fault 1` and so on, by its place, when absent. */
  readonly name?: string;
  /** Which calls it is about; all from outside when absent. All that it says must hold. */
  readonly when?: FaultMatch;
  readonly then: FaultAction;
  /** How often it strikes at most; always when absent. */
  readonly times?: number;
}

/** Texts may have `*` for anything; of several, one must fit. */
export interface FaultMatch {
  /** Of the API's document, such as `submitAndWait`. */
  readonly operation?: string | readonly string[];
  /** A party that the request names, as its whole id or its hint. */
  readonly party?: string | readonly string[];
  /** A template, or interface, that the request names, as it writes it. */
  readonly template?: string | readonly string[];
  readonly commandId?: string | readonly string[];
  /** The user of the token. */
  readonly user?: string | readonly string[];
  /** Of the calls that fit the above only these, counted from 1. */
  readonly nth?: number | readonly number[];
  /** Of those only every so many: 3 for the third, the sixth and so on. */
  readonly every?: number;
  /** From 0 to 1, drawn from the ledger's seed; 1 when absent. */
  readonly probability?: number;
}

/**
 * - `refuse`: answers with an error of the ledger, and does nothing.
 * - `delay`: waits, by the ledger's clock, before anything else; rules behind it may strike, too. A span is drawn from.
 * - `cut`: cuts the connection before anything is done, or `after` so many items of a stream or list.
 * - `loseAnswer`: does it, and cuts the connection, or lets it end in a time-out (503).
 * - `twice`: does it twice, as if the request had been sent twice, and answers what came of the second; of streams and lists it
 *   sends each item twice.
 * - `contend`: lets the commands lose a race for the contracts that they use: LOCAL_VERDICT_LOCKED_CONTRACTS, with a completion.
 * - `expireToken`: refuses the token as if its time were over, or ends a stream so `after` so many items.
 * - `staleToken`: takes the continuation or page token for one of another request. Strikes only requests that have one.
 * - `prune`: prunes the ledger first, up to its end or so that so many offsets are kept.
 */
export type FaultAction =
  | PlainFault
  | { readonly refuse: ErrorCode | { readonly code: ErrorCode; readonly cause?: string } }
  | { readonly delay: Duration | { readonly from: Duration; readonly to: Duration } }
  | { readonly delay: { readonly as: LatencyProfile } }
  | { readonly cut: { readonly after: number } }
  | { readonly loseAnswer: "cut" | "timeout" }
  | { readonly expireToken: { readonly after: number } }
  | { readonly prune: { readonly keep: number } };

/** What can befall a call, and takes no more than its name. */
export type PlainFault =
  "cut" | "loseAnswer" | "twice" | "contend" | "expireToken" | "staleToken" | "prune";

/** A rule as it was read: nothing in it is left open. */
export interface ReadFault {
  readonly rule: FaultRule;
  readonly name: string;
  readonly times: number;
  readonly match: ReadMatch;
  readonly action: ReadAction;
}

export interface ReadMatch {
  readonly operation: Patterns;
  readonly party: Patterns;
  readonly template: Patterns;
  readonly commandId: Patterns;
  readonly user: Patterns;
  /** Undefined: all. */
  readonly nth: readonly number[] | undefined;
  readonly every: number;
  readonly probability: number;
}

/** Undefined: anything fits. */
export type Patterns = readonly string[] | undefined;

export type ReadAction =
  | { readonly kind: "refuse"; readonly code: ErrorCode; readonly cause: string | undefined }
  | { readonly kind: "delay"; readonly span: DelaySpan; readonly submissionsOnly: boolean }
  /** Items of a stream or list that go out before; 0: none, and nothing is done. */
  | { readonly kind: "cut"; readonly after: number }
  | { readonly kind: "loseAnswer"; readonly as: "cut" | "timeout" }
  | { readonly kind: "twice" | "contend" | "staleToken" }
  | { readonly kind: "expireToken"; readonly after: number }
  /** Offsets that are not pruned. */
  | { readonly kind: "prune"; readonly keep: number };
