import { hashAfter } from "../../ledger/stores/text/journal-hash.ts";

/** What waits to be written, and who for. */
export interface Waiting {
  readonly position: number;
  readonly text: string;
  readonly resolve: (isFirst: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** What is written in one transaction. */
export interface Batch {
  readonly entries: readonly Waiting[];
  readonly hashes: readonly string[];
}

/** So much is written in one go at most: entries, and characters of what is in them. */
const maxEntries = 1_000;
const maxLength = 8 << 20;

/** Takes from the front of what waits what is written in one go, behind a journal of the hash `before`. */
export const takeBatch = (waiting: Waiting[], before: string): Batch => {
  const hashes: string[] = [];
  let length = 0;
  let hash = before;
  for (const { position, text } of waiting.slice(0, maxEntries)) {
    length += text.length;
    if (length > maxLength && hashes.length > 0) break;
    hash = hashAfter(hash, position, text);
    hashes.push(hash);
  }
  return { entries: waiting.splice(0, hashes.length), hashes };
};

/** A text holds no line break: it is JSON of one line. */
export const linesOf = (texts: readonly string[]): string => texts.join("\n");
