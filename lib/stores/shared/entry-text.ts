import type { LedgerEvent } from "../../ledger/state/ledger-event.ts";
import type { JournalEntry } from "../../ledger/state/ledger-event.ts";
import type { JournalStore } from "../../ledger/stores/journal-store.ts";
import { createMemoryStore } from "../../ledger/stores/memory-store.ts";
import {
  readEntryText,
  readEntryTextInTurns,
  UnreadableEntry,
} from "../../ledger/stores/text/entry-text.ts";
import { damaged } from "./errors.ts";

/** Returns the events of an entry. Raises SERVICE_NOT_RUNNING for a text that is not an entry. */
export const readEvents = (position: number, text: string): readonly LedgerEvent[] => {
  try {
    return readEntryText(text);
  } catch (error) {
    throw unreadable(position, error);
  }
};

/** Like {@link readEvents}, but yields to the event loop if the text is large. */
export const readEventsInTurns = async (
  position: number,
  text: string,
): Promise<readonly LedgerEvent[]> => {
  try {
    return await readEntryTextInTurns(text);
  } catch (error) {
    throw unreadable(position, error);
  }
};

const unreadable = (position: number, error: unknown): unknown =>
  error instanceof UnreadableEntry
    ? damaged(`entry ${position} cannot be read: ${error.message}`)
    : error;

/** Returns a store in memory with these entries. */
export const copyToMemory = async (entries: AsyncIterable<JournalEntry>): Promise<JournalStore> => {
  const store = createMemoryStore();
  for await (const { position, events } of entries) {
    if (!(await store.append(position, events))) await store.compact?.(position, () => events);
  }
  return store;
};
