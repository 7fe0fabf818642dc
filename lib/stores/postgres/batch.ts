import { type Batch, batchOf, type Waiting } from "../kept/batch.ts";

/** So much is written in one go at most: entries, and characters of what is in them. */
const maxEntries = 1_000;
const maxLength = 8 << 20;

/** Takes from the front of what waits what is written in one go, behind a journal of the hash `before`. */
export const takeBatch = (waiting: Waiting[], before: string): Batch => {
  let count = 0;
  let length = 0;
  for (const { text } of waiting.slice(0, maxEntries)) {
    length += text.length;
    if (length > maxLength && count > 0) break;
    count++;
  }
  return batchOf(waiting.splice(0, count), before);
};

/** A text holds no line break: it is JSON of one line. */
export const linesOf = (texts: readonly string[]): string => texts.join("\n");
