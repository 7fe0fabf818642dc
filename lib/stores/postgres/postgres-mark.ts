import type { JournalMark } from "../../ledger/stores/journal-store.ts";
import type { JournalPath } from "../kept/journal-path.ts";
import type { Journal } from "./journal.ts";

/** A point of a journal in a database. */
export class PostgresMark implements JournalMark {
  readonly position: number;
  /** Whose it is. */
  readonly store: object;
  readonly path: JournalPath;
  /** Of the journal up to there, where it is known. */
  readonly hash: string | undefined;

  constructor(store: object, position: number, path: JournalPath, hash?: string) {
    this.position = position;
    this.store = store;
    this.path = path;
    this.hash = hash;
  }
}

/** What the journal is up to a mark; rejects with LEDGER_API_INTERNAL_ERROR where that is gone, and as {@link Journal.ask} does. */
export const hashOf = async (
  { hash, path, position }: PostgresMark,
  journal: Journal,
): Promise<string> => hash ?? journal.hashAt(path, position);
