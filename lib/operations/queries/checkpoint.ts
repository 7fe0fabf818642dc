import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import type { LedgerState, LogEntry, Synchronizer } from "../../ledger/state/ledger-state.ts";

/** How far a stream has come, and what time it was then on each synchronizer. */
export interface Checkpoint {
  readonly offset: Offset;
  readonly synchronizers: readonly Synchronizer[];
}

export const checkpointNow = ({ ledgerEnd: offset, synchronizers }: LedgerState): Checkpoint => ({
  offset,
  synchronizers,
});

/**
 * The newest checkpoint at `now`: one is made of the first entry of the log, and one of the ledger end
 * every interval after that; undefined while the log is empty. Costs a few look-ups in it.
 */
export const newestCheckpoint = (
  state: LedgerState,
  now: Micros,
  intervalMillis: number,
): Checkpoint | undefined => {
  const [first] = state.log.entries(state.prunedUpTo + 1);
  const begin = first && recordTimeOf(first[1]);
  if (first === undefined || begin === undefined) return undefined;
  const interval = BigInt(intervalMillis) * 1000n;
  const madeAt = now < begin ? begin : now - ((now - begin) % interval);
  const offset = madeAt === begin ? first[0] : lastUntil(state, first[0], madeAt);
  const synchronizers = state.synchronizers.map((synchronizer) =>
    synchronizer.recordTime <= madeAt ? synchronizer : { ...synchronizer, recordTime: madeAt },
  );
  return { offset, synchronizers };
};

/** The last offset whose entry was recorded at `time` or before, which that of `first` was. */
const lastUntil = (state: LedgerState, first: Offset, time: Micros): Offset => {
  let [low, high] = [first, state.ledgerEnd];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const entry = state.log.get(middle);
    const recordTime = entry && recordTimeOf(entry);
    if (recordTime === undefined || recordTime <= time) low = middle;
    else high = middle - 1;
  }
  return low;
};

const recordTimeOf = ({ update, completion }: LogEntry): Micros | undefined =>
  (update ?? completion)?.recordTime;
