import type {
  Alternative,
  Binding,
  Expr,
  Lazy,
  LfType,
  NamedExpr,
  Pattern,
  TypedName,
  TypeParameter,
  UpdateExpr,
} from "./ast.ts";
import type { TypeId } from "../model/identifiers.ts";
import { parseCanonicalNumeric } from "../values/numeric.ts";
import {
  readConstructorType,
  readReference,
  readType,
  readTypedName,
  readTypeParameter,
  readUnit,
  required,
  sortedByName,
  stringAt,
  type Tables,
} from "./decode-types.ts";
import {
  malformed,
  MessageReader,
  noField,
  type Place,
  readWhileRunning,
} from "./message-reader.ts";

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

interface Scope {
  readonly tables: Tables;
  readonly interned: (index: number) => Expr;
}

/**
 * Bodies are read when they are needed and not kept: a package has thousands, all are checked once, and
 * few ever run.
 */
export const createExprDecoder = (source: ExprSource): ExprDecoder => {
  const { bytes, maxDepth, tables } = source;
  const reader = new MessageReader(bytes, maxDepth);
  const scope: Scope = { tables, interned: createExprTable(source) };
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
    const scope: Scope = {
      tables,
      interned: (index) => required(table[index], `interned expression ${index}`),
    };
    for (const place of interned.slice(table.length, end))
      table.push(readWholeExpr(reader.goTo(place), scope));
  };
  return (index) => {
    let table = kept?.deref();
    if (table === undefined) kept = new WeakRef((table = []));
    if (table.length <= index) fill(table, index + 1);
    return required(table[index], `interned expression ${index}`);
  };
};

/** What a field of the less frequent expressions holds. */
type SlotKind = "expr" | "type" | "string" | "reference" | "constructor";

type Shape = Readonly<Record<number, SlotKind>>;

/** The fields of one message, by field number, as its shape declares them; the last of each counts. */
class Slots {
  readonly #what: string;
  readonly #scope: Scope;
  readonly #exprs: Expr[] = [];
  readonly #types: LfType[] = [];
  readonly #strings: number[] = [];
  readonly #references: TypeId[] = [];

  constructor(what: string, shape: Shape, reader: MessageReader, scope: Scope) {
    this.#what = what;
    this.#scope = scope;
    reader.message((field) => {
      const kind = shape[field];
      if (kind === undefined) reader.unknown(field, what);
      else this.#read(kind, field, reader);
    });
  }

