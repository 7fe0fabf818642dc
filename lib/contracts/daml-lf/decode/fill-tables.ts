import { dottedNameGrammar, matchesGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
  type MessageBytePosition,
} from "../archive/archive-protobuf-reader.ts";
import { readTypeTableEntry } from "./decode-type-entries.ts";
import { readKindTableEntry } from "./decode-types.ts";
import { getInternedName, type InternedTables } from "./interned-tables.ts";
import { createUnsupportedLfFeatureError } from "./message-fields.ts";

/** Positions of the table entries that are messages, in index order. */
export interface InternedTablePositions {
  readonly dottedNames: readonly MessageBytePosition[];
  readonly kinds: readonly MessageBytePosition[];
  readonly types: readonly MessageBytePosition[];
}

/**
 * Reads the table entries that are messages. Strings and imports must be read before, because entries
 * refer to them. Raises DAR_PARSE_ERROR, for example for an entry that refers to a later one.
 */
export const fillInternedTables = (
  reader: ArchiveProtobufReader,
  positions: InternedTablePositions,
  tables: InternedTables,
): void => {
  const { dottedNames, types } = tables;
  for (const position of positions.dottedNames) {
    dottedNames.push(readDottedName(reader.goTo(position), tables));
  }
  fillInternedKindTable(reader, positions, tables);
  for (const position of positions.types) {
    types.push(readTypeTableEntry(reader.goTo(position), tables));
  }
};

/** Reads the kinds, like {@link fillInternedTables}. */
export const fillInternedKindTable = (
  reader: ArchiveProtobufReader,
  positions: InternedTablePositions,
  tables: InternedTables,
): void => {
  if (positions.kinds.length > 0 && !tables.isFlat) {
    throw createUnsupportedLfFeatureError("interned kinds", tables);
  }
  for (const position of positions.kinds) {
    tables.kinds.push(readKindTableEntry(reader.goTo(position), tables));
  }
};

/** Reads the dotted name that fills the current message. Raises DAR_PARSE_ERROR for an invalid name. */
export const readDottedName = (reader: ArchiveProtobufReader, tables: InternedTables): string => {
  const segments: number[] = [];
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) reader.appendInt32s(segments);
    else reader.rejectUnknownField(field, "InternedDottedName");
  }
  const [first] = segments;
  if (first === undefined) throw malformedArchiveError("a dotted name is empty");
  if (segments.length === 1) return getInternedName(tables, first);
  const name = segments.map((index) => getInternedName(tables, index)).join(".");
  if (!matchesGrammar(dottedNameGrammar, name)) {
    throw malformedArchiveError(`a dotted name has ${name.length} characters`);
  }
  return name;
};
