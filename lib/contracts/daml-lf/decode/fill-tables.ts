import { dottedNameString, fits } from "../../../base/identifiers/identifier-syntax.ts";
import {
  malformedArchive,
  type MessageReader,
  noField,
  type Place,
} from "../archive/message-reader.ts";
import { readTypeEntry } from "./decode-type-entries.ts";
import { readKindEntry } from "./decode-types.ts";
import { nameAt, type Tables } from "./interned-tables.ts";
import { unsupportedFeature } from "./message-fields.ts";

/** Positions of the table entries that are messages, in index order. */
export interface TablePlaces {
  readonly dottedNames: readonly Place[];
  readonly kinds: readonly Place[];
  readonly types: readonly Place[];
}

/**
 * Reads the entries that are messages. Strings and imports must be read before, because entries refer to
 * them. Raises DAR_PARSE_ERROR, also for an entry that refers to a later one.
 */
export const fillTables = (reader: MessageReader, places: TablePlaces, tables: Tables): void => {
  const { dottedNames, types } = tables;
  for (const place of places.dottedNames) {
    dottedNames.push(readDottedName(reader.goTo(place), tables));
  }
  fillKinds(reader, places, tables);
  for (const place of places.types) types.push(readTypeEntry(reader.goTo(place), tables));
};

/** Reads the kinds, like {@link fillTables}. */
export const fillKinds = (reader: MessageReader, places: TablePlaces, tables: Tables): void => {
  if (places.kinds.length > 0 && !tables.isFlat) throw unsupportedFeature("interned kinds", tables);
  for (const place of places.kinds) tables.kinds.push(readKindEntry(reader.goTo(place), tables));
};

/** Reads the dotted name that fills the current message. Raises DAR_PARSE_ERROR for an invalid name. */
export const readDottedName = (reader: MessageReader, tables: Tables): string => {
  const segments: number[] = [];
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) reader.int32s(segments);
    else reader.unknown(field, "InternedDottedName");
  }
  const [first] = segments;
  if (first === undefined) throw malformedArchive("a dotted name is empty");
  if (segments.length === 1) return nameAt(tables, first);
  const name = segments.map((index) => nameAt(tables, index)).join(".");
  if (!fits(dottedNameString, name)) {
    throw malformedArchive(`a dotted name has ${name.length} characters`);
  }
  return name;
};
