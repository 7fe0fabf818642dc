/** Maximum size of the buffer after `clear`, in bytes; a larger buffer is replaced. */
const maxRetainedCapacity = 1 << 20;

/** Maximum length of a view that is kept, in bytes. */
const maxKeptView = 1024;

/**
 * Writes big-endian binary data into a buffer that doubles when it is full. After `clear`, the
 * buffer is reused.
 */
export class GrowingByteWriter {
  #bytes: Uint8Array;
  #view: DataView;
  #length = 0;
  /**
   * Views of written bytes, by length. Short ones are kept, because creating a view takes as long as hashing
   * its bytes. Undefined until the buffer is reused.
   */
  #views: Map<number, Uint8Array> | undefined;

  constructor(capacity = 512) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Returns the bytes written since the last `clear`. Valid only until the next write. */
  getWrittenBytes(): Uint8Array {
    const kept = this.#views?.get(this.#length);
    if (kept !== undefined) return kept;
    const view = this.#bytes.subarray(0, this.#length);
    if (this.#length <= maxKeptView) this.#views?.set(this.#length, view);
    return view;
  }

  clear(): void {
    this.#length = 0;
    this.#views ??= new Map();
    if (this.#bytes.length > maxRetainedCapacity) this.#resizeBuffer(maxRetainedCapacity);
  }

  /** Removes everything from position `length` on. */
  truncateBytes(length: number): void {
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  writeByte(value: number): void {
    const at = this.#reserveBytes(1);
    this.#bytes[at] = value;
  }

  writeInt32(value: number): void {
    const at = this.#reserveBytes(4);
    this.#view.setInt32(at, value);
  }

  writeInt64(value: bigint): void {
    const at = this.#reserveBytes(8);
    this.#view.setBigInt64(at, value);
  }

  /** Writes the bytes without a length. */
  writeRawBytes(bytes: Uint8Array): void {
    const at = this.#reserveBytes(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** Writes the length in bytes, then the text in UTF-8. */
  writeString(text: string): void {
    const at = this.#reserveBytes(4 + 3 * text.length);
    const length = this.#writeUtf8(text, at + 4);
    this.#view.setInt32(at, length);
    this.#length = at + 4 + length;
  }

  /** Writes the length in bytes, then the bytes of lowercase `hex`. */
  writeHex(hex: string): void {
    this.writeInt32(hex.length / 2);
    this.writeRawHex(hex);
  }

  /** Writes the bytes of lowercase `hex` without a length. */
  writeRawHex(hex: string): void {
    const size = hex.length / 2;
    const at = this.#reserveBytes(size);
    for (let index = 0; index < size; index++) {
      this.#bytes[at + index] =
        (parseHexDigit(hex.charCodeAt(2 * index)) << 4) |
        parseHexDigit(hex.charCodeAt(2 * index + 1));
    }
  }

  /** Writes the length in bytes, then `value` in two's complement with as few bytes as possible. */
  writeTwosComplement(value: bigint): void {
    if (BigInt.asIntN(64, value) === value) this.#writeShortTwosComplement(value);
    else this.#writeLongTwosComplement(value);
  }

  /**
   * Writes the shortest form of a value that fits into eight bytes: omits leading bytes that only
   * repeat the sign.
   */
  #writeShortTwosComplement(value: bigint): void {
    const at = this.#reserveBytes(12);
    const bytes = this.#bytes;
    this.#view.setBigInt64(at + 4, value);
    const sign = value < 0n ? 0xff : 0;
    let surplus = 0;
    while (surplus < 7 && bytes[at + 4 + surplus] === sign) surplus++;
    const hasSign = ((bytes[at + 4 + surplus] ?? 0) & 0x80) === (sign & 0x80);
    if (!hasSign) surplus--;
    bytes.copyWithin(at + 4, at + 4 + surplus, at + 12);
    this.#view.setInt32(at, 8 - surplus);
    this.#length = at + 12 - surplus;
  }

  #writeLongTwosComplement(value: bigint): void {
    const magnitude = (value < 0n ? -value - 1n : value).toString(16);
    const topBits = 32 - Math.clz32(Number.parseInt(magnitude.charAt(0), 16));
    const size = Math.floor((4 * (magnitude.length - 1) + topBits) / 8) + 1;
    this.writeHex(
      BigInt.asUintN(8 * size, value)
        .toString(16)
        .padStart(2 * size, "0"),
    );
  }

  /** Reserves space for the length of the following data. Pass the result to {@link endLength}. */
  beginLength(): number {
    return this.#reserveBytes(4);
  }

  /** Writes the length of the data since {@link beginLength} into the reserved space. */
  endLength(start: number): void {
    this.#view.setInt32(start, this.#length - start - 4);
  }

  #writeUtf8(text: string, at: number): number {
    // For short ASCII texts a loop is faster than TextEncoder. For longer ones it is not: V8 stores
    // a concatenated string as a tree, in which reading one character can take ten times as long.
    if (text.length > 32) return utf8Encoder.encodeInto(text, this.#bytes.subarray(at)).written;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) return utf8Encoder.encodeInto(text, this.#bytes.subarray(at)).written;
      this.#bytes[at + index] = unit;
    }
    return text.length;
  }

  /** Makes the buffer large enough and returns the position of the new data. */
  #reserveBytes(size: number): number {
    const at = this.#length;
    this.#length = at + size;
    if (this.#length > this.#bytes.length) {
      this.#resizeBuffer(Math.max(this.#length, 2 * this.#bytes.length));
    }
    return at;
  }

  /** Replaces the buffer by one of this capacity, and copies as much of the content as fits. */
  #resizeBuffer(capacity: number): void {
    const bytes = new Uint8Array(capacity);
    bytes.set(this.#bytes.subarray(0, capacity));
    this.#bytes = bytes;
    this.#views = undefined;
    this.#view = new DataView(bytes.buffer);
  }
}

const utf8Encoder = new TextEncoder();

const parseHexDigit = (code: number): number => (code <= 57 ? code - 48 : code - 87);
