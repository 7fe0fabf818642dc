import type { Comparison } from "./compare.ts";

/** What became of an exchange that was replayed. */
export type Verdict =
  /** Equal, but for ids that are others throughout. */
  | "same"
  /** Equal, but lists have their items in another order. */
  | "reordered"
  /** Equal, but for what is never equal: times, traces, blobs. */
  | "volatile"
  | "differs"
  /** Nothing here answers such a call, or it was not recorded in full. */
  | "notSupported";

export const verdictOf = ({ differences, reordered, volatile }: Comparison): Verdict => {
  if (differences.length > 0) return "differs";
  if (reordered.length > 0) return "reordered";
  return volatile.length > 0 ? "volatile" : "same";
};

/** What came of an exchange, before it is told. */
export type Outcome = Comparison | { readonly notSupported: string };
