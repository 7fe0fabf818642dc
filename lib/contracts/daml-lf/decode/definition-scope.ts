import type { ExprDecoder } from "./decode-expressions.ts";
import type { Tables } from "./interned-tables.ts";

/** What the definitions of one package are read with. */
export interface DefinitionScope {
  /** Complete: all definitions may refer to all entries. */
  readonly tables: Tables;
  readonly expressions: ExprDecoder;
}
