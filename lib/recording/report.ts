import type { ReplayComparison } from "./compare.ts";
import type { ReplayVerdict } from "./replay-verdict.ts";

/** The result of a replay. */
export interface ReplayReport {
  /** The participant's version in the recording and in the replay; undefined if unknown. */
  readonly versions: {
    readonly recorded: string | undefined;
    readonly replayed: string | undefined;
  };
  readonly exchanges: readonly ReplayedExchange[];
  /** The number of exchanges with each verdict. */
  readonly counts: Readonly<Record<ReplayVerdict, number>>;
  /**
   * The number of recorded ids for which the replay generated a different id. Each was replaced
   * with the same id everywhere.
   */
  readonly otherIds: number;
}

/** The result for one call or stream. */
export interface ReplayedExchange extends ReplayComparison {
  /** The number of the exchange in the recording. */
  readonly id: number;
  /** A readable name, such as `POST /v2/updates` or `WebSocket /v2/updates`. */
  readonly name: string;
  readonly user: string | undefined;
  readonly verdict: ReplayVerdict;
  /** The reason why the exchange is not supported; undefined if it is supported. */
  readonly reason: string | undefined;
  /** The cause of a differing response, if known: a right, a rule or an error code. */
  readonly decidedBy: string | undefined;
}

export const countReplayVerdicts = (
  exchanges: readonly Pick<ReplayedExchange, "verdict">[],
): ReplayReport["counts"] => {
  const counts = { same: 0, reordered: 0, volatile: 0, differs: 0, notSupported: 0 };
  for (const { verdict } of exchanges) counts[verdict] += 1;
  return counts;
};
