import type { MessageReader } from "../archive/message-reader.ts";
import type { Expr, LfType } from "../syntax/ast.ts";
import { readType } from "./decode-types.ts";
import type { Tables } from "./interned-tables.ts";
import { required } from "./message-fields.ts";
import {
  type ExprScope,
  namedExprShape,
  type Shape,
  Slots,
  typedExprShape,
} from "./message-slots.ts";

const conversionShape: Shape = { 1: "reference", 2: "reference", 3: "expr" };
const unsafeConversionShape: Shape = { 1: "reference", 2: "reference", 3: "expr", 4: "expr" };

/**
 * The expression that field number `field` of an `Expr` holds, for one of the less frequent forms:
 * changed records, variants, enums, optionals, what is wrapped with its type, exceptions, interfaces.
 * Raises DAR_PARSE_ERROR for a number that no form has.
 */
export const readRareExpr = (field: number, reader: MessageReader, scope: ExprScope): Expr => {
  const { tables } = scope;
  const slots = (what: string, shape: Shape): Slots => new Slots(what, shape, reader, scope);
  switch (field) {
    case 9: {
      const s = slots("RecUpd", { 1: "constructor", 2: "string", 3: "expr", 4: "expr" });
      return {
        kind: "recordUpdate",
        type: s.type(1),
        field: s.string(2),
        record: s.expr(3),
        update: s.expr(4),
      };
    }
    case 10: {
      const s = slots("VariantCon", { 1: "constructor", 2: "string", 3: "expr" });
      return {
        kind: "variant",
        type: s.type(1),
        constructor: s.string(2),
        argument: s.expr(3),
      };
    }
    case 11: {
      const s = slots("EnumCon", { 1: "reference", 2: "string" });
      return { kind: "enum", typeId: s.reference(1), constructor: s.string(2) };
    }
    case 14: {
      const s = slots("StructUpd", { 1: "string", 2: "expr", 3: "expr" });
      return { kind: "structUpdate", field: s.string(1), struct: s.expr(2), update: s.expr(3) };
    }
    case 21:
      return { kind: "nil", element: slots("Nil", { 1: "type" }).type(1) };
    case 25:
      return { kind: "none", element: slots("OptionalNone", { 1: "type" }).type(1) };
    case 26: {
      const s = slots("OptionalSome", typedExprShape);
      return { kind: "some", element: s.type(1), value: s.expr(2) };
    }
    case 27:
      return typedExpr("toAny", slots("ToAny", typedExprShape));
    case 28:
      return typedExpr("fromAny", slots("FromAny", typedExprShape));
    case 29:
      return { kind: "typeRep", type: readType(reader, tables) };
    case 30:
      return typedExpr("toAnyException", slots("ToAnyException", typedExprShape));
    case 31:
      return typedExpr("fromAnyException", slots("FromAnyException", typedExprShape));
    case 32: {
      const s = slots("Throw", { 1: "type", 2: "type", 3: "expr" });
      return {
        kind: "throw",
        returnType: s.type(1),
        exceptionType: s.type(2),
        exception: s.expr(3),
      };
    }
    case 33:
      return interfaceConversion("toInterface", slots("ToInterface", conversionShape));
    case 34:
      return interfaceConversion("fromInterface", slots("FromInterface", conversionShape));
    case 35: {
      const s = slots("CallInterface", { 1: "reference", 2: "string", 3: "expr" });
      return {
        kind: "callInterface",
        interfaceId: s.reference(1),
        method: s.string(2),
        expr: s.expr(3),
      };
    }
    case 36:
      return onInterface("signatoryInterface", slots("SignatoryInterface", namedExprShape));
    case 37:
      return onInterface("observerInterface", slots("ObserverInterface", namedExprShape));
    case 38:
      return onInterface("viewInterface", slots("ViewInterface", namedExprShape));
    case 39: {
      const s = slots("UnsafeFromInterface", unsafeConversionShape);
      return {
        kind: "unsafeFromInterface",
        interfaceId: s.reference(1),
        templateId: s.reference(2),
        contractId: s.expr(3),
        expr: s.expr(4),
      };
    }
    case 40:
      return onInterface("interfaceTemplateTypeRep", slots("TemplateTypeRep", namedExprShape));
    case 41:
      return requirement("toRequiredInterface", slots("ToRequired", conversionShape));
    case 42:
      return requirement("fromRequiredInterface", slots("FromRequired", conversionShape));
    case 43: {
      const s = slots("UnsafeFromRequired", unsafeConversionShape);
      return {
        kind: "unsafeFromRequiredInterface",
        required: s.reference(1),
        requiring: s.reference(2),
        contractId: s.expr(3),
        expr: s.expr(4),
      };
    }
    case 9999:
      return readExperimental(reader, tables);
    default:
      return reader.unknown(field, "Expr");
  }
};

/** Its name is no index into the table of strings. */
const readExperimental = (reader: MessageReader, tables: Tables): Expr => {
  let name = "";
  let type: LfType | undefined;
  reader.message((field) => {
    if (field === 1) name = reader.string();
    else if (field === 2) type = readType(reader, tables);
    else reader.unknown(field, "Experimental");
  });
  return { kind: "experimental", name, type: required(type, "the type of Experimental") };
};

type TypedExprKind = "toAny" | "fromAny" | "toAnyException" | "fromAnyException";

const typedExpr = (kind: TypedExprKind, slots: Slots): Expr => ({
  kind,
  type: slots.type(1),
  expr: slots.expr(2),
});

const interfaceConversion = (kind: "toInterface" | "fromInterface", slots: Slots): Expr => ({
  kind,
  interfaceId: slots.reference(1),
  templateId: slots.reference(2),
  expr: slots.expr(3),
});

type OnInterfaceKind =
  "signatoryInterface" | "observerInterface" | "viewInterface" | "interfaceTemplateTypeRep";

const onInterface = (kind: OnInterfaceKind, slots: Slots): Expr => ({
  kind,
  interfaceId: slots.reference(1),
  expr: slots.expr(2),
});

const requirement = (
  kind: "toRequiredInterface" | "fromRequiredInterface",
  slots: Slots,
): Expr => ({
  kind,
  required: slots.reference(1),
  requiring: slots.reference(2),
  expr: slots.expr(3),
});
