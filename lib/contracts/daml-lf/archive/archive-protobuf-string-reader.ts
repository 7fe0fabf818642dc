/**
 * Decodes the texts of a message. An archive contains thousands of short texts in sequence, so a whole
 * run of ASCII bytes is decoded in one call, including the tags and lengths between the texts. Texts are
 * slices of it.
 */
export class ArchiveProtobufStringReader {
  readonly #bytes: Uint8Array;
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #run = "";
  #start = 0;
  #end = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Throws if the bytes are not UTF-8. */
  readText(start: number, end: number): string {
    if (start < this.#start || end > this.#end) this.#readRun(start);
    if (end > this.#end) return this.#decode(start, end);
    return this.#run.slice(start - this.#start, end - this.#start);
  }

  #readRun(start: number): void {
    let end = start;
    while ((this.#bytes[end] ?? 0x80) < 0x80) end += 1;
    this.#run = this.#decode(start, end);
    this.#start = start;
    this.#end = end;
  }

  #decode(start: number, end: number): string {
    return this.#utf8.decode(this.#bytes.subarray(start, end));
  }
}
