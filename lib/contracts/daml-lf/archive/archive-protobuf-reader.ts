import { BinaryReader } from "@bufbuild/protobuf/wire";

import { isLedgerError, type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { isStackOverflow } from "../../../base/errors/out-of-space.ts";
import { ArchiveProtobufStringReader } from "./archive-protobuf-string-reader.ts";

/** Returns DAR_PARSE_ERROR for a message that violates the archive format. */
export const malformedArchiveError = (reason: string): LedgerError =>
  ledgerError("DAR_PARSE_ERROR", { cause: `The Daml-LF archive is malformed: ${reason}.` });

/**
 * Runs `read` and returns its result. Failures of decoding (truncated bytes, text that is not UTF-8, a tree
 * too deep for the stack) are raised as DAR_PARSE_ERROR.
 */
export const runWithDarParseErrors = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw toMalformedError(error);
  }
};

/**
 * Like {@link runWithDarParseErrors}, for bytes that are decoded while Daml code runs. The code may have used up
 * the stack, so a stack overflow does not mean that the bytes are malformed; it is rethrown.
 */
export const runWithParseErrorsDuringEvaluation = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw isStackOverflow(error) ? error : toMalformedError(error);
  }
};

const toMalformedError = (error: unknown): unknown => {
  if (isLedgerError(error)) return error;
  return malformedArchiveError(error instanceof Error ? error.message : "it cannot be read");
};

/** Offset of a message in the bytes, for reading it later. */
export type MessageBytePosition = number;

type FieldVisitor = (field: number, reader: ArchiveProtobufReader) => void;

/** Returned by {@link ArchiveProtobufReader.nextField} after the last field; no field has this number. */
export const endOfMessageFieldNumber = 0;

const varintWireType = 0;
const fixed64WireType = 1;
const lengthDelimitedWireType = 2;

/**
 * Reads protobuf messages strictly: unknown fields, groups, fields that end after their message, and
 * nesting deeper than `maxDepth` are errors. Raises DAR_PARSE_ERROR.
 *
 * An archive contains hundreds of thousands of numbers, nearly all of one or two bytes. These are decoded
 * here, and all others by the library. An archive is mostly read before the JavaScript engine has
 * optimized this code. Until then every call and every #private access is slow, so hot methods make few
 * calls and fields are not #private.
 */
export class ArchiveProtobufReader {
  private readonly source: Uint8Array;
  private readonly maxDepth: number;
  private library: BinaryReader | undefined;
  private texts: ArchiveProtobufStringReader | undefined;
  private depth = 0;
  private at = 0;
  private end: number;
  private wireType = varintWireType;

  constructor(bytes: Uint8Array, maxDepth: number) {
    this.source = bytes;
    this.maxDepth = maxDepth;
    this.end = bytes.length;
  }

  /** Moves to a message at a stored position; its fields can be read next. */
  goTo(position: MessageBytePosition): this {
    this.at = position;
    this.end = this.source.length;
    this.end = this.readVarint() + this.at;
    this.depth = 0;
    return this;
  }

  /** Moves to a field at a stored position, as if its number had just been read. */
  goToField(position: MessageBytePosition): this {
    this.at = position;
    this.end = this.source.length;
    this.wireType = lengthDelimitedWireType;
    this.depth = 0;
    return this;
  }

  /** Returns the number of the next field of the current message, or `endOfMessageFieldNumber` after the last one. */
  nextField(): number {
    const { at } = this;
    if (at >= this.end) {
      if (at === this.end) return endOfMessageFieldNumber;
      throw malformedArchiveError("a field runs past the end of its message");
    }
    let tag = this.source[at] ?? 0x80;
    if (tag < 0x80) this.at = at + 1;
    else tag = this.readVarint();
    if (tag < 8) throw malformedArchiveError("a field has the number 0");
    this.wireType = tag & 7;
    return tag >>> 3;
  }

  /** Enters the message in the current field. Returns the value that {@link leaveMessage} needs. */
  enterMessage(): number {
    const outer = this.end;
    const length = this.readLength();
    this.end = this.at + length;
    this.depth += 1;
    if (this.depth > this.maxDepth) {
      throw malformedArchiveError(`messages are nested deeper than ${this.maxDepth}`);
    }
    return outer;
  }

