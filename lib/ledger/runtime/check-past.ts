import { nextTurn } from "../../ground/scheduling/next-turn.ts";
import { PastCheck } from "../state/check-past.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import { pastOfCheckpoint } from "./checkpoint-lines.ts";

/** What a start begins with, and looks things up in. */
export interface CheckedPast {
  /** Of the checkpoint. */
  readonly position: number;
  /** How many updates, completions and records of coin history are looked up. */
  readonly entries: number;
}

/** So many are checked, and then others have their turn. */
const entriesInTurn = 50;

/**
 * Holds what a ledger would begin with, and would look up, against what the journal tells; undefined where it would read the whole
 * journal. Rejects with LEDGER_API_INTERNAL_ERROR for what is not as it was written. O(all of it).
 */
export const checkPast = async (store: JournalStore): Promise<CheckedPast | undefined> => {
  const { archive: kept, checkpoints } = store;
  if (kept === undefined) return undefined;
  const told = await checkpoints?.newest(({ position, lines }) => {
    const read = pastOfCheckpoint({ lines });
    return read && { position, ...read };
  });
  if (told === undefined) return undefined;
  const past = { ...told.past, reader: kept.reader() };
  const active = new Set(told.contracts().map(({ contract }) => contract.contractId));
  const check = new PastCheck(past, active);
  let entries = 0;
  for (const part of [check.offsets(), check.records()]) {
    while (part.next().done !== true) {
      if (++entries % entriesInTurn === 0) await nextTurn();
    }
  }
  return { position: told.position, entries };
};
