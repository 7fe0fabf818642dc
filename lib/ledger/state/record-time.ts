import type { Micros } from "../../base/identifiers/identifiers.ts";
import { minMicros } from "../../base/values/time.ts";
import type { LedgerState, Synchronizer } from "./ledger-state.ts";

/** When the next event of the synchronizer is recorded: now, or with its newest one when that is later. */
export const nextRecordTime = ({ recordTime }: Synchronizer, now: Micros): Micros =>
  recordTime > now ? recordTime : now;

/** When the newest of what is on a ledger was recorded, on any of its synchronizers. */
export const newestRecordTime = ({ synchronizers }: Pick<LedgerState, "synchronizers">): Micros =>
  synchronizers.reduce(
    (newest, { recordTime }) => (recordTime > newest ? recordTime : newest),
    minMicros,
  );
