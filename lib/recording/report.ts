import type { Comparison } from "./compare.ts";
import type { Verdict } from "./verdict.ts";

/** How a recording was answered when it was replayed. */
export interface ReplayReport {
  /** Of the participant: when it was recorded, and of what answered now. Undefined where it was not told. */
  readonly versions: {
    readonly recorded: string | undefined;
    readonly replayed: string | undefined;
  };
  readonly exchanges: readonly ReplayedExchange[];
  /** How many there are of each verdict. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** How many ids were others than in the recording, always the same ones. */
  readonly otherIds: number;
}

/** One call or stream of a recording. */
export interface ReplayedExchange extends Comparison {
  /** Its number in the recording. */
  readonly id: number;
  /** `POST /v2/updates`, `WebSocket /v2/updates`. */
  readonly name: string;
  readonly user: string | undefined;
  readonly verdict: Verdict;
  /** Why it is not supported; undefined otherwise. */
  readonly reason: string | undefined;
  /** What decided about it here, where it differs and that is known: a right, a rule, a code. */
  readonly decidedBy: string | undefined;
}

export const countVerdicts = (
  exchanges: readonly Pick<ReplayedExchange, "verdict">[],
): ReplayReport["counts"] => {
  const counts = { same: 0, reordered: 0, volatile: 0, differs: 0, notSupported: 0 };
  for (const { verdict } of exchanges) counts[verdict] += 1;
  return counts;
};
