import type { ArchiveProtobufReader } from "../archive/archive-protobuf-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import {
  type ExprDecodingContext,
  MessageFieldValues,
  type ProtobufMessageLayout,
  typedExprLayout,
} from "./message-field-values.ts";

// Readers of expressions that wrap and throw exceptions. They raise DAR_PARSE_ERROR.

export const readToAnyExceptionExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("ToAnyException", typedExprLayout, reader, scope);
  return { kind: "toAnyException", type: slots.getType(1), expr: slots.getExpr(2) };
};

export const readFromAnyExceptionExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("FromAnyException", typedExprLayout, reader, scope);
  return { kind: "fromAnyException", type: slots.getType(1), expr: slots.getExpr(2) };
};

const throwLayout: ProtobufMessageLayout = { 1: "type", 2: "type", 3: "expr" };

export const readThrowExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("Throw", throwLayout, reader, scope);
  return {
    kind: "throw",
    returnType: slots.getType(1),
    exceptionType: slots.getType(2),
    exception: slots.getExpr(3),
  };
};
