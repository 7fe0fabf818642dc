import type { LedgerEvent } from "../../ledger/state/ledger-event.ts";
import {
  readEntryText,
  readEntryTextInTurns,
  UnreadableEntry,
} from "../../ledger/stores/text/entry-text.ts";
import { damaged } from "./errors.ts";

/** The events of an entry that is as it was written. Raises LEDGER_API_INTERNAL_ERROR for what is no entry. */
export const readEvents = (position: number, text: string): readonly LedgerEvent[] => {
  try {
    return readEntryText(text);
  } catch (error) {
    throw refusalOf(position, error);
  }
};

/** The same, in turns where it is large. */
export const readEventsInTurns = async (
  position: number,
  text: string,
): Promise<readonly LedgerEvent[]> => {
  try {
    return await readEntryTextInTurns(text);
  } catch (error) {
    throw refusalOf(position, error);
  }
};

const refusalOf = (position: number, error: unknown): unknown =>
  error instanceof UnreadableEntry
    ? damaged(`entry ${position} cannot be read: ${error.message}`)
    : error;
