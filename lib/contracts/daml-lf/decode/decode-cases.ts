import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { CaseAlternative, CasePattern, LfExpr } from "../syntax/ast.ts";
import { readDefinitionReference } from "./decode-references.ts";
import { getInternedName, type InternedTables } from "./interned-tables.ts";
import {
  type ExprDecodingContext,
  MessageFieldValues,
  type ProtobufMessageLayout,
} from "./message-field-values.ts";
import { readEmptyMessage, requireMessageField } from "./message-fields.ts";

/**
 * Reads a case with its alternatives, in order. Raises DAR_PARSE_ERROR if the scrutinee, or the pattern or
 * body of an alternative is missing.
 */
export const readCaseExpr = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): LfExpr => {
  let scrutinee: LfExpr | undefined;
  const alternatives: CaseAlternative[] = [];
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) scrutinee = scope.readExpr(reader, scope);
    else if (field === 2) alternatives.push(readAlternative(reader, scope));
    else reader.rejectUnknownField(field, "Case");
  }
  reader.leaveMessage(outer);
  return {
    kind: "case",
    scrutinee: requireMessageField(scrutinee, "the scrutinee of a case"),
    alternatives,
  };
};

const readAlternative = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): CaseAlternative => {
  let body: LfExpr | undefined;
  let pattern: CasePattern | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) body = scope.readExpr(reader, scope);
    else pattern = readPattern(field, reader, scope);
  }
  reader.leaveMessage(outer);
  return {
    pattern: requireMessageField(pattern, "the pattern of an alternative"),
    body: requireMessageField(body, "the body of an alternative"),
  };
};

const readPattern = (
  field: number,
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): CasePattern => {
  switch (field) {
    case 2:
      readEmptyMessage(reader);
      return { kind: "default" };
    case 3:
      return readVariantPattern(reader, scope.tables);
    case 4:
      return decodeBuiltinConstructor(reader.readInt32());
    case 5:
      readEmptyMessage(reader);
      return { kind: "nil" };
    case 6: {
      const s = new MessageFieldValues("CaseAlt.Cons", consLayout, reader, scope);
      return { kind: "cons", head: s.getName(1), tail: s.getName(2) };
    }
    case 7:
      readEmptyMessage(reader);
      return { kind: "none" };
    case 8:
      return {
        kind: "some",
        binder: new MessageFieldValues("CaseAlt.OptionalSome", someLayout, reader, scope).getName(
          1,
        ),
      };
    case 9: {
      const s = new MessageFieldValues("CaseAlt.Enum", enumLayout, reader, scope);
      return { kind: "enum", typeId: s.getReference(1), constructor: s.getName(2) };
    }
    default:
      return reader.rejectUnknownField(field, "CaseAlt");
  }
};

const consLayout: ProtobufMessageLayout = { 1: "name", 2: "name" };
const someLayout: ProtobufMessageLayout = { 1: "name" };
const enumLayout: ProtobufMessageLayout = { 1: "reference", 2: "name" };

const readVariantPattern = (reader: ArchiveProtobufReader, tables: InternedTables): CasePattern => {
  let typeId: TypeId | undefined;
  let constructor = 0;
  let binder = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) typeId = readDefinitionReference(reader, tables);
    else if (field === 2) constructor = reader.readInt32();
    else if (field === 3) binder = reader.readInt32();
    else reader.rejectUnknownField(field, "CaseAlt.Variant");
  }
  reader.leaveMessage(outer);
  return {
    kind: "variant",
    typeId: requireMessageField(typeId, "the type of a pattern"),
    constructor: getInternedName(tables, constructor),
    binder: getInternedName(tables, binder),
  };
};

/** A constructor that is both an expression and a pattern. */
type BuiltinConstructor =
  { readonly kind: "unit" } | { readonly kind: "bool"; readonly value: boolean };

/**
 * Returns the unit or boolean constructor with this number, for an expression or a pattern. Raises
 * DAR_PARSE_ERROR for any other number.
 */
export const decodeBuiltinConstructor = (constructor: number): BuiltinConstructor => {
  if (constructor === 0) return { kind: "unit" };
  if (constructor === 1) return { kind: "bool", value: false };
  if (constructor === 2) return { kind: "bool", value: true };
  throw malformedArchiveError(`there is no builtin constructor ${constructor}`);
};
