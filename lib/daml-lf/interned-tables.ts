import type { PackageId } from "../model/identifiers.ts";
import type { Archive } from "./archive.ts";
import type { Kind, LfType } from "./ast.ts";
import { readTypeEntry } from "./decode-type-entries.ts";
import { notFlat, readKindEntry, References, stringAt, type Tables } from "./decode-types.ts";
import { malformed, type MessageReader, noField, type Place } from "./message-reader.ts";

/** Tables under construction: entries refer only to earlier ones. */
export interface TablesInProgress extends Tables {
  readonly strings: string[];
  readonly dottedNames: string[];
  readonly kinds: Kind[];
  readonly types: LfType[];
  readonly imports: PackageId[];
}

/** Where the entries lie that are messages, in the order of their indices. */
export interface TablePlaces {
  readonly dottedNames: readonly Place[];
  readonly kinds: readonly Place[];
  readonly types: readonly Place[];
}

/** Tables without entries. */
export const emptyTables = ({
  packageId,
  languageVersion,
}: Pick<Archive, "packageId" | "languageVersion">): TablesInProgress => ({
  packageId,
  languageVersion,
  isFlat: languageVersion !== "2.1",
  strings: [],
  dottedNames: [],
  kinds: [],
  types: [],
  imports: [],
  dependencies: new Set(),
  references: new References(),
});

/**
 * Reads the entries that are messages; strings and imports, which they refer to, must be there
 * already. Raises DAR_PARSE_ERROR, also for an entry that refers to a later one.
 */
export const fillTables = (
  reader: MessageReader,
  places: TablePlaces,
  tables: TablesInProgress,
): void => {
  const { dottedNames, kinds, types } = tables;
  for (const place of places.dottedNames)
    dottedNames.push(readDottedName(reader.goTo(place), tables));
  if (places.kinds.length > 0 && !tables.isFlat) throw notFlat("interned kinds", tables);
  for (const place of places.kinds) kinds.push(readKindEntry(reader.goTo(place), tables));
  for (const place of places.types) types.push(readTypeEntry(reader.goTo(place), tables));
};

const readDottedName = (reader: MessageReader, tables: Tables): string => {
  const segments: number[] = [];
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) reader.int32s(segments);
    else reader.unknown(field, "InternedDottedName");
  const [first] = segments;
  if (first === undefined) throw malformed("a dotted name is empty");
  if (segments.length === 1) return stringAt(tables, first);
  return segments.map((index) => stringAt(tables, index)).join(".");
};
