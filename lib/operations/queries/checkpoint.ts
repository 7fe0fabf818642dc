import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import type { LedgerState, LogEntry, Synchronizer } from "../../ledger/state/ledger-state.ts";

/** The progress of a stream: an offset, and the record time of each synchronizer at that offset. */
export interface OffsetCheckpoint {
  readonly offset: Offset;
  readonly synchronizers: readonly Synchronizer[];
}

export const createOffsetCheckpoint = ({
  ledgerEnd: offset,
  synchronizers,
}: LedgerState): OffsetCheckpoint => ({
  offset,
  synchronizers,
});

/**
 * Returns the newest checkpoint at the time `now`; undefined while the log is empty. The first
 * checkpoint is at the first entry of the log. After each further interval there is one at the
 * ledger end of that time. Takes a few look-ups.
 */
export const findNewestOffsetCheckpoint = (
  state: LedgerState,
  now: Micros,
  intervalMillis: number,
): OffsetCheckpoint | undefined => {
  const [first] = state.log.entries(state.prunedUpTo + 1);
  const begin = first && getEntryRecordTime(first[1]);
  if (first === undefined || begin === undefined) return undefined;
  const interval = BigInt(intervalMillis) * 1000n;
  const madeAt = now < begin ? begin : now - ((now - begin) % interval);
  const offset = madeAt === begin ? first[0] : findLastOffsetUntil(state, first[0], madeAt);
  const synchronizers = state.synchronizers.map((synchronizer) =>
    synchronizer.recordTime <= madeAt ? synchronizer : { ...synchronizer, recordTime: madeAt },
  );
  return { offset, synchronizers };
};

/**
 * Returns the last offset with a record time of `time` or earlier. The entry at `first` must have
 * one.
 */
const findLastOffsetUntil = (state: LedgerState, first: Offset, time: Micros): Offset => {
  let [low, high] = [first, state.ledgerEnd];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const entry = state.log.get(middle);
    const recordTime = entry && getEntryRecordTime(entry);
    if (recordTime === undefined || recordTime <= time) low = middle;
    else high = middle - 1;
  }
  return low;
};

const getEntryRecordTime = ({ update, completion }: LogEntry): Micros | undefined =>
  (update ?? completion)?.recordTime;
