import { type BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

import {
  describeGrammarMismatch,
  dottedNameGrammar,
  type IdentifierGrammar,
  matchesGrammar,
  packageIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import { splitTypeId, type TypeId, typeId } from "../../../base/identifiers/identifiers.ts";
import {
  lengthDelimitedTag,
  malformedBytesError,
  readMessageToEnd,
} from "../../../base/values/wire-message.ts";
import { memoizeBytesByType } from "./kept-bytes.ts";

/**
 * Reads the fields of one protobuf message. Calls `read` with the tag of each field; it must read
 * the field from the reader and return true, or return false for an unknown field, which is then
 * skipped. Raises INVALID_ARGUMENT for malformed bytes.
 */
export const readMessage = (
  bytes: Uint8Array,
  read: (tag: number, reader: BinaryReader) => boolean,
): void =>
  readMessageToEnd(bytes, (reader) => {
    const [fieldNumber, wireType] = reader.tag();
    if (!read((fieldNumber << 3) | wireType, reader)) reader.skip(wireType, fieldNumber);
  });

/** Returns the text if it has the form of the grammar. Raises INVALID_ARGUMENT otherwise. */
export const requireForm = (grammar: IdentifierGrammar, written: string): string => {
  if (!matchesGrammar(grammar, written)) {
    throw malformedBytesError(describeGrammarMismatch(grammar, written));
  }
  return written;
};

/** Returns a required part of a message. Raises INVALID_ARGUMENT if it is missing. */
export const requireMessagePart = <Part>(what: string, part: Part | undefined): Part => {
  if (part === undefined) throw malformedBytesError(`${what} is missing`);
  return part;
};

/** Reads the message Identifier. Raises INVALID_ARGUMENT. */
export const readIdentifierMessage = (bytes: Uint8Array): TypeId => {
  let packageId = "";
  let module = "";
  let entity = "";
  readMessage(bytes, (tag, reader) => {
    if (tag === lengthDelimitedTag(1)) {
      packageId = requireForm(packageIdGrammar, reader.string(true));
    } else if (tag === lengthDelimitedTag(2)) {
      module = reader.string(true);
    } else if (tag === lengthDelimitedTag(3)) {
      entity = reader.string(true);
    } else {
      return false;
    }
    return true;
  });
  if (packageId === "") throw malformedBytesError("the package id of a type is missing");
  return typeId(
    packageId,
    `${requireForm(dottedNameGrammar, module)}:${requireForm(dottedNameGrammar, entity)}`,
  );
};

export const writeIdentifier = (writer: BinaryWriter, fieldNumber: number, id: TypeId): void => {
  writer.tag(fieldNumber, WireType.LengthDelimited).bytes(identifierBytes(id));
};

const identifierBytes = memoizeBytesByType((id) => {
  const { packageId, qualifiedName } = splitTypeId(id);
  const colon = qualifiedName.indexOf(":");
  const writer = new BinaryWriter();
  writeText(writer, 1, packageId);
  writeText(writer, 2, qualifiedName.slice(0, colon));
  writeText(writer, 3, qualifiedName.slice(colon + 1));
  return writer.finish();
});

/** Writes a text field, unless it is empty. */
export const writeText = (writer: BinaryWriter, fieldNumber: number, text: string): void => {
  if (text !== "") writer.tag(fieldNumber, WireType.LengthDelimited).string(text);
};

export const writeTexts = (
  writer: BinaryWriter,
  fieldNumber: number,
  texts: readonly string[],
): void => {
  for (const text of texts) writer.tag(fieldNumber, WireType.LengthDelimited).string(text);
};

/** Writes a bytes field, unless it is empty. */
export const writeBytes = (writer: BinaryWriter, fieldNumber: number, bytes: Uint8Array): void => {
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