  /**
   * Reads a message that contains only one number under this one-byte tag. Returns -1 and reads nothing if
   * it contains anything else; the general code then reads it and reports errors.
   */
  tryReadSingleNumber(tag: number): number {
    const { source, at } = this;
    if (source[at + 1] !== tag || this.wireType !== lengthDelimitedWireType) return -1;
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
   * Reads a message that contains only an empty message under this tag, and returns true. Otherwise reads
   * nothing and returns false.
   */
  tryReadSingleEmpty(tag: number): boolean {
    const { source, at } = this;
    if (source[at] !== 2 || source[at + 1] !== tag || source[at + 2] !== 0) return false;
    if (
      this.wireType !== lengthDelimitedWireType ||
      at + 3 > this.end ||
      this.depth + 1 >= this.maxDepth
    ) {
      return false;
    }
    this.at = at + 3;
    return true;
  }

  /** Returns to the enclosing message, after all fields of the current one were read. */
  leaveMessage(outer: number): void {
    this.end = outer;
    this.depth -= 1;
  }

  /** Calls `visit` for each field of the current message. */
  visitFields(visit: FieldVisitor): void {
    for (
      let field = this.nextField();
      field !== endOfMessageFieldNumber;
      field = this.nextField()
    ) {
      visit(field, this);
    }
  }

  /** Calls `visit` for each field of the message in the current field. */
  visitMessage(visit: FieldVisitor): void {
    const outer = this.enterMessage();
    this.visitFields(visit);
    this.leaveMessage(outer);
  }

  /** Returns the position of the message in the current field, and skips it. */
  readPosition(): MessageBytePosition {
    const position = this.at;
    this.skipField();
    return position;
  }

  /** Skips the current field. */
  skipField(): void {
    const length = this.readLength();
    this.at += length;
  }

  readInt32(): number {
    if (this.wireType !== varintWireType) this.expectWireType(varintWireType);
    const low = this.source[this.at] ?? 0x80;
    if (low >= 0x80) return this.readVarint() | 0;
    this.at += 1;
    return low;
  }

  readBool(): boolean {
    this.expectWireType(varintWireType);
    return this.readWithLibrary((reader) => reader.bool());
  }

  readSint64(): bigint {
    this.expectWireType(varintWireType);
    return BigInt(this.readWithLibrary((reader) => reader.sint64()));
  }

  readSfixed64(): bigint {
    this.expectWireType(fixed64WireType);
    return BigInt(this.readWithLibrary((reader) => reader.sfixed64()));
  }

  readString(): string {
    const length = this.readLength();
    const start = this.at;
    this.at += length;
    this.texts ??= new ArchiveProtobufStringReader(this.source);
    return this.texts.readText(start, this.at);
  }

  /** Returns a view of the bytes, not a copy. */
  readBytes(): Uint8Array {
    const length = this.readLength();
    const start = this.at;
    this.at += length;
    return this.source.subarray(start, this.at);
  }

  /** Appends a repeated int32 to `into`, packed or not. */
  appendInt32s(into: number[]): void {
    if (this.wireType === varintWireType) {
      into.push(this.readVarint() | 0);
      return;
    }
    const end = this.readLength() + this.at;
    while (this.at < end) into.push(this.readVarint() | 0);
    if (this.at !== end) throw malformedArchiveError("a packed list runs past its end");
  }

  rejectUnknownField(field: number, message: string): never {
    throw malformedArchiveError(`${message} has an unknown field ${field}`);
  }

  private expectWireType(wireType: number): void {
    if (this.wireType !== wireType) {
      throw malformedArchiveError("a field does not have the wire type that its message declares");
    }
  }

  /** Returns the length of the current field, which must end within the current message. */
  private readLength(): number {
    if (this.wireType !== lengthDelimitedWireType) this.expectWireType(lengthDelimitedWireType);
    let length = this.source[this.at] ?? 0x80;
    if (length < 0x80) this.at += 1;
    else length = this.readVarint();
    if (length > this.end - this.at) {
      throw malformedArchiveError("a field runs past the end of its message");
    }
    return length;
  }

  private readVarint(): number {
    const low = this.source[this.at] ?? 0x80;
    if (low < 0x80) {
      this.at += 1;
      return low;
    }
    const high = this.source[this.at + 1] ?? 0x80;
    if (high >= 0x80) return this.readWithLibrary((reader) => reader.uint32());
    this.at += 2;
    return (high << 7) | (low & 0x7f);
  }

  private readWithLibrary<T>(read: (reader: BinaryReader) => T): T {
    const reader = (this.library ??= new BinaryReader(this.source));
    reader.pos = this.at;
    const value = read(reader);
    this.at = reader.pos;
    return value;
  }
}
