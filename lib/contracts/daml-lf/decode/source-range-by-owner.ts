import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
} from "../archive/archive-protobuf-reader.ts";
import type { LfChoice, LfExpr, LfTemplate, ValueDefinition } from "../syntax/ast.ts";
import { type ExprReaders, readExprMessageField } from "./decode-expressions.ts";
import { readSourceRange } from "./decode-references.ts";
import type { ExprDecodingContext } from "./message-field-values.ts";
import { requireMessageField } from "./message-fields.ts";

/** A definition or expression, which can have a source range in an archive. */
export type SourceRangeOwner = LfExpr | ValueDefinition | LfTemplate | LfChoice;

/**
 * Source ranges of expressions and definitions. Objects that were decoded without ranges have no entry.
 */
export type SourceRangeByOwner = WeakMap<SourceRangeOwner, SourceRange>;

/** Returns readers of expressions that store the source range of each expression in `ranges`. */
export const createRangeRecordingExprReaders = (ranges: SourceRangeByOwner): ExprReaders => {
  const readFields = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LfExpr => {
    let expr: LfExpr | undefined;
    let range: SourceRange | undefined;
    for (
      let field = reader.nextField();
      field !== endOfMessageFieldNumber;
      field = reader.nextField()
    ) {
      if (field === 1) range = readSourceRange(reader, scope.tables);
      else expr = readExprMessageField(field, reader, scope);
    }
    const found = requireMessageField(expr, "an expression");
    if (range === undefined) return found;
    // Copy the expression: all places that refer to an interned expression share one object.
    const own = { ...found };
    ranges.set(own, range);
    return own;
  };
  return {
    readExpr: (reader, scope) => {
      const outer = reader.enterMessage();
      const expr = readFields(reader, scope);
      reader.leaveMessage(outer);
      return expr;
    },
    readWhole: readFields,
    readEntry: readFields,
  };
};
