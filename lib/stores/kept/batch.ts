import { hashAfter } from "../../ledger/stores/text/journal-hash.ts";

/** What waits to be written, and who for. */
export interface Waiting {
  readonly position: number;
  readonly text: string;
  /** False where something else is there instead, or the journal is another by now. */
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** What is written at once: all of it or nothing. */
export interface Batch {
  readonly entries: readonly Waiting[];
  /** Of the journal up to each of them. */
  readonly hashes: readonly string[];
}

/** These, which follow each other behind a journal of the hash `before`. */
export const batchOf = (entries: readonly Waiting[], before: string): Batch => {
  const hashes: string[] = [];
  for (const { position, text } of entries) {
    hashes.push(hashAfter(hashes.at(-1) ?? before, position, text));
  }
  return { entries, hashes };
};
