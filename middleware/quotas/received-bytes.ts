/**
 * Bytes that arrive in chunks. Chunks are copied into one array, because a small chunk costs
 * several hundred bytes of overhead.
 */
export class ReceivedBytes {
  #bytes: Uint8Array = nothing;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (this.#length === 0) {
      // Most bodies are one chunk, which needs no copy.
      this.#bytes = piece;
    } else {
      if (length > this.#bytes.length) this.#grow(length);
      this.#bytes.set(piece, this.#length);
    }
    this.#length = length;
  }

  clear(): void {
    this.#bytes = nothing;
    this.#length = 0;
  }

  /** All received bytes. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

const nothing = new Uint8Array();
