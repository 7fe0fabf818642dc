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
import { notFlat } from "./message-fields.ts";

/** Where the entries lie that are messages, in the order of their indices. */
export interface TablePlaces {
  readonly dottedNames: readonly Place[];
  readonly kinds: readonly Place[];
  readonly types: readonly Place[];
}

/**
 * Reads the entries that are messages; strings and imports, which they refer to, must be there
 * already. Raises DAR_PARSE_ERROR, also for an entry that refers to a later one.
 */
export const fillTables = (reader: MessageReader, places: TablePlaces, tables: Tables): void => {
  const { dottedNames, types } = tables;
  for (const place of places.dottedNames) {
    dottedNames.push(readDottedName(reader.goTo(place), tables));
  }
  fillKinds(reader, places, tables);
  for (const place of places.types) types.push(readTypeEntry(reader.goTo(place), tables));
};

/** Reads the kinds, as {@link fillTables} does. */
export const fillKinds = (reader: MessageReader, places: TablePlaces, tables: Tables): void => {
  if (places.kinds.length > 0 && !tables.isFlat) throw notFlat("interned kinds", tables);
  for (const place of places.kinds) tables.kinds.push(readKindEntry(reader.goTo(place), tables));
};

/** The dotted name that fills the current message. Raises DAR_PARSE_ERROR for one that is none. */
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
