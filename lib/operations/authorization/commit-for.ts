import type { Micros, UserId } from "../../base/identifiers/identifiers.ts";
import type { Decide, WrittenEntry } from "../../ledger/port/decision.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";

/** On whose behalf something is written. */
export interface Writer {
  /** Whose other decisions it waits for; the host's own comes after all that was asked for before. */
  readonly userId?: UserId;
  /** Told of what was written to the store of the ledger, once it is durable; absent unless somebody hears of calls. */
  readonly wrote?: (entry: WrittenEntry) => void;
}

/** As `ledger.commit`, on behalf of a caller, who costs nothing unless somebody hears of its calls. */
export const commitFor = <Outcome>(
  ledger: Ledger,
  { userId, wrote }: Writer,
  decide: Decide<Outcome>,
): Promise<Outcome> =>
  wrote === undefined
    ? ledger.commit(decide, userId)
    : measured(decide, wrote, (deciding) => ledger.commit(deciding, userId));

/** As `ledger.commitAt`, likewise. */
export const commitAtFor = <Outcome>(
  ledger: Ledger,
  { userId, wrote }: Writer,
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
  // Of the last time that it was decided: others may have been faster.
  let written: WrittenEntry | undefined;
  const outcome = await commit((state, context) => {
    const decision = decide(state, context);
    return { ...decision, measured: (entry) => (written = entry) };
  });
  if (written !== undefined) wrote(written);
  return outcome;
};
