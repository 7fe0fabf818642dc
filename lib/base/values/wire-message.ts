import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";

import { isLedgerError, type LedgerError, ledgerError } from "../errors/ledger-error.ts";

/**
 * Returns the tag of a length-delimited field, which encodes its number and wire type, to compare
 * with the tags in {@link readProtobufFields}.
 */
export const computeLengthDelimitedFieldTag = (fieldNumber: number): number =>
  (fieldNumber << 3) | WireType.LengthDelimited;
export const computeVarintFieldTag = (fieldNumber: number): number =>
  (fieldNumber << 3) | WireType.Varint;
export const computeFixed64FieldTag = (fieldNumber: number): number =>
  (fieldNumber << 3) | WireType.Bit64;

/**
 * Reads the fields of one protobuf message. Calls `read` with the tag of each field; it must read
 * the field from the reader and return true, or return false for a field that is unknown or must
 * not be repeated. Raises INVALID_ARGUMENT for such fields and for malformed bytes.
 */
export const readProtobufFields = (
  bytes: Uint8Array,
  read: (tag: number, reader: BinaryReader) => boolean,
): void =>
  readProtobufToEnd(bytes, (reader) => {
    const tag = reader.uint32();
    if (!read(tag, reader)) throw createMalformedBytesError(`field ${tag >>> 3} is not expected`);
  });

/**
 * Calls `readField` until all bytes are read. Raises INVALID_ARGUMENT if the bytes are malformed.
 */
export const readProtobufToEnd = (
  bytes: Uint8Array,
  readField: (reader: BinaryReader) => void,
): void => {
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) readField(reader);
  } catch (error) {
    if (isLedgerError(error)) throw error;
    throw createMalformedBytesError(
      error instanceof Error ? error.message : "the bytes end too early",
    );
  }
};

/** Returns INVALID_ARGUMENT for malformed bytes. */
export const createMalformedBytesError = (reason: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause: `The bytes cannot be decoded: ${reason}.` });
