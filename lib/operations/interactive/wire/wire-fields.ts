import { type BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

import {
  describeGrammarMismatch,
  dottedNameGrammar,
  type IdentifierGrammar,
  matchesGrammar,
  packageIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import { createTypeId, splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  computeLengthDelimitedFieldTag,
  createMalformedBytesError,
  readProtobufToEnd,
} from "../../../base/values/wire-message.ts";
import { memoizeBytesByType } from "./kept-bytes.ts";

/**
 * Reads the fields of one protobuf message. Calls `read` with the tag of each field; it must read
 * the field from the reader and return true, or return false for an unknown field, which is then
 * skipped. Raises INVALID_ARGUMENT for malformed bytes.
 */
export const readProtobufMessage = (
  bytes: Uint8Array,
  read: (tag: number, reader: BinaryReader) => boolean,
): void =>
  readProtobufToEnd(bytes, (reader) => {
    const [fieldNumber, wireType] = reader.tag();
    if (!read((fieldNumber << 3) | wireType, reader)) reader.skip(wireType, fieldNumber);
  });

/** Returns the text if it has the form of the grammar. Raises INVALID_ARGUMENT otherwise. */
export const requireTextMatchesGrammar = (grammar: IdentifierGrammar, written: string): string => {
  if (!matchesGrammar(grammar, written)) {
    throw createMalformedBytesError(describeGrammarMismatch(grammar, written));
  }
  return written;
};

/** Returns a required part of a message. Raises INVALID_ARGUMENT if it is missing. */
export const requireMessagePart = <Part>(what: string, part: Part | undefined): Part => {
  if (part === undefined) throw createMalformedBytesError(`${what} is missing`);
  return part;
};

/** Reads the message Identifier. Raises INVALID_ARGUMENT. */
export const readIdentifierMessage = (bytes: Uint8Array): TypeId => {
  let packageId = "";
  let module = "";
  let entity = "";
  readProtobufMessage(bytes, (tag, reader) => {
    if (tag === computeLengthDelimitedFieldTag(1)) {
      packageId = requireTextMatchesGrammar(packageIdGrammar, reader.string(true));
    } else if (tag === computeLengthDelimitedFieldTag(2)) {
      module = reader.string(true);
    } else if (tag === computeLengthDelimitedFieldTag(3)) {
      entity = reader.string(true);
    } else {
      return false;
    }
    return true;
  });
  if (packageId === "") throw createMalformedBytesError("the package id of a type is missing");
  return createTypeId(
    packageId,
    `${requireTextMatchesGrammar(dottedNameGrammar, module)}:${requireTextMatchesGrammar(dottedNameGrammar, entity)}`,
  );
};

export const writeIdentifierField = (
  writer: BinaryWriter,
  fieldNumber: number,
  id: TypeId,
): void => {
  writer.tag(fieldNumber, WireType.LengthDelimited).bytes(identifierBytes(id));
};

const identifierBytes = memoizeBytesByType((id) => {
  const { packageId, qualifiedName } = splitTypeId(id);
  const colon = qualifiedName.indexOf(":");
  const writer = new BinaryWriter();
  writeTextField(writer, 1, packageId);
  writeTextField(writer, 2, qualifiedName.slice(0, colon));
  writeTextField(writer, 3, qualifiedName.slice(colon + 1));
  return writer.finish();
});

/** Writes a text field, unless it is empty. */
export const writeTextField = (writer: BinaryWriter, fieldNumber: number, text: string): void => {
  if (text !== "") writer.tag(fieldNumber, WireType.LengthDelimited).string(text);
};

export const writeTextFields = (
  writer: BinaryWriter,
  fieldNumber: number,
  texts: readonly string[],
): void => {
  for (const text of texts) writer.tag(fieldNumber, WireType.LengthDelimited).string(text);
};

/** Writes a bytes field, unless it is empty. */
export const writeBytesField = (
  writer: BinaryWriter,
  fieldNumber: number,
  bytes: Uint8Array,
): void => {
  if (bytes.length > 0) writer.tag(fieldNumber, WireType.LengthDelimited).bytes(bytes);
};

/** Writes a boolean field if it is true. */
export const writeBoolField = (writer: BinaryWriter, fieldNumber: number, flag: boolean): void => {
  if (flag) writer.tag(fieldNumber, WireType.Varint).bool(true);
};

/** Writes an embedded message with `write`. */
export const writeMessageField = (
  writer: BinaryWriter,
  fieldNumber: number,
  write: () => void,
): void => {
  writer.tag(fieldNumber, WireType.LengthDelimited).fork();
  write();
  writer.join();
};
