import { type MessageReader, noField } from "../archive/message-reader.ts";
import type { Expr, LfType, NamedExpr } from "../syntax/ast.ts";
import { appendOrCreate } from "./append-or-create.ts";
import { readConstructorType, sortedByName } from "./decode-types.ts";
import { nameAt } from "./interned-tables.ts";
import { requirePresent } from "./message-fields.ts";
import { type ExprScope, type MessageLayout, MessageSlots } from "./message-slots.ts";

// Readers of expressions that create, read and update records and structs. They raise DAR_PARSE_ERROR.

export const readRecord = (reader: MessageReader, scope: ExprScope): Expr => {
  let type: LfType | undefined;
  let fields: NamedExpr[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) type = readConstructorType(reader, scope.tables);
    else if (field === 2) fields = appendOrCreate(fields, readNamedExpr(reader, scope));
    else reader.unknown(field, "RecCon");
  }
  reader.leave(outer);
  return {
    kind: "record",
    type: requirePresent(type, "the type of a record"),
    fields: fields ?? [],
  };
};

export const readRecordField = (reader: MessageReader, scope: ExprScope): Expr => {
  let type: LfType | undefined;
  let record: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) type = readConstructorType(reader, scope.tables);
    else if (field === 3) record = scope.readExpr(reader, scope);
    else if (field === 4) name = reader.int32();
    else reader.unknown(field, "RecProj");
  }
  reader.leave(outer);
  return {
    kind: "recordField",
    type: requirePresent(type, "the type of a record"),
    record: requirePresent(record, "the record of a field"),
    field: nameAt(scope.tables, name),
  };
};

const recordUpdateLayout: MessageLayout = { 1: "constructor", 2: "name", 3: "expr", 4: "expr" };

export const readRecordUpdate = (reader: MessageReader, scope: ExprScope): Expr => {
  const slots = new MessageSlots("RecUpd", recordUpdateLayout, reader, scope);
  return {
    kind: "recordUpdate",
    type: slots.type(1),
    field: slots.name(2),
    record: slots.expr(3),
    update: slots.expr(4),
  };
};

export const readStruct = (reader: MessageReader, scope: ExprScope): Expr => {
  let fields: NamedExpr[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) fields = appendOrCreate(fields, readNamedExpr(reader, scope));
    else reader.unknown(field, "StructCon");
  }
  reader.leave(outer);
  return { kind: "struct", fields: sortedByName(fields ?? []) };
};

export const readStructField = (reader: MessageReader, scope: ExprScope): Expr => {
  let struct: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) name = reader.int32();
    else if (field === 2) struct = scope.readExpr(reader, scope);
    else reader.unknown(field, "StructProj");
  }
  reader.leave(outer);
  return {
    kind: "structField",
    field: nameAt(scope.tables, name),
    struct: requirePresent(struct, "the struct of a field"),
  };
};

const structUpdateLayout: MessageLayout = { 1: "name", 2: "expr", 3: "expr" };

export const readStructUpdate = (reader: MessageReader, scope: ExprScope): Expr => {
  const slots = new MessageSlots("StructUpd", structUpdateLayout, reader, scope);
  return {
    kind: "structUpdate",
    field: slots.name(1),
    struct: slots.expr(2),
    update: slots.expr(3),
  };
};

const readNamedExpr = (reader: MessageReader, scope: ExprScope): NamedExpr => {
  let expr: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 2) expr = scope.readExpr(reader, scope);
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "FieldWithExpr");
  }
  reader.leave(outer);
  return {
    name: nameAt(scope.tables, name),
    expr: requirePresent(expr, "the expression of a field"),
  };
};
