import type { ArchiveProtobufReader } from "../archive/archive-protobuf-reader.ts";
import type { LfExpr } from "../syntax/ast.ts";
import {
  type ExprDecodingContext,
  MessageFieldValues,
  type ProtobufMessageLayout,
  referenceAndExprLayout,
} from "./message-field-values.ts";

// Readers of conversions between templates and interfaces, and of calls through an interface. They raise
// DAR_PARSE_ERROR.

const conversionLayout: ProtobufMessageLayout = { 1: "reference", 2: "reference", 3: "expr" };
const unsafeConversionLayout: ProtobufMessageLayout = {
  1: "reference",
  2: "reference",
  3: "expr",
  4: "expr",
};

/** Reads a conversion between a template and an interface. */
export const readInterfaceConversion = (
  kind: "toInterface" | "fromInterface",
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues(kind, conversionLayout, reader, scope);
  return {
    kind,
    interfaceId: slots.getReference(1),
    templateId: slots.getReference(2),
    expr: slots.getExpr(3),
  };
};

export const readUnsafeFromInterface = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues(
    "UnsafeFromInterface",
    unsafeConversionLayout,
    reader,
    scope,
  );
  return {
    kind: "unsafeFromInterface",
    interfaceId: slots.getReference(1),
    templateId: slots.getReference(2),
    contractId: slots.getExpr(3),
    expr: slots.getExpr(4),
  };
};

/** Reads a conversion between an interface and one that it requires. */
export const readRequiredInterfaceConversion = (
  kind: "toRequiredInterface" | "fromRequiredInterface",
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues(kind, conversionLayout, reader, scope);
  return {
    kind,
    required: slots.getReference(1),
    requiring: slots.getReference(2),
    expr: slots.getExpr(3),
  };
};

export const readUnsafeFromRequiredInterface = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues(
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

const callLayout: ProtobufMessageLayout = { 1: "reference", 2: "name", 3: "expr" };

export const readInterfaceMethodCall = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("CallInterface", callLayout, reader, scope);
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
export const readBuiltinInterfaceCall = (
  kind: OnInterfaceKind,
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues(kind, referenceAndExprLayout, reader, scope);
  return { kind, interfaceId: slots.getReference(1), expr: slots.getExpr(2) };
};
