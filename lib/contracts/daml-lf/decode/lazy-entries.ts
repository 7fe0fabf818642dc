import { MessageReader, type Place } from "../archive/message-reader.ts";
import type { LfType } from "../syntax/ast.ts";
import { readTypeEntry } from "./decode-type-entries.ts";
import { readDottedName, type TablePlaces } from "./fill-tables.ts";
import { noEntry, type Tables, type UnreadEntries } from "./interned-tables.ts";

/**
 * Reads table entries on demand. The package must be known to be well-formed, because entries that refer to
 * each other would cause endless recursion.
 */
export class LazyEntries implements UnreadEntries {
  readonly #bytes: Uint8Array;
  readonly #maxDepth: number;
  readonly #places: TablePlaces;
  readonly #tables: Tables;

  constructor(
    { bytes, maxDepth }: { readonly bytes: Uint8Array; readonly maxDepth: number },
    places: TablePlaces,
    tables: Tables,
  ) {
    this.#bytes = bytes;
    this.#maxDepth = maxDepth;
    this.#places = places;
    this.#tables = tables;
  }

  dottedName(index: number): string {
    const reader = this.#readerAt(this.#places.dottedNames[index]);
    if (reader === undefined) return noEntry("interned dotted name", index);
    return (this.#tables.dottedNames[index] = readDottedName(reader, this.#tables));
  }

  type(index: number): LfType {
    const reader = this.#readerAt(this.#places.types[index]);
    if (reader === undefined) return noEntry("interned type", index);
    return (this.#tables.types[index] = readTypeEntry(reader, this.#tables));
  }

  /** Returns a new reader for each entry, because reading one entry may need another. */
  #readerAt(place: Place | undefined): MessageReader | undefined {
    if (place === undefined) return undefined;
    return new MessageReader(this.#bytes, this.#maxDepth).goTo(place);
  }
}
