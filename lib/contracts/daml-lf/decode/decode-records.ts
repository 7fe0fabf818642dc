import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
} from "../archive/archive-protobuf-reader.ts";
import type { LfExpr, LfType, NamedExpr } from "../syntax/ast.ts";
import { appendOrCreateList } from "./append-or-create.ts";
import { readTypeConstructorApplication, sortStructFieldsByName } from "./decode-types.ts";
import { getInternedName } from "./interned-tables.ts";
import {
  type ExprDecodingContext,
  MessageFieldValues,
  type ProtobufMessageLayout,
} from "./message-field-values.ts";
import { requireMessageField } from "./message-fields.ts";

// Readers of expressions that create, read and update records and structs. They raise DAR_PARSE_ERROR.

export const readRecordExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let type: LfType | undefined;
  let fields: NamedExpr[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) type = readTypeConstructorApplication(reader, scope.tables);
    else if (field === 2) fields = appendOrCreateList(fields, readNamedExpr(reader, scope));
    else reader.rejectUnknownField(field, "RecCon");
  }
  reader.leaveMessage(outer);
  return {
    kind: "record",
    type: requireMessageField(type, "the type of a record"),
    fields: fields ?? [],
  };
};

export const readRecordFieldAccessExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let type: LfType | undefined;
  let record: LfExpr | undefined;
  let name = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) type = readTypeConstructorApplication(reader, scope.tables);
    else if (field === 3) record = scope.readExpr(reader, scope);
    else if (field === 4) name = reader.readInt32();
    else reader.rejectUnknownField(field, "RecProj");
  }
  reader.leaveMessage(outer);
  return {
    kind: "recordField",
    type: requireMessageField(type, "the type of a record"),
    record: requireMessageField(record, "the record of a field"),
    field: getInternedName(scope.tables, name),
  };
};

const recordUpdateLayout: ProtobufMessageLayout = {
  1: "constructor",
  2: "name",
  3: "expr",
  4: "expr",
};

export const readRecordUpdateExpr = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("RecUpd", recordUpdateLayout, reader, scope);
  return {
    kind: "recordUpdate",
    type: slots.getType(1),
    field: slots.getName(2),
    record: slots.getExpr(3),
    update: slots.getExpr(4),
  };
};

export const readStructExpression = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let fields: NamedExpr[] | undefined;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) fields = appendOrCreateList(fields, readNamedExpr(reader, scope));
    else reader.rejectUnknownField(field, "StructCon");
  }
  reader.leaveMessage(outer);
  return { kind: "struct", fields: sortStructFieldsByName(fields ?? []) };
};

export const readStructFieldExpression = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  let struct: LfExpr | undefined;
  let name = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) name = reader.readInt32();
    else if (field === 2) struct = scope.readExpr(reader, scope);
    else reader.rejectUnknownField(field, "StructProj");
  }
  reader.leaveMessage(outer);
  return {
    kind: "structField",
    field: getInternedName(scope.tables, name),
    struct: requireMessageField(struct, "the struct of a field"),
  };
};

const structUpdateLayout: ProtobufMessageLayout = { 1: "name", 2: "expr", 3: "expr" };

export const readStructUpdateExpression = (
  reader: ArchiveProtobufReader,
  scope: ExprDecodingContext,
): LfExpr => {
  const slots = new MessageFieldValues("StructUpd", structUpdateLayout, reader, scope);
  return {
    kind: "structUpdate",
    field: slots.getName(1),
    struct: slots.getExpr(2),
    update: slots.getExpr(3),
  };
};

const readNamedExpr = (reader: ArchiveProtobufReader, scope: ExprDecodingContext): NamedExpr => {
  let expr: LfExpr | undefined;
  let name = 0;
  const outer = reader.enterMessage();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 2) expr = scope.readExpr(reader, scope);
    else if (field === 3) name = reader.readInt32();
    else reader.rejectUnknownField(field, "FieldWithExpr");
  }
  reader.leaveMessage(outer);
  return {
    name: getInternedName(scope.tables, name),
    expr: requireMessageField(expr, "the expression of a field"),
  };
};
