import { yieldToEventLoop } from "../../base/scheduling/yield-to-event-loop.ts";
import type { JournalEntry, JournalEvent } from "../../ledger/state/journal-event.ts";
import type { JournalStore } from "../../ledger/stores/journal-store.ts";
import { createMemoryStore } from "../../ledger/stores/memory-store.ts";
import { damagedStoreError } from "../../ledger/stores/store-errors.ts";
import { readEntryText, UnreadableEntry } from "../../ledger/stores/text/entry-text.ts";

/**
 * Returns the events of an entry, which has several lines if it is a compacted one. Raises
 * SERVICE_NOT_RUNNING for a text that is not an entry.
 */
export const parseEntryEvents = (position: number, text: string): readonly JournalEvent[] =>
  text.split("\n").flatMap((line) => {
    try {
      return readEntryText(line);
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      throw damagedStoreError(`entry ${position} cannot be read: ${error.message}`);
    }
  });

/** Like {@link parseEntryEvents}, but yields to the event loop after each of several lines. */
export const parseEntryEventsAsync = async (
  position: number,
  text: string,
): Promise<readonly JournalEvent[]> => {
  const lines = text.split("\n");
  const events: JournalEvent[] = [];
  for (const line of lines) {
    for (const event of parseEntryEvents(position, line)) events.push(event);
    if (lines.length > 1) await yieldToEventLoop();
  }
  return events;
};

/** Returns a store in memory with these entries. */
export const copyToMemory = async (entries: AsyncIterable<JournalEntry>): Promise<JournalStore> => {
  const store = createMemoryStore();
  for await (const { position, events } of entries) {
    if (!(await store.append(position, events))) await store.compact?.(position, () => events);
  }
  return store;
};