  #read(kind: SlotKind, field: number, reader: MessageReader): void {
    const { tables } = this.#scope;
    switch (kind) {
      case "expr":
        this.#exprs[field] = readExpr(reader, this.#scope);
        return;
      case "type":
        this.#types[field] = readType(reader, tables);
        return;
      case "string":
        this.#strings[field] = reader.int32();
        return;
      case "reference":
        this.#references[field] = readReference(reader, tables);
        return;
      case "constructor":
        this.#types[field] = readConstructorType(reader, tables);
        return;
    }
  }

  expr(field: number): Expr {
    return required(this.#exprs[field], `field ${field} of ${this.#what}`);
  }

  optionalExpr(field: number): Expr | undefined {
    return this.#exprs[field];
  }

  type(field: number): LfType {
    return required(this.#types[field], `field ${field} of ${this.#what}`);
  }

  string(field: number): string {
    return stringAt(this.#scope.tables, this.#strings[field] ?? 0);
  }

  reference(field: number): TypeId {
    return required(this.#references[field], `field ${field} of ${this.#what}`);
  }
}

const readExpr = (reader: MessageReader, scope: Scope): Expr => {
  const outer = reader.enter();
  const expr = readWholeExpr(reader, scope);
  reader.leave(outer);
  return expr;
};

/** An expression that fills the current message. */
const readWholeExpr = (reader: MessageReader, scope: Scope): Expr => {
  let expr: Expr | undefined;
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) reader.skip();
    else expr = readExprCase(field, reader, scope);
  return required(expr, "an expression");
};

/** The most frequent forms; they are nine in ten of all expressions. */
const readExprCase = (field: number, reader: MessageReader, scope: Scope): Expr => {
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
    case 44:
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
      return { kind: "let", ...readBlock(reader, scope) };
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

const readApplication = (reader: MessageReader, scope: Scope): Expr => {
  let fun: Expr | undefined;
  const args: Expr[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) fun = readExpr(reader, scope);
    else if (field === 2) args.push(readExpr(reader, scope));
    else reader.unknown(field, "App");
  reader.leave(outer);
  return { kind: "apply", fun: required(fun, "the function of an application"), arguments: args };
};

const readTypeApplication = (reader: MessageReader, scope: Scope): Expr => {
  let expr: Expr | undefined;
  const types: LfType[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) expr = readExpr(reader, scope);
    else if (field === 2) types.push(readType(reader, scope.tables));
    else reader.unknown(field, "TyApp");
  reader.leave(outer);
  return { kind: "typeApply", expr: required(expr, "what is applied to types"), types };
};

const readLambda = (reader: MessageReader, scope: Scope): Expr => {
  let body: Expr | undefined;
  const parameters: TypedName[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) parameters.push(readTypedName(reader, scope.tables));
    else if (field === 2) body = readExpr(reader, scope);
    else reader.unknown(field, "Abs");
  reader.leave(outer);
  return { kind: "lambda", parameters, body: required(body, "the body of a function") };
};

const readTypeLambda = (reader: MessageReader, scope: Scope): Expr => {
  let body: Expr | undefined;
  const parameters: TypeParameter[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) parameters.push(readTypeParameter(reader, scope.tables));
    else if (field === 2) body = readExpr(reader, scope);
    else reader.unknown(field, "TyAbs");
  reader.leave(outer);
  return { kind: "typeLambda", parameters, body: required(body, "the body of a type function") };
};

const readRecordField = (reader: MessageReader, scope: Scope): Expr => {
  let type: LfType | undefined;
  let record: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) type = readConstructorType(reader, scope.tables);
    else if (field === 3) record = readExpr(reader, scope);
    else if (field === 4) name = reader.int32();
    else reader.unknown(field, "RecProj");
  reader.leave(outer);
  return {
    kind: "recordField",
    type: required(type, "the type of a record"),
    record: required(record, "the record of a field"),
    field: stringAt(scope.tables, name),
  };
};

const readStructField = (reader: MessageReader, scope: Scope): Expr => {
  let struct: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) name = reader.int32();
    else if (field === 2) struct = readExpr(reader, scope);
    else reader.unknown(field, "StructProj");
  reader.leave(outer);
  return {
    kind: "structField",
    field: stringAt(scope.tables, name),
    struct: required(struct, "the struct of a field"),
  };
};

const readRecord = (reader: MessageReader, scope: Scope): Expr => {
  let type: LfType | undefined;
  const fields: NamedExpr[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) type = readConstructorType(reader, scope.tables);
    else if (field === 2) fields.push(readNamedExpr(reader, scope));
    else reader.unknown(field, "RecCon");
  reader.leave(outer);
  return { kind: "record", type: required(type, "the type of a record"), fields };
};

const readNamedExprs = (reader: MessageReader, scope: Scope): NamedExpr[] => {
  const fields: NamedExpr[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) fields.push(readNamedExpr(reader, scope));
    else reader.unknown(field, "StructCon");
  reader.leave(outer);
  return fields;
};

const readNamedExpr = (reader: MessageReader, scope: Scope): NamedExpr => {
  let expr: Expr | undefined;
  let name = 0;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 2) expr = readExpr(reader, scope);
    else if (field === 3) name = reader.int32();
    else reader.unknown(field, "FieldWithExpr");
  reader.leave(outer);
  return {
    name: stringAt(scope.tables, name),
    expr: required(expr, "the expression of a field"),
  };
};

const readCons = (reader: MessageReader, scope: Scope): Expr => {
  let element: LfType | undefined;
  let tail: Expr | undefined;
  const front: Expr[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) element = readType(reader, scope.tables);
    else if (field === 2) front.push(readExpr(reader, scope));
    else if (field === 3) tail = readExpr(reader, scope);
    else reader.unknown(field, "Cons");
  reader.leave(outer);
  return {
    kind: "cons",
    element: required(element, "the type of the elements of a list"),
    front,
    tail: required(tail, "the rest of a list"),
  };
};

/** What a let and a block of updates share. */
interface Block {
  readonly bindings: readonly Binding[];
  readonly body: Expr;
}

const readBlock = (reader: MessageReader, scope: Scope): Block => {
  let body: Expr | undefined;
  const bindings: Binding[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) bindings.push(readBinding(reader, scope));
    else if (field === 2) body = readExpr(reader, scope);
    else reader.unknown(field, "Block");
  reader.leave(outer);
  return { bindings, body: required(body, "the body of a block") };
};

