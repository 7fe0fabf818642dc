import type { ReplayComparison } from "./compare.ts";

/** The result of comparing one replayed exchange. */
export type ReplayVerdict =
  /** Equal, except for consistently mapped ids. */
  | "same"
  /** Equal, except for the order of list items. */
  | "reordered"
  /** Equal, except for values that always vary: times, traces, blobs. */
  | "volatile"
  | "differs"
  /** The target does not serve such a call, or the recording of it is incomplete. */
  | "notSupported";

export const determineComparisonVerdict = ({
  differences,
  reordered,
  volatile,
}: ReplayComparison): ReplayVerdict => {
  if (differences.length > 0) return "differs";
  if (reordered.length > 0) return "reordered";
  return volatile.length > 0 ? "volatile" : "same";
};

/** The comparison of an exchange, or the reason why the exchange is not supported. */
export type ReplayComparisonOutcome = ReplayComparison | { readonly notSupported: string };
