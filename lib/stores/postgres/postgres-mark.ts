import type { JournalMark } from "../../ledger/stores/journal-store.ts";
import type { JournalPath } from "../kept/journal-path.ts";

/** A point of a journal in a database. */
export class PostgresMark implements JournalMark {
  readonly position: number;
  /** Whose it is. */
  readonly store: object;
  readonly path: JournalPath;

  constructor(store: object, position: number, path: JournalPath) {
    this.position = position;
    this.store = store;
    this.path = path;
  }
}
