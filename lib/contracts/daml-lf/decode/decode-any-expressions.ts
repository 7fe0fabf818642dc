import type { ArchiveProtobufReader } from "../archive/archive-protobuf-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import { readInternedTypeReference } from "./decode-types.ts";
import {
  type ExprDecodingContext,
  MessageFieldValues,
  typedExprLayout,
} from "./message-field-values.ts";

// Readers of expressions of the types Any (a value with its type) and TypeRep (a type as a value). They
// raise DAR_PARSE_ERROR.

export const readToAnyExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("ToAny", typedExprLayout, reader, scope);
  return { kind: "toAny", type: slots.getType(1), expr: slots.getExpr(2) };
};

export const readFromAnyExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("FromAny", typedExprLayout, reader, scope);
  return { kind: "fromAny", type: slots.getType(1), expr: slots.getExpr(2) };
};

export const readTypeRepExpr = (
  reader: ArchiveProtobufReader,
  { tables }: ExprDecodingContext,
): LfExpr => ({
  kind: "typeRep",
  type: readInternedTypeReference(reader, tables),
});
