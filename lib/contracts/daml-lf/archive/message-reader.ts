import { BinaryReader } from "@bufbuild/protobuf/wire";

import { isLedgerError, type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { TextReader } from "./text-reader.ts";

/** A message that is not what the archive format says. Raised as DAR_PARSE_ERROR. */
export const malformedArchive = (reason: string): LedgerError =>
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
  return malformedArchive(error instanceof Error ? error.message : "it cannot be read");
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
 * those are read here, all others by the library. What is called for each of them calls little, and its
 * fields are not #private: most of a load is over before any of it is compiled, and an interpreter pays
 * for each call and looks each private name up.
 */
export class MessageReader {
  private readonly source: Uint8Array;
  private readonly maxDepth: number;
  private library: BinaryReader | undefined;
  private texts: TextReader | undefined;
  private depth = 0;
  private at = 0;
  private end: number;
  private wireType = varint;

  constructor(bytes: Uint8Array, maxDepth: number) {
    this.source = bytes;
    this.maxDepth = maxDepth;
    this.end = bytes.length;
  }

  /** Goes to a message whose place was noted before; its fields can be read next. */
  goTo(place: Place): this {
    this.at = place;
    this.end = this.source.length;
    this.end = this.number() + this.at;
    this.depth = 0;
    return this;
  }

  /** Goes to a field whose place was noted before, as if its number had been read just now. */
  goToField(place: Place): this {
    this.at = place;
    this.end = this.source.length;
    this.wireType = lengthDelimited;
    this.depth = 0;
    return this;
  }

  /** The number of the next field of the current message, `noField` after the last one. */
  next(): number {
    const { at } = this;
    if (at >= this.end) {
      if (at === this.end) return noField;
      throw malformedArchive("a field runs past the end of its message");
    }
    let tag = this.source[at] ?? 0x80;
    if (tag < 0x80) this.at = at + 1;
    else tag = this.number();
    if (tag < 8) throw malformedArchive("a field has the number 0");
    this.wireType = tag & 7;
    return tag >>> 3;
  }

  /** Goes into the message that the current field holds; gives what {@link leave} needs. */
  enter(): number {
    const outer = this.end;
    const length = this.length();
    this.end = this.at + length;
    this.depth += 1;
    if (this.depth > this.maxDepth) {
      throw malformedArchive(`messages are nested deeper than ${this.maxDepth}`);
    }
    return outer;
  }

  /**
   * The number that the message in the current field holds, where that is all it holds, under this tag of
   * one byte. Otherwise -1, and nothing is read: what may be wrong is found when it is read by its fields.
   */
  onlyNumber(tag: number): number {
    const { source, at } = this;
    if (source[at + 1] !== tag || this.wireType !== lengthDelimited) return -1;
    const length = source[at] ?? 0;
    const low = source[at + 2] ?? 0x80;
    const high = source[at + 3] ?? 0x80;
    const isShort = length === 2 && low < 0x80;
    if (!isShort && (length !== 3 || low < 0x80 || high >= 0x80)) return -1;
    const end = at + 1 + length;
    if (end > this.end || this.depth >= this.maxDepth) return -1;
    this.at = end;
    return isShort ? low : (high << 7) | (low & 0x7f);
  }

  /**
   * Whether the message in the current field holds nothing but an empty message under this tag; then it
   * is read, and otherwise nothing.
   */
  onlyEmpty(tag: number): boolean {
    const { source, at } = this;
    if (source[at] !== 2 || source[at + 1] !== tag || source[at + 2] !== 0) return false;
    if (this.wireType !== lengthDelimited || at + 3 > this.end || this.depth + 1 >= this.maxDepth) {
      return false;
    }
    this.at = at + 3;
    return true;
  }

  /** Goes back to the message around the current one, whose fields are all read. */
  leave(outer: number): void {
    this.end = outer;
    this.depth -= 1;
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
    const place = this.at;
    this.skip();
    return place;
  }

  /** Skips what the current field holds. */
  skip(): void {
    const length = this.length();
    this.at += length;
  }

  int32(): number {
    if (this.wireType !== varint) this.expect(varint);
    const low = this.source[this.at] ?? 0x80;
    if (low >= 0x80) return this.number() | 0;
    this.at += 1;
    return low;
  }

  bool(): boolean {
    this.expect(varint);
    return this.byLibrary((reader) => reader.bool());
  }

  sint64(): bigint {
    this.expect(varint);
    return BigInt(this.byLibrary((reader) => reader.sint64()));
  }

  sfixed64(): bigint {
    this.expect(bit64);
    return BigInt(this.byLibrary((reader) => reader.sfixed64()));
  }

  string(): string {
    const length = this.length();
    const start = this.at;
    this.at += length;
    this.texts ??= new TextReader(this.source);
    return this.texts.text(start, this.at);
  }

  /** A view, no copy. */
  bytes(): Uint8Array {
    const length = this.length();
    const start = this.at;
    this.at += length;
    return this.source.subarray(start, this.at);
  }

  /** A repeated int32, packed or not; appends to `into`. */
  int32s(into: number[]): void {
    if (this.wireType === varint) {
      into.push(this.number() | 0);
      return;
    }
    const end = this.length() + this.at;
    while (this.at < end) into.push(this.number() | 0);
    if (this.at !== end) throw malformedArchive("a packed list runs past its end");
  }

  unknown(field: number, message: string): never {
    throw malformedArchive(`${message} has an unknown field ${field}`);
  }

  private expect(wireType: number): void {
    if (this.wireType !== wireType) {
      throw malformedArchive("a field has another wire type than declared");
    }
  }

  /** The length of what the current field holds, which lies within the current message. */
  private length(): number {
    if (this.wireType !== lengthDelimited) this.expect(lengthDelimited);
    let length = this.source[this.at] ?? 0x80;
    if (length < 0x80) this.at += 1;
    else length = this.number();
    if (length > this.end - this.at) {
      throw malformedArchive("a field runs past the end of its message");
    }
    return length;
  }

  private number(): number {
    const low = this.source[this.at] ?? 0x80;
    if (low < 0x80) {
      this.at += 1;
      return low;
    }
    const high = this.source[this.at + 1] ?? 0x80;
    if (high >= 0x80) return this.byLibrary((reader) => reader.uint32());
    this.at += 2;
    return (high << 7) | (low & 0x7f);
  }

  private byLibrary<T>(read: (reader: BinaryReader) => T): T {
    const reader = (this.library ??= new BinaryReader(this.source));
    reader.pos = this.at;
    const value = read(reader);
    this.at = reader.pos;
    return value;
  }
}
