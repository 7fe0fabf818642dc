import type { MessageReader } from "../archive/message-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import {
  type ExprScope,
  type MessageLayout,
  MessageSlots,
  namedExprLayout,
} from "./message-slots.ts";

// Readers of conversions between templates and interfaces, and of calls through an interface. They raise
// DAR_PARSE_ERROR.

const conversionLayout: MessageLayout = { 1: "reference", 2: "reference", 3: "expr" };
const unsafeConversionLayout: MessageLayout = {
  1: "reference",
  2: "reference",
  3: "expr",
  4: "expr",
};

/** Reads a conversion between a template and an interface. */
export const readInterfaceConversion = (
  kind: "toInterface" | "fromInterface",
  reader: MessageReader,
  scope: ExprScope,
): LfExpr => {
  const slots = new MessageSlots(kind, conversionLayout, reader, scope);
  return {
    kind,
    interfaceId: slots.getReference(1),
    templateId: slots.getReference(2),
    expr: slots.getExpr(3),
  };
};

export const readUnsafeFromInterface = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("UnsafeFromInterface", unsafeConversionLayout, reader, scope);
  return {
    kind: "unsafeFromInterface",
    interfaceId: slots.getReference(1),
    templateId: slots.getReference(2),
    contractId: slots.getExpr(3),
    expr: slots.getExpr(4),
  };
};

/** Reads a conversion between an interface and one that it requires. */
export const readRequiredConversion = (
  kind: "toRequiredInterface" | "fromRequiredInterface",
  reader: MessageReader,
  scope: ExprScope,
): LfExpr => {
  const slots = new MessageSlots(kind, conversionLayout, reader, scope);
  return {
    kind,
    required: slots.getReference(1),
    requiring: slots.getReference(2),
    expr: slots.getExpr(3),
  };
};

export const readUnsafeFromRequiredInterface = (
  reader: MessageReader,
  scope: ExprScope,
): LfExpr => {
  const slots = new MessageSlots(
    "UnsafeFromRequiredInterface",
    unsafeConversionLayout,
    reader,
    scope,
  );
  return {
    kind: "unsafeFromRequiredInterface",
    required: slots.getReference(1),
    requiring: slots.getReference(2),
    contractId: slots.getExpr(3),
    expr: slots.getExpr(4),
  };
};

const callLayout: MessageLayout = { 1: "reference", 2: "name", 3: "expr" };

export const readInterfaceCall = (reader: MessageReader, scope: ExprScope): LfExpr => {
  const slots = new MessageSlots("CallInterface", callLayout, reader, scope);
  return {
    kind: "callInterface",
    interfaceId: slots.getReference(1),
    method: slots.getName(2),
    expr: slots.getExpr(3),
  };
};

type OnInterfaceKind =
  "signatoryInterface" | "observerInterface" | "viewInterface" | "interfaceTemplateTypeRep";

/** Reads a call that every interface supports: its signatories, observers, view or template type. */
export const readOnInterface = (
  kind: OnInterfaceKind,
  reader: MessageReader,
  scope: ExprScope,
): LfExpr => {
  const slots = new MessageSlots(kind, namedExprLayout, reader, scope);
  return { kind, interfaceId: slots.getReference(1), expr: slots.getExpr(2) };
};
