import type { Micros } from "../../base/identifiers/identifiers.ts";
import { minMicros } from "../../base/values/time.ts";
import type { LedgerState, Synchronizer } from "./ledger-state.ts";

/**
 * Returns the record time of the synchronizer's next event: now, or the time of its newest event if
 * that is later.
 */
export const nextRecordTime = ({ recordTime }: Synchronizer, now: Micros): Micros =>
  recordTime > now ? recordTime : now;

/** Returns the newest record time of all synchronizers. */
export const newestRecordTime = ({ synchronizers }: Pick<LedgerState, "synchronizers">): Micros =>
  synchronizers.reduce(
    (newest, { recordTime }) => (recordTime > newest ? recordTime : newest),
    minMicros,
  );
