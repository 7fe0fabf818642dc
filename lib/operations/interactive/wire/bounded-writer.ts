import { BinaryWriter, type WireType } from "@bufbuild/protobuf/wire";

export interface WriterBound {
  readonly bytes: number;
  /** What is thrown beyond. */
  readonly tooMany: () => Error;
}

/**
 * Writes a message, and stops where it becomes too large. It counts no more than there is: numbers not at all, and a character of a text as
 * one byte.
 */
export class BoundedWriter extends BinaryWriter {
  readonly #bound: WriterBound | undefined;
  #written = 0;

  constructor(bound?: WriterBound) {
    super();
    this.#bound = bound;
  }

  /** So many bytes at least. */
  get written(): number {
    return this.#written;
  }

  override tag(fieldNumber: number, type: WireType): this {
    this.#count(1);
    return super.tag(fieldNumber, type);
  }

  override string(text: string): this {
    this.#count(text.length);
    return super.string(text);
  }

  override bytes(bytes: Uint8Array): this {
    this.#count(bytes.length);
    return super.bytes(bytes);
  }

  #count(bytes: number): void {
    this.#written += bytes;
    if (this.#bound !== undefined && this.#written > this.#bound.bytes) throw this.#bound.tooMany();
  }
}
