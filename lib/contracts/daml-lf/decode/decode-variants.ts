import type { ArchiveProtobufReader } from "../archive/archive-protobuf-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import {
  type ExprDecodingContext,
  MessageFieldValues,
  type ProtobufMessageLayout,
  typedExprLayout,
} from "./message-field-values.ts";

// Readers of constructors of variants, enums and optionals. They raise DAR_PARSE_ERROR.

const variantLayout: ProtobufMessageLayout = { 1: "constructor", 2: "name", 3: "expr" };

export const readVariantExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("VariantCon", variantLayout, reader, scope);
  return {
    kind: "variant",
    type: slots.getType(1),
    constructor: slots.getName(2),
    argument: slots.getExpr(3),
  };
};

const enumLayout: ProtobufMessageLayout = { 1: "reference", 2: "name" };

export const readEnumExpression = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("EnumCon", enumLayout, reader, scope);
  return { kind: "enum", typeId: slots.getReference(1), constructor: slots.getName(2) };
};

const noneLayout: ProtobufMessageLayout = { 1: "type" };

export const readNoneExpression = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => ({
  kind: "none",
  element: new MessageFieldValues("OptionalNone", noneLayout, reader, scope).getType(1),
});

export const readSomeExpr = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LfExpr => {
  const slots = new MessageFieldValues("OptionalSome", typedExprLayout, reader, scope);
  return { kind: "some", element: slots.getType(1), value: slots.getExpr(2) };
};
