/**
 * Number of characters to process before the event loop runs. Processing this many takes a few
 * milliseconds.
 */
export const sliceLength = 1 << 18;

/** Yields a text in parts of about that length. Never splits a surrogate pair. */
export function* slicesOf(text: string): Generator<string, void, undefined> {
  for (let begin = 0; begin < text.length;) {
    let end = Math.min(begin + sliceLength, text.length);
    if (isFirstHalf(text.charCodeAt(end - 1))) end++;
    yield text.slice(begin, end);
    begin = end;
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Counts the characters processed since the event loop last ran. */
export class Turn {
  #length = 0;

  isOverAfter({ length }: string): boolean {
    this.#length += length;
    if (this.#length < sliceLength) return false;
    this.#length = 0;
    return true;
  }
}
