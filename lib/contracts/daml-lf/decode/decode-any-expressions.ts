import type { MessageReader } from "../archive/message-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import { readType } from "./decode-types.ts";
import { type ExprScope, MessageSlots, typedExprLayout } from "./message-slots.ts";

// Readers of expressions of the types Any (a value with its type) and TypeRep (a type as a value). They
// raise DAR_PARSE_ERROR.

export const readToAny = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("ToAny", typedExprLayout, reader, scope);
  return { kind: "toAny", type: slots.getType(1), expr: slots.getExpr(2) };
};

export const readFromAny = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("FromAny", typedExprLayout, reader, scope);
  return { kind: "fromAny", type: slots.getType(1), expr: slots.getExpr(2) };
};

export const readTypeRep = (reader: MessageReader, { tables }: ExprScope): LfExpr => ({
  kind: "typeRep",
  type: readType(reader, tables),
});
