import {
  malformed,
  MessageReader,
  noField,
  type Place,
  readWhileRunning,
} from "../archive/message-reader.ts";
import type { Expr, Lazy, LfType, NamedExpr, TypedName, TypeParameter } from "../syntax/ast.ts";
import { appended } from "./appended.ts";
import { builtinConstructor, readCase } from "./decode-cases.ts";
import { readLiteral } from "./decode-literals.ts";
import { readRareExpr } from "./decode-rare-expressions.ts";
import { readReference } from "./decode-references.ts";
import {
  readConstructorType,
  readType,
  readTypedName,
  readTypeParameter,
  sortedByName,
} from "./decode-types.ts";
import { readLet, readUpdate } from "./decode-updates.ts";
import { stringAt, type Tables } from "./interned-tables.ts";
import { counted, notFlat, required } from "./message-fields.ts";
import type { ExprScope } from "./message-slots.ts";

/** Reads the expressions of one package; what is malformed raises DAR_PARSE_ERROR when it is read. */
export interface ExprDecoder {
  /** The expression that the current field holds; read anew whenever it is asked for. */
  later(reader: MessageReader): Lazy<Expr>;
}

interface ExprSource {
  readonly bytes: Uint8Array;
  readonly maxDepth: number;
  /** The package's interned expressions (Daml-LF 2.2 and later). */
  readonly interned: readonly Place[];
  readonly tables: Tables;
}

/**
 * The decoder of the package in `source.bytes`. Bodies are read when they are needed and not kept: a
 * package has thousands, all are checked once, and few ever run.
 */
export const createExprDecoder = (source: ExprSource): ExprDecoder => {
  const { bytes, maxDepth, tables } = source;
  const reader = new MessageReader(bytes, maxDepth);
  const scope: ExprScope = { tables, interned: createExprTable(source), readExpr };
  const decode = (place: Place): Expr =>
    readWhileRunning(() => readWholeExpr(reader.goTo(place), scope));
  return {
    later: (definition) => {
      const place = definition.place();
      return () => decode(place);
    },
  };
};

/**
 * Interned expressions by their index. They refer to earlier ones only: what is not read yet is read
 * front to back, without recursion. Kept only as long as the memory is not needed, since bodies share
 * them while a package is checked.
 */
const createExprTable = ({
  bytes,
  maxDepth,
  interned,
  tables,
}: ExprSource): ((index: number) => Expr) => {
  let kept: WeakRef<Expr[]> | undefined;
  const reader = new MessageReader(bytes, maxDepth);
  const fill = (table: Expr[], end: number): void => {
    const scope: ExprScope = {
      tables,
      interned: (index) => required(table[index], `interned expression ${index}`),
      readExpr,
    };
    for (const place of interned.slice(table.length, end)) {
      table.push(readExprEntry(reader.goTo(place), scope));
    }
  };
  return (index) => {
    if (!tables.isFlat) throw notFlat("interned expressions", tables);
    let table = kept?.deref();
    if (table === undefined) kept = new WeakRef((table = []));
    if (table.length <= index) fill(table, index + 1);
    return required(table[index], `interned expression ${index}`);
  };
};

const readExpr = (reader: MessageReader, scope: ExprScope): Expr => {
  const variable = reader.onlyNumber(variableTag);
  if (variable >= 0) return { kind: "variable", name: stringAt(scope.tables, variable) };
  const outer = reader.enter();
  const expr = readWholeExpr(reader, scope);
  reader.leave(outer);
  return expr;
};

/** Of field 2. Every third expression is a variable. */
const variableTag = 0x10;

/** An expression that fills the current message. */
const readWholeExpr = (reader: MessageReader, scope: ExprScope): Expr => {
  let expr: Expr | undefined;
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) reader.skip();
    else expr = readExprCase(field, reader, scope);
  }
  return required(expr, "an expression");
};

/** The entry of the table that fills the current message. */
const readExprEntry = (reader: MessageReader, scope: ExprScope): Expr => {
  let expr: Expr | undefined;
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === internedField) throw malformed("an interned expression is but another one");
    if (field === 1) reader.skip();
    else expr = readExprCase(field, reader, scope);
  }
  return required(expr, "an expression");
};

const internedField = 44;

/** The most frequent forms; they are nine in ten of all expressions. */
const readExprCase = (field: number, reader: MessageReader, scope: ExprScope): Expr => {
  switch (field) {
    case 2:
      return { kind: "variable", name: stringAt(scope.tables, reader.int32()) };
    case 3:
      return { kind: "value", name: readReference(reader, scope.tables) };
    case 15:
      return readApplication(reader, scope);
    case 16:
      return readTypeApplication(reader, scope);
    case 17:
      return readLambda(reader, scope);
    case 8:
      return readRecordField(reader, scope);
    case internedField:
      return scope.interned(reader.int32());
    case 4:
      return { kind: "builtin", id: reader.int32() };
    case 5:
      return builtinConstructor(reader.int32());
    case 6:
      return readLiteral(reader, scope.tables);
    case 12:
      return { kind: "struct", fields: sortedByName(readNamedExprs(reader, scope)) };
    case 18:
      return readTypeLambda(reader, scope);
    case 19:
      return readCase(reader, scope);
    case 13:
      return readStructField(reader, scope);
    case 20:
      return readLet(reader, scope);
    case 7:
      return readRecord(reader, scope);
    case 22:
      return readCons(reader, scope);
    case 23:
      return { kind: "update", update: readUpdate(reader, scope) };
    default:
      return readRareExpr(field, reader, scope);
  }
};

