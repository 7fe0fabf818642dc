import type { JournalStore } from "../../ledger/stores/journal-store.ts";
import { createMemoryStore } from "../../ledger/stores/memory-store.ts";

/** A journal in memory with all entries of another, as it is by now. */
export const forkOf = async (journal: Pick<JournalStore, "read">): Promise<JournalStore> => {
  const store = createMemoryStore();
  for await (const { position, events } of journal.read(0)) {
    if (!(await store.append(position, events))) await store.compact?.(position, () => events);
  }
  return store;
};
