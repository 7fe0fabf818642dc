import { BinaryReader } from "@bufbuild/protobuf/wire";
import { isLedgerError, ledgerError, type LedgerError } from "../errors/ledger-error.ts";
import { TextReader } from "./text-reader.ts";

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
    throw asMalformed(error);
  }
};

/**
 * The same for what is read while code runs: that the stack is full is no fault of the bytes then, and
 * is raised as it is.
 */
export const readWhileRunning = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw isStackOverflow(error) ? error : asMalformed(error);
  }
};

/** No pattern: one that is first used on a full stack is told to be malformed. */
const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes("call stack") || error.message.includes("too much recursion"));

const asMalformed = (error: unknown): unknown => {
  if (isLedgerError(error)) return error;
  return malformed(error instanceof Error ? error.message : "it cannot be read");
};

/** Where in the bytes a message lies; reading it can wait. */
export type Place = number;

type Visit = (field: number, reader: MessageReader) => void;

/** The number that {@link MessageReader.next} gives after the last field; no field has it. */
export const noField = 0;

const varint = 0;
const bit64 = 1;
const lengthDelimited = 2;

/**
 * Walks protobuf messages strictly: no unknown fields, no groups, nothing outside its parent, no
 * nesting deeper than `maxDepth`. Raises DAR_PARSE_ERROR.
 *
 * Nearly all numbers in an archive take one byte or two, and there are hundreds of thousands of them:
 * those are read here, all others by the library.
 */
export class MessageReader {
  readonly #bytes: Uint8Array;
  readonly #maxDepth: number;
  #reader: BinaryReader | undefined;
  #texts: TextReader | undefined;
  #depth = 0;
  #at = 0;
  #end: number;
  #wireType = varint;

  constructor(bytes: Uint8Array, maxDepth: number) {
    this.#bytes = bytes;
    this.#maxDepth = maxDepth;
    this.#end = bytes.length;
  }

  /** Goes to a message whose place was noted before; its fields can be read next. */
  goTo(place: Place): this {
    this.#at = place;
    this.#end = this.#bytes.length;
    this.#end = this.#number() + this.#at;
    this.#depth = 0;
    return this;
  }

  /** The number of the next field of the current message, `noField` after the last one. */
  next(): number {
    if (this.#at >= this.#end) {
      if (this.#at === this.#end) return noField;
      throw malformed("a field runs past the end of its message");
    }
    const tag = this.#number();
    if (tag < 8) throw malformed("a field has the number 0");
    this.#wireType = tag & 7;
    return tag >>> 3;
  }

  /** Goes into the message that the current field holds; gives what {@link leave} needs. */
  enter(): number {
    const outer = this.#end;
    const length = this.#length();
    this.#end = this.#at + length;
    this.#depth += 1;
    if (this.#depth > this.#maxDepth)
      throw malformed(`messages are nested deeper than ${this.#maxDepth}`);
    return outer;
  }

  /** Goes back to the message around the current one, whose fields are all read. */
  leave(outer: number): void {
    this.#end = outer;
    this.#depth -= 1;
  }

  /** Calls `visit` for each field of the current message. */
  fields(visit: Visit): void {
    for (let field = this.next(); field !== noField; field = this.next()) visit(field, this);
  }

  /** Calls `visit` for each field of the message that the current field holds. */
  message(visit: Visit): void {
    const outer = this.enter();
    this.fields(visit);
    this.leave(outer);
  }

  /** Where the message lies that the current field holds; skips it. */
  place(): Place {
    const place = this.#at;
    this.skip();
    return place;
  }

  /** Skips what the current field holds. */
  skip(): void {
    const length = this.#length();
    this.#at += length;
  }

  int32(): number {
    this.#expect(varint);
    return this.#number() | 0;
  }

  bool(): boolean {
    this.#expect(varint);
    return this.#byLibrary((reader) => reader.bool());
  }

  sint64(): bigint {
    this.#expect(varint);
    return BigInt(this.#byLibrary((reader) => reader.sint64()));
  }

  sfixed64(): bigint {
    this.#expect(bit64);
    return BigInt(this.#byLibrary((reader) => reader.sfixed64()));
  }

  string(): string {
    const length = this.#length();
    const start = this.#at;
    this.#at += length;
    this.#texts ??= new TextReader(this.#bytes);
    return this.#texts.text(start, this.#at);
  }

  /** A view, no copy. */
  bytes(): Uint8Array {
    const length = this.#length();
    const start = this.#at;
    this.#at += length;
    return this.#bytes.subarray(start, this.#at);
  }

  /** A repeated int32, packed or not; appends to `into`. */
  int32s(into: number[]): void {
    if (this.#wireType === varint) {
      into.push(this.#number() | 0);
      return;
    }
    const end = this.#length() + this.#at;
    while (this.#at < end) into.push(this.#number() | 0);
    if (this.#at !== end) throw malformed("a packed list runs past its end");
  }

  unknown(field: number, message: string): never {
    throw malformed(`${message} has an unknown field ${field}`);
  }

  #expect(wireType: number): void {
    if (this.#wireType !== wireType) throw malformed("a field has another wire type than declared");
  }

  /** The length of what the current field holds, which lies within the current message. */
  #length(): number {
    this.#expect(lengthDelimited);
    const length = this.#number();
    if (length > this.#end - this.#at) throw malformed("a field runs past the end of its message");
    return length;
  }

  #number(): number {
    const low = this.#bytes[this.#at] ?? 0x80;
    if (low < 0x80) {
      this.#at += 1;
      return low;
    }
    const high = this.#bytes[this.#at + 1] ?? 0x80;
    if (high >= 0x80) return this.#byLibrary((reader) => reader.uint32());
    this.#at += 2;
    return (high << 7) | (low & 0x7f);
  }

  #byLibrary<T>(read: (reader: BinaryReader) => T): T {
    const reader = (this.#reader ??= new BinaryReader(this.#bytes));
    reader.pos = this.#at;
    const value = read(reader);
    this.#at = reader.pos;
    return value;
  }
}