const readBinding = (reader: MessageReader, scope: Scope): Binding => {
  let binder: TypedName | undefined;
  let bound: Expr | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) binder = readTypedName(reader, scope.tables);
    else if (field === 2) bound = readExpr(reader, scope);
    else reader.unknown(field, "Binding");
  reader.leave(outer);
  const { name, type } = required(binder, "the binder of a binding");
  return { name, type, bound: required(bound, "the bound expression of a binding") };
};

const readCase = (reader: MessageReader, scope: Scope): Expr => {
  let scrutinee: Expr | undefined;
  const alternatives: Alternative[] = [];
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) scrutinee = readExpr(reader, scope);
    else if (field === 2) alternatives.push(readAlternative(reader, scope));
    else reader.unknown(field, "Case");
  reader.leave(outer);
  return { kind: "case", scrutinee: required(scrutinee, "what a case looks at"), alternatives };
};

const readRareExpr = (field: number, reader: MessageReader, scope: Scope): Expr => {
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
      return onInterface("signatoryInterface", slots("SignatoryInterface", onInterfaceShape));
    case 37:
      return onInterface("observerInterface", slots("ObserverInterface", onInterfaceShape));
    case 38:
      return onInterface("viewInterface", slots("ViewInterface", onInterfaceShape));
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
      return onInterface("interfaceTemplateTypeRep", slots("TemplateTypeRep", onInterfaceShape));
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
    case 9999: {
      const s = slots("Experimental", { 1: "string", 2: "type" });
      return { kind: "experimental", name: s.string(1), type: s.type(2) };
    }
    default:
      return reader.unknown(field, "Expr");
  }
};

const typedExprShape: Shape = { 1: "type", 2: "expr" };
const conversionShape: Shape = { 1: "reference", 2: "reference", 3: "expr" };
const unsafeConversionShape: Shape = { 1: "reference", 2: "reference", 3: "expr", 4: "expr" };
const onInterfaceShape: Shape = { 1: "reference", 2: "expr" };

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

const builtinConstructor = (constructor: number): Expr => {
  if (constructor === 0) return { kind: "unit" };
  if (constructor === 1) return { kind: "bool", value: false };
  if (constructor === 2) return { kind: "bool", value: true };
  throw malformed(`there is no builtin constructor ${constructor}`);
};

const readLiteral = (reader: MessageReader, tables: Tables): Expr => {
  let literal: Expr | undefined;
  reader.message((field) => {
    if (field === 1) literal = { kind: "int64", value: reader.sint64() };
    else if (field === 2) literal = { kind: "timestamp", micros: reader.sfixed64() };
    else if (field === 3) literal = numericLiteral(stringAt(tables, reader.int32()));
    else if (field === 4) literal = { kind: "text", value: stringAt(tables, reader.int32()) };
    else if (field === 5) literal = { kind: "date", days: reader.int32() };
    else if (field === 6) literal = failureCategory(reader.int32());
    else reader.unknown(field, "BuiltinLit");
  });
  return required(literal, "a literal");
};

/** The number of fraction digits is the scale. */
const numericLiteral = (text: string): Expr => {
  const value = parseCanonicalNumeric(text);
  if (value === undefined) throw malformed(`${JSON.stringify(text)} is no numeric literal`);
  return value;
};

const failureCategory = (category: number): Expr => {
  if (category === 0) return { kind: "failureCategory", category: 8 };
  if (category === 1) return { kind: "failureCategory", category: 9 };
  throw malformed(`there is no failure category ${category}`);
};

const readAlternative = (reader: MessageReader, scope: Scope): Alternative => {
  let body: Expr | undefined;
  let pattern: Pattern | undefined;
  const outer = reader.enter();
  for (let field = reader.next(); field !== noField; field = reader.next())
    if (field === 1) body = readExpr(reader, scope);
    else pattern = readPattern(field, reader, scope);
  reader.leave(outer);
  return {
    pattern: required(pattern, "the pattern of an alternative"),
    body: required(body, "the body of an alternative"),
  };
};

