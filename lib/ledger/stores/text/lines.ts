/** Text, or the bytes of it in UTF-8, as a whole or in pieces: what files, responses and programs hand over. */
export type TextSource =
  string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** The lines of a text, without their ends; the last is what follows the last end. Throws a TypeError for what is no UTF-8. */
export async function* linesOf(source: TextSource): AsyncGenerator<string, void, undefined> {
  const whole = typeof source === "string" || source instanceof Uint8Array;
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  /** Of the line that has not ended yet: joined once it has, since long lines come in many pieces. */
  let begun: string[] = [];
  for await (const piece of whole ? [source] : source) {
    const text = typeof piece === "string" ? piece : utf8.decode(piece, { stream: true });
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      yield withoutReturn([...begun, line].join(""));
      begun = [];
    }
    begun.push(last);
  }
  yield withoutReturn([...begun, utf8.decode()].join(""));
}

/** Some programs end lines with two characters. */
const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);
