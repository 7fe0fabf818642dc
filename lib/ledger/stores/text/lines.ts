/** Text or its UTF-8 bytes, as a whole or in pieces: from files, responses or programs. */
export type TextSource =
  string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Yields the lines of a text, without their line ends. The last line is the text after the last
 * line end. Throws a TypeError for invalid UTF-8.
 */
export async function* streamLines(source: TextSource): AsyncGenerator<string, void, undefined> {
  const whole = typeof source === "string" || source instanceof Uint8Array;
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  /**
   * Pieces of the unfinished line. They are joined when it ends, because a long line may come in
   * many pieces.
   */
  let begun: string[] = [];
  for await (const piece of whole ? [source] : source) {
    const text = typeof piece === "string" ? piece : utf8.decode(piece, { stream: true });
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      yield removeCarriageReturn([...begun, line].join(""));
      begun = [];
    }
    begun.push(last);
  }
  yield removeCarriageReturn([...begun, utf8.decode()].join(""));
}

/** Removes the carriage return of a CRLF line end. */
const removeCarriageReturn = (line: string): string =>
  line.endsWith("\r") ? line.slice(0, -1) : line;
