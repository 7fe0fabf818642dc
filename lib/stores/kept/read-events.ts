import type { LedgerEvent } from "../../ledger/state/ledger-event.ts";
import { readEntryText, UnreadableEntry } from "../../ledger/stores/text/entry-text.ts";
import { damaged } from "./errors.ts";

/** The events of an entry that is as it was written. Raises LEDGER_API_INTERNAL_ERROR for what is no entry. */
export const readEvents = (position: number, text: string): readonly LedgerEvent[] => {
  try {
    return readEntryText(text);
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    throw damaged(`entry ${position} cannot be read: ${error.message}`);
  }
};
