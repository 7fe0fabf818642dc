import { createMemoryStore, type JournalStore } from "../../lib/store.ts";

/** Creates a memory store without `enqueue`: the ledger awaits each `append`, which the test may replace. */
export const appendOnlyStore = (): JournalStore =>
  Object.defineProperty(createMemoryStore(), "enqueue", { value: undefined });
