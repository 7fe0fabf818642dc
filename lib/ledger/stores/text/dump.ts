import type { JournalEntry } from "../../state/journal-event.ts";
import { entryText, entryTextAsync } from "./entry-text.ts";
import { emptyHash, hashAfter } from "./journal-hash.ts";

/*
 * A dump is one JSON document with a line for each entry, so that it can be read and written piece
 * by piece, however long it is:
 *
 *   {"dump":"ledger-in-a-box","version":1,"entries":[
 *   {"position":1,"hash":"…","entry":{"version":1,"events":[…]}},
 *   {"position":2,"hash":"…","entry":{…}}
 *   ],"count":2}
 */

export const dumpVersion = 1;
export const dumpBeginning = `{"dump":"ledger-in-a-box","version":`;

/** Target length of a piece, in characters. */
const pieceLength = 1 << 16;

/**
 * Maximum number of events of an entry that is written without yielding. Most entries have fewer.
 */
const fewEvents = 16;

/** Yields the entries as a dump, in pieces of text. Equal journals give equal dumps. */
export async function* dumpOf(
  entries: AsyncIterable<JournalEntry>,
): AsyncGenerator<string, void, undefined> {
  let piece = `${dumpBeginning}${dumpVersion},"entries":[`;
  let hash = emptyHash;
  let count = 0;
  for await (const { position, events } of entries) {
    const separator = count === 0 ? "\n" : ",\n";
    count++;
    const isSmall = events.length <= fewEvents;
    const entry = isSmall ? entryText(events) : await entryTextAsync(events);
    hash = hashAfter(hash, position, entry);
    piece += `${separator}{"position":${position},"hash":"${hash}","entry":${entry}}`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}\n],"count":${count}}\n`;
}
