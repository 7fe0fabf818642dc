/** Characters: what is done to so many takes a few milliseconds, and then others have their turn. */
export const sliceLength = 1 << 18;

/** A text in parts of about that length; no character is cut in two. */
export function* slicesOf(text: string): Generator<string, void, undefined> {
  for (let begin = 0; begin < text.length;) {
    let end = Math.min(begin + sliceLength, text.length);
    if (isFirstHalf(text.charCodeAt(end - 1))) end++;
    yield text.slice(begin, end);
    begin = end;
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** How much was done since others had their turn. */
export class Turn {
  #length = 0;

  isOverAfter({ length }: string): boolean {
    this.#length += length;
    if (this.#length < sliceLength) return false;
    this.#length = 0;
    return true;
  }
}
