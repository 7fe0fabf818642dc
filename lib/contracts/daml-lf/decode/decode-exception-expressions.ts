import type { MessageReader } from "../archive/message-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import {
  type ExprScope,
  type MessageLayout,
  MessageSlots,
  typedExprLayout,
} from "./message-slots.ts";

// Readers of expressions that wrap and throw exceptions. They raise DAR_PARSE_ERROR.

export const readToAnyException = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("ToAnyException", typedExprLayout, reader, scope);
  return { kind: "toAnyException", type: slots.getType(1), expr: slots.getExpr(2) };
};

export const readFromAnyException = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("FromAnyException", typedExprLayout, reader, scope);
  return { kind: "fromAnyException", type: slots.getType(1), expr: slots.getExpr(2) };
};

const throwLayout: MessageLayout = { 1: "type", 2: "type", 3: "expr" };

export const readThrow = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("Throw", throwLayout, reader, scope);
  return {
    kind: "throw",
    returnType: slots.getType(1),
    exceptionType: slots.getType(2),
    exception: slots.getExpr(3),
  };
};
