import {
  ArchiveProtobufReader,
  type MessageBytePosition,
} from "../archive/archive-protobuf-reader.ts";
import type { LfType } from "../syntax/ast.ts";
import { readTypeTableEntry } from "./decode-type-entries.ts";
import { type InternedTablePositions, readDottedName } from "./fill-tables.ts";
import {
  type InternedEntryReader,
  type InternedTables,
  throwMissingInternedEntry,
} from "./interned-tables.ts";

/**
 * Reads table entries on demand. The package must be known to be valid: entries that refer to each other
 * would cause endless recursion.
 */
export class LazyInternedEntryReader implements InternedEntryReader {
  readonly #bytes: Uint8Array;
  readonly #maxDepth: number;
  readonly #positions: InternedTablePositions;
  readonly #tables: InternedTables;

  constructor(
    { bytes, maxDepth }: { readonly bytes: Uint8Array; readonly maxDepth: number },
    positions: InternedTablePositions,
    tables: InternedTables,
  ) {
    this.#bytes = bytes;
    this.#maxDepth = maxDepth;
    this.#positions = positions;
    this.#tables = tables;
  }

  readDottedNameEntry(index: number): string {
    const reader = this.#createReader(this.#positions.dottedNames[index]);
    if (reader === undefined) return throwMissingInternedEntry("interned dotted name", index);
    return (this.#tables.dottedNames[index] = readDottedName(reader, this.#tables));
  }

  readType(index: number): LfType {
    const reader = this.#createReader(this.#positions.types[index]);
    if (reader === undefined) return throwMissingInternedEntry("interned type", index);
    return (this.#tables.types[index] = readTypeTableEntry(reader, this.#tables));
  }

  /** Returns a new reader for each entry, because reading one entry may need another. */
  #createReader(position: MessageBytePosition | undefined): ArchiveProtobufReader | undefined {
    if (position === undefined) return undefined;
    return new ArchiveProtobufReader(this.#bytes, this.#maxDepth).goTo(position);
  }
}
