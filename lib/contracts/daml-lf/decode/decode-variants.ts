import type { MessageReader } from "../archive/message-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import {
  type ExprScope,
  type MessageLayout,
  MessageSlots,
  typedExprLayout,
} from "./message-slots.ts";

// Readers of constructors of variants, enums and optionals. They raise DAR_PARSE_ERROR.

const variantLayout: MessageLayout = { 1: "constructor", 2: "name", 3: "expr" };

export const readVariant = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("VariantCon", variantLayout, reader, scope);
  return {
    kind: "variant",
    type: slots.getType(1),
    constructor: slots.getName(2),
    argument: slots.getExpr(3),
  };
};

const enumLayout: MessageLayout = { 1: "reference", 2: "name" };

export const readEnum = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("EnumCon", enumLayout, reader, scope);
  return { kind: "enum", typeId: slots.getReference(1), constructor: slots.getName(2) };
};

const noneLayout: MessageLayout = { 1: "type" };

export const readNone = (reader: MessageReader, scope: ExprScope): LfExpr => ({
  kind: "none",
  element: new MessageSlots("OptionalNone", noneLayout, reader, scope).getType(1),
});

export const readSome = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("OptionalSome", typedExprLayout, reader, scope);
  return { kind: "some", element: slots.getType(1), value: slots.getExpr(2) };
};
