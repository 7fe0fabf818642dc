import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** Writes a protobuf message, omitting zeros as in proto3. */
export class MessageWriter {
  readonly #writer: BinaryWriter = new BinaryWriter();

  int(field: number, content: number): this {
    return content === 0 ? this : this.chosenInt(field, content);
  }

  /** Writes a member of a `oneof`, even if it is zero. */
  chosenInt(field: number, content: number): this {
    this.#writer.tag(field, WireType.Varint).int32(content);
    return this;
  }

  bool(field: number, content: boolean): this {
    return this.int(field, Number(content));
  }

  sint64(field: number, content: bigint): this {
    this.#writer.tag(field, WireType.Varint).sint64(content);
    return this;
  }

  sfixed64(field: number, content: bigint): this {
    this.#writer.tag(field, WireType.Bit64).sfixed64(content);
    return this;
  }

  string(field: number, content: string): this {
    this.#writer.tag(field, WireType.LengthDelimited).string(content);
    return this;
  }

  bytes(field: number, content: Uint8Array): this {
    this.#writer.tag(field, WireType.LengthDelimited).bytes(content);
    return this;
  }

  message(field: number, write: (message: MessageWriter) => unknown): this {
    this.#writer.tag(field, WireType.LengthDelimited).fork();
    write(this);
    this.#writer.join();
    return this;
  }

  packed(field: number, content: readonly number[]): this {
    this.#writer.tag(field, WireType.LengthDelimited).fork();
    for (const each of content) this.#writer.int32(each);
    this.#writer.join();
    return this;
  }

  finish(): Uint8Array {
    return this.#writer.finish();
  }
}
