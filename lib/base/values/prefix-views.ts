/** Maximum length of a view that is kept, in bytes. */
const maxKeptLength = 1024;

/**
 * Views of the beginning of a buffer. Keeps one view for each short length, because creating a view takes
 * as long as hashing its bytes.
 */
export class PrefixViews {
  readonly #bytes: Uint8Array;
  readonly #byLength = new Map<number, Uint8Array>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns a view of the first `length` bytes. Later calls may return the same view. */
  getPrefix(length: number): Uint8Array {
    const known = this.#byLength.get(length);
    if (known !== undefined) return known;
    const view = this.#bytes.subarray(0, length);
    if (length <= maxKeptLength) this.#byLength.set(length, view);
    return view;
  }
}
