import { type Batch, batchOf, type PendingEntry } from "../shared/batch.ts";
import { branchAt } from "../shared/journal-path.ts";
import type { Put } from "./database.ts";
import { entryKey, entryValue, type Head } from "./records.ts";

interface LevelBatch extends Batch {
  readonly puts: readonly Put[];
  /** Of the journal with them. */
  readonly head: Head;
}

/** Those of what waits that follow each other behind the journal; the rest does not, as it was restored meanwhile. */
export const batchBehind = (head: Head, waiting: readonly PendingEntry[]): LevelBatch => {
  let { position } = head;
  const following = waiting.filter((each) => {
    if (each.position !== position + 1) return false;
    position++;
    return true;
  });
  const batch = batchOf(following, head.hash);
  const puts = batch.entries.map((each, index): Put => {
    const key = entryKey(branchAt(head.path, each.position) ?? 0, each.position);
    return { type: "put", key, value: entryValue(batch.hashes[index] ?? "", each.text) };
  });
  return { ...batch, puts, head: { ...head, position, hash: batch.hashes.at(-1) ?? head.hash } };
};