const readPattern = (field: number, reader: MessageReader, scope: Scope): Pattern => {
  const slots = (what: string, shape: Shape): Slots => new Slots(what, shape, reader, scope);
  switch (field) {
    case 2:
      readUnit(reader);
      return { kind: "default" };
    case 3: {
      const s = slots("CaseAlt.Variant", { 1: "reference", 2: "string", 3: "string" });
      return {
        kind: "variant",
        typeId: s.reference(1),
        constructor: s.string(2),
        binder: s.string(3),
      };
    }
    case 4: {
      const constructor = builtinConstructor(reader.int32());
      return constructor.kind === "bool" ? constructor : { kind: "unit" };
    }
    case 5:
      readUnit(reader);
      return { kind: "nil" };
    case 6: {
      const s = slots("CaseAlt.Cons", { 1: "string", 2: "string" });
      return { kind: "cons", head: s.string(1), tail: s.string(2) };
    }
    case 7:
      readUnit(reader);
      return { kind: "none" };
    case 8:
      return { kind: "some", binder: slots("CaseAlt.OptionalSome", { 1: "string" }).string(1) };
    case 9: {
      const s = slots("CaseAlt.Enum", { 1: "reference", 2: "string" });
      return { kind: "enum", typeId: s.reference(1), constructor: s.string(2) };
    }
    default:
      return reader.unknown(field, "CaseAlt");
  }
};

const readUpdate = (reader: MessageReader, scope: Scope): UpdateExpr => {
  let update: UpdateExpr | undefined;
  reader.message((field) => {
    update = readUpdateCase(field, reader, scope);
  });
  return required(update, "an update");
};

const readUpdateCase = (field: number, reader: MessageReader, scope: Scope): UpdateExpr => {
  const slots = (what: string, shape: Shape): Slots => new Slots(what, shape, reader, scope);
  switch (field) {
    case 1: {
      const s = slots("Update.Pure", typedExprShape);
      return { kind: "pure", type: s.type(1), expr: s.expr(2) };
    }
    case 2:
      return { kind: "block", ...readBlock(reader, scope) };
    case 3: {
      const s = slots("Update.Create", onInterfaceShape);
      return { kind: "create", templateId: s.reference(1), argument: s.expr(2) };
    }
    case 4: {
      const s = slots("Update.Exercise", { 1: "reference", 3: "expr", 5: "expr", 6: "string" });
      return {
        kind: "exercise",
        templateId: s.reference(1),
        contractId: s.expr(3),
        argument: s.expr(5),
        choice: s.string(6),
      };
    }
    case 5: {
      const s = slots("Update.Fetch", onInterfaceShape);
      return { kind: "fetch", templateId: s.reference(1), contractId: s.expr(2) };
    }
    case 6:
      readUnit(reader);
      return { kind: "getTime" };
    case 7: {
      const s = slots("Update.EmbedExpr", typedExprShape);
      return { kind: "embed", type: s.type(1), expr: s.expr(2) };
    }
    case 9:
      return {
        kind: "fetchByKey",
        templateId: slots("Update.FetchByKey", { 1: "reference" }).reference(1),
      };
    case 10: {
      const s = slots("Update.ExerciseByKey", {
        1: "reference",
        2: "string",
        3: "expr",
        4: "expr",
      });
      return {
        kind: "exerciseByKey",
        templateId: s.reference(1),
        choice: s.string(2),
        key: s.expr(3),
        argument: s.expr(4),
      };
    }
    case 11: {
      const s = slots("Update.TryCatch", { 1: "type", 2: "expr", 3: "string", 4: "expr" });
      return {
        kind: "tryCatch",
        returnType: s.type(1),
        attempt: s.expr(2),
        variable: s.string(3),
        handler: s.expr(4),
      };
    }
    case 12: {
      const s = slots("Update.CreateInterface", onInterfaceShape);
      return { kind: "createInterface", interfaceId: s.reference(1), argument: s.expr(2) };
    }
    case 13: {
      const s = slots("Update.ExerciseInterface", {
        1: "reference",
        2: "string",
        3: "expr",
        4: "expr",
        5: "expr",
      });
      return {
        kind: "exerciseInterface",
        interfaceId: s.reference(1),
        choice: s.string(2),
        contractId: s.expr(3),
        argument: s.expr(4),
        guard: s.optionalExpr(5),
      };
    }
    case 14: {
      const s = slots("Update.FetchInterface", onInterfaceShape);
      return { kind: "fetchInterface", interfaceId: s.reference(1), contractId: s.expr(2) };
    }
    case 15:
      return { kind: "isLedgerTimeBefore", time: readExpr(reader, scope) };
    case 16:
      return {
        kind: "queryByKey",
        templateId: slots("Update.QueryNByKey", { 1: "reference" }).reference(1),
      };
    default:
      return reader.unknown(field, "Update");
  }
};
