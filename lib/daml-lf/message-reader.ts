import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { isLedgerError, ledgerError, type LedgerError } from "../errors/ledger-error.ts";

/** A message that is not what the archive format says. Raised as DAR_PARSE_ERROR. */
export const malformed = (reason: string): LedgerError =>
  ledgerError("DAR_PARSE_ERROR", { cause: `The Daml-LF archive is malformed: ${reason}.` });

/**
 * What `read` gives. Whatever the wire format makes it stumble over (bytes that end too early, text
 * that is not UTF-8, a tree too deep for the stack) is raised as DAR_PARSE_ERROR too.
 */
export const readStrictly = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (isLedgerError(error)) throw error;
    throw malformed(error instanceof Error ? error.message : "it cannot be read");
  }
};

/** A stretch of bytes that holds one message; decoding it can wait. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

type Visit = (field: number, reader: MessageReader) => void;

/**
 * Walks protobuf messages strictly: no unknown fields, no groups, nothing outside its parent, no
 * nesting deeper than `maxDepth`. Raises DAR_PARSE_ERROR.
 */
export class MessageReader {
  readonly #reader: BinaryReader;
  readonly #maxDepth: number;
  #depth = 0;
  #end: number;
  #wireType: WireType = WireType.Varint;

  constructor(bytes: Uint8Array, maxDepth: number, extent?: Extent) {
    this.#reader = new BinaryReader(bytes);
    this.#maxDepth = maxDepth;
    this.#reader.pos = extent?.start ?? 0;
    this.#end = extent?.end ?? bytes.length;
  }

  /** Calls `visit` for each field of the message that fills the rest of the current extent. */
  fields(visit: Visit): void {
    const end = this.#end;
    while (this.#reader.pos < end) {
      const [field, wireType] = this.#reader.tag();
      this.#wireType = wireType;
      const before = this.#reader.pos;
      visit(field, this);
      if (this.#reader.pos === before && wireType !== WireType.LengthDelimited)
        throw malformed(`field ${field} was not read`);
    }
    if (this.#reader.pos !== end) throw malformed("a field runs past the end of its message");
  }

  /** Reads a nested message. */
  message(visit: Visit): void {
    const outer = this.#end;
    const extent = this.extent();
    this.#depth += 1;
    if (this.#depth > this.#maxDepth)
      throw malformed(`messages are nested deeper than ${this.#maxDepth}`);
    this.#reader.pos = extent.start;
    this.#end = extent.end;
    this.fields(visit);
    this.#end = outer;
    this.#depth -= 1;
  }

  /** Where a nested message lies; skips it. */
  extent(): Extent {
    this.#expect(WireType.LengthDelimited);
    const length = this.#reader.uint32();
    const start = this.#reader.pos;
    const end = start + length;
    if (end > this.#end) throw malformed("a field runs past the end of its message");
    this.#reader.pos = end;
    return { start, end };
  }

  int32(): number {
    this.#expect(WireType.Varint);
    return this.#reader.int32();
  }

  bool(): boolean {
    this.#expect(WireType.Varint);
    return this.#reader.bool();
  }

  sint64(): bigint {
    this.#expect(WireType.Varint);
    return BigInt(this.#reader.sint64());
  }

  sfixed64(): bigint {
    this.#expect(WireType.Bit64);
    return BigInt(this.#reader.sfixed64());
  }

  string(): string {
    this.#expect(WireType.LengthDelimited);
    return this.#reader.string(true);
  }

  bytes(): Uint8Array {
    this.#expect(WireType.LengthDelimited);
    return this.#reader.bytes();
  }

  /** A repeated int32, packed or not; appends to `into`. */
  int32s(into: number[]): void {
    if (this.#wireType === WireType.Varint) {
      into.push(this.#reader.int32());
      return;
    }
    const { start, end } = this.extent();
    this.#reader.pos = start;
    while (this.#reader.pos < end) into.push(this.#reader.int32());
    if (this.#reader.pos !== end) throw malformed("a packed list runs past its end");
  }

  unknown(field: number, message: string): never {
    throw malformed(`${message} has an unknown field ${field}`);
  }

  #expect(wireType: WireType): void {
    if (this.#wireType !== wireType) throw malformed("a field has another wire type than declared");
  }
}
