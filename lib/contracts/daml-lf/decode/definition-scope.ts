import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import type { ArchiveProtobufReader } from "../archive/archive-protobuf-reader.ts";
import type { ExprDecoder } from "./decode-expressions.ts";
import { readSourceRange } from "./decode-references.ts";
import type { InternedTables } from "./interned-tables.ts";
import type { SourceRangeByOwner, SourceRangeOwner } from "./source-range-by-owner.ts";

/** The context for reading the definitions of one package. */
export interface DefinitionDecodingContext {
  /** The complete tables; every definition may refer to every entry. */
  readonly tables: InternedTables;
  readonly expressions: ExprDecoder;
  /** Receives the source ranges of definitions; undefined if they are not needed. */
  readonly ranges?: SourceRangeByOwner | undefined;
}

/** Reads the source range in the current field; skips it if ranges are not needed. */
export const readDefinitionSourceRange = (
  reader: ArchiveProtobufReader,
  { ranges, tables }: DefinitionDecodingContext,
): SourceRange | undefined => {
  if (ranges !== undefined) return readSourceRange(reader, tables);
  reader.skipField();
  return undefined;
};

/** Stores the source range of a definition, and returns the definition. */
export const storeDefinitionSourceRange = <T extends SourceRangeOwner>(
  definition: T,
  range: SourceRange | undefined,
  { ranges }: DefinitionDecodingContext,
): T => {
  if (range !== undefined) ranges?.set(definition, range);
  return definition;
};
