import { BinaryWriter, type WireType } from "@bufbuild/protobuf/wire";

export interface WriterByteLimit {
  readonly bytes: number;
  /** Returns the error to throw if the bound is exceeded. */
  readonly tooMany: () => Error;
}

/**
 * Writes a protobuf message, and throws when it becomes too large. The count is a lower bound of
 * the size: numbers count as 0 bytes, and each character of a text as 1.
 */
export class SizeLimitedMessageWriter extends BinaryWriter {
  readonly #bound: WriterByteLimit | undefined;
  #written = 0;

  constructor(bound?: WriterByteLimit) {
    super();
    this.#bound = bound;
  }

  /** Lower bound of the number of written bytes. */
  get written(): number {
    return this.#written;
  }

  override tag(fieldNumber: number, type: WireType): this {
    this.#countWrittenBytes(1);
    return super.tag(fieldNumber, type);
  }

  override string(text: string): this {
    this.#countWrittenBytes(text.length);
    return super.string(text);
  }

  override bytes(bytes: Uint8Array): this {
    this.#countWrittenBytes(bytes.length);
    return super.bytes(bytes);
  }

  #countWrittenBytes(bytes: number): void {
    this.#written += bytes;
    if (this.#bound !== undefined && this.#written > this.#bound.bytes) throw this.#bound.tooMany();
  }
}
