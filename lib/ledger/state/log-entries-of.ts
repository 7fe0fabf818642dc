import type { JournalEvent } from "./journal-event.ts";
import type { LogEntry } from "./log-entry.ts";

/** Returns the entries that the events of a journal entry add to the log. */
export const deriveLogEntriesFromEvents = (events: readonly JournalEvent[]): readonly LogEntry[] =>
  events.flatMap((event) => {
    if (event.kind === "journalCondensed") return event.state.log;
    const update = "update" in event ? event.update : undefined;
    const completion = "completion" in event ? event.completion : undefined;
    const offset = (update ?? completion)?.offset;
    if (offset === undefined) return [];
    return [{ offset, ...(update && { update }), ...(completion && { completion }) }];
  });