const readApplication = (reader: MessageReader, scope: ExprScope): Expr => {
  let fun: Expr | undefined;
  let args: Expr[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) fun = readExpr(reader, scope);
    else if (field === 2) args = appended(args, readExpr(reader, scope));
    else reader.unknown(field, "App");
  }
  reader.leave(outer);
  if (args === undefined) throw malformed("a function is applied to nothing");
  return { kind: "apply", fun: required(fun, "the function of an application"), arguments: args };
};

const readTypeApplication = (reader: MessageReader, scope: ExprScope): Expr => {
  let expr: Expr | undefined;
  let types: LfType[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) expr = readExpr(reader, scope);
    else if (field === 2) types = appended(types, readType(reader, scope.tables));
    else reader.unknown(field, "TyApp");
  }
  reader.leave(outer);
  return {
    kind: "typeApply",
    expr: required(expr, "what is applied to types"),
    types: counted(types, "types that something is applied to", scope.tables),
  };
};

const readLambda = (reader: MessageReader, scope: ExprScope): Expr => {
  let body: Expr | undefined;
  let parameters: TypedName[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) parameters = appended(parameters, readTypedName(reader, scope.tables));
    else if (field === 2) body = readExpr(reader, scope);
    else reader.unknown(field, "Abs");
  }
  reader.leave(outer);
  return {
    kind: "lambda",
    parameters: counted(parameters, "parameters of a function", scope.tables),
    body: required(body, "the body of a function"),
  };
};

const readTypeLambda = (reader: MessageReader, scope: ExprScope): Expr => {
  let body: Expr | undefined;
  let parameters: TypeParameter[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) parameters = appended(parameters, readTypeParameter(reader, scope.tables));
    else if (field === 2) body = readExpr(reader, scope);
    else reader.unknown(field, "TyAbs");
  }
  reader.leave(outer);
  return {
    kind: "typeLambda",
    parameters: counted(parameters, "type parameters of a function", scope.tables),
    body: required(body, "the body of a type function"),
  };
};

const readRecordField = (reader: MessageReader, scope: ExprScope): Expr => {
  let type: LfType | undefined;
  let record: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) type = readConstructorType(reader, scope.tables);
    else if (field === 3) record = readExpr(reader, scope);
    else if (field === 4) name = reader.int32();
    else reader.unknown(field, "RecProj");
  }
  reader.leave(outer);
  return {
    kind: "recordField",
    type: required(type, "the type of a record"),
    record: required(record, "the record of a field"),
    field: stringAt(scope.tables, name),
  };
};

const readStructField = (reader: MessageReader, scope: ExprScope): Expr => {
  let struct: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) name = reader.int32();
    else if (field === 2) struct = readExpr(reader, scope);
    else reader.unknown(field, "StructProj");
  }
  reader.leave(outer);
  return {
    kind: "structField",
    field: stringAt(scope.tables, name),
    struct: required(struct, "the struct of a field"),
  };
};

const readRecord = (reader: MessageReader, scope: ExprScope): Expr => {
  let type: LfType | undefined;
  let fields: NamedExpr[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) type = readConstructorType(reader, scope.tables);
    else if (field === 2) fields = appended(fields, readNamedExpr(reader, scope));
    else reader.unknown(field, "RecCon");
  }
  reader.leave(outer);
  return { kind: "record", type: required(type, "the type of a record"), fields: fields ?? [] };
};

const readNamedExprs = (reader: MessageReader, scope: ExprScope): NamedExpr[] => {
  let fields: NamedExpr[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) fields = appended(fields, readNamedExpr(reader, scope));
    else reader.unknown(field, "StructCon");
  }
  reader.leave(outer);
  return fields ?? [];
};

const readNamedExpr = (reader: MessageReader, scope: ExprScope): NamedExpr => {
  let expr: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 2) expr = readExpr(reader, scope);
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "FieldWithExpr");
  }
  reader.leave(outer);
  return {
    name: stringAt(scope.tables, name),
    expr: required(expr, "the expression of a field"),
  };
};

const readCons = (reader: MessageReader, scope: ExprScope): Expr => {
  let element: LfType | undefined;
  let tail: Expr | undefined;
  let front: Expr[] | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) element = readType(reader, scope.tables);
    else if (field === 2) front = appended(front, readExpr(reader, scope));
    else if (field === 3) tail = readExpr(reader, scope);
    else reader.unknown(field, "Cons");
  }
  reader.leave(outer);
  if (front === undefined) throw malformed("nothing is put before a list");
  return {
    kind: "cons",
    element: required(element, "the type of the elements of a list"),
    front,
    tail: required(tail, "the rest of a list"),
  };
};
