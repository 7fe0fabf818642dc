import type { Micros, UserId } from "../../base/identifiers/identifiers.ts";
import type { Decide, WrittenEntry } from "../../ledger/port/decision.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";

/** The caller on whose behalf a decision is committed. */
export interface CommitCaller {
  /**
   * The decision queues with the user's other decisions; without a user, it runs after all earlier
   * ones.
   */
  readonly userId?: UserId;
  /**
   * Called with the size of the written entry once it is durable; absent unless calls are observed.
   */
  readonly wrote?: ((entry: WrittenEntry) => void) | undefined;
}

/** Like `ledger.commit`, on behalf of a caller. Without observers of calls it adds no cost. */
export const commitFor = <Outcome>(
  ledger: Ledger,
  { userId, wrote }: CommitCaller,
  decide: Decide<Outcome>,
): Promise<Outcome> =>
  wrote === undefined
    ? ledger.commit(decide, userId)
    : measured(decide, wrote, (deciding) => ledger.commit(deciding, userId));

/** Like `ledger.commitAt`, on behalf of a caller. */
export const commitAtFor = <Outcome>(
  ledger: Ledger,
  { userId, wrote }: CommitCaller,
  { time, decide }: { readonly time: Micros; readonly decide: Decide<Outcome> },
): Promise<Outcome> =>
  wrote === undefined
    ? ledger.commitAt(time, decide, userId)
    : measured(decide, wrote, (deciding) => ledger.commitAt(time, deciding, userId));

const measured = async <Outcome>(
  decide: Decide<Outcome>,
  wrote: (entry: WrittenEntry) => void,
  commit: (decide: Decide<Outcome>) => Promise<Outcome>,
): Promise<Outcome> => {
  // The entry of the last decision: it is made again if another process wrote first.
  let written: WrittenEntry | undefined;
  const outcome = await commit((state, context) => {
    const decision = decide(state, context);
    return { ...decision, measured: (entry) => (written = entry) };
  });
  if (written !== undefined) wrote(written);
  return outcome;
};
