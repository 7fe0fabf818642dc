import type { JournalMark } from "../../ledger/stores/journal-store.ts";
import type { JournalPath } from "../shared/journal-path.ts";

/** A point of a journal in a folder. */
export class LevelMark implements JournalMark {
  readonly position: number;
  /** Whose it is. */
  readonly store: object;
  readonly path: JournalPath;
  /** With what was compacted while the store was open. */
  readonly whole: JournalPath;

  constructor(store: object, position: number, { path, whole }: Pick<LevelMark, "path" | "whole">) {
    this.position = position;
    this.store = store;
    this.path = path;
    this.whole = whole;
  }
}
