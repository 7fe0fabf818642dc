import type { Micros } from "../../ground/identifiers/identifiers.ts";
import type { Synchronizer } from "./ledger-state.ts";

/** When the next event of the synchronizer is recorded: now, or with its newest one when that is later. */
export const nextRecordTime = ({ recordTime }: Synchronizer, now: Micros): Micros =>
  recordTime > now ? recordTime : now;
