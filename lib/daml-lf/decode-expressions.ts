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
  byName,
  readReference,
  readType,
  readTypedName,
  readTypeParameter,
  readUnit,
  required,
  stringAt,
  type Tables,
} from "./decode-types.ts";
import { type Extent, malformed, MessageReader, readStrictly } from "./message-reader.ts";

export interface ExprDecoder {
  /** The expression that the current field holds, decoded when first asked for. */
  later(reader: MessageReader): Lazy<Expr>;
}

interface ExprSource {
  readonly bytes: Uint8Array;
  readonly maxDepth: number;
  /** The package's interned expressions (Daml-LF 2.2 and later). */
  readonly interned: readonly Extent[];
  readonly tables: Tables;
}

interface Scope {
  readonly tables: Tables;
  readonly interned: (index: number) => Expr;
}

export const createExprDecoder = (source: ExprSource): ExprDecoder => {
  const { bytes, maxDepth, tables } = source;
  const table: Expr[] = [];
  const scope: Scope = {
    tables,
    interned: (index) => required(table[index], `interned expression ${index}`),
  };
  // Entries refer to earlier ones only: front to back there is no recursion between them.
  const fillTable = (): void => {
    if (table.length === source.interned.length) return;
    for (const extent of source.interned.slice(table.length))
      table.push(readExpr(new MessageReader(bytes, maxDepth, extent), scope, "whole"));
  };
  const decode = (extent: Extent): Expr =>
    readStrictly(() => {
      fillTable();
      return readExpr(new MessageReader(bytes, maxDepth, extent), scope, "whole");
    });
  return {
    later: (reader) => {
      const extent = reader.extent();
      let expr: Expr | undefined;
      return () => (expr ??= decode(extent));
    },
  };
};

/** What a field of an expression message holds. */
type SlotKind =
  | "expr"
  | "type"
  | "string"
  | "reference"
  | "constructor"
  | "binding"
  | "named"
  | "parameter"
  | "typeParameter"
  | "alternative";

type Shape = Readonly<Record<number, SlotKind>>;

/** The fields of one message, by field number, as its shape declares them. */
class Slots {
  readonly #what: string;
  readonly #scope: Scope;
  readonly #exprs: Expr[][] = [];
  readonly #types: LfType[][] = [];
  readonly #strings: number[] = [];
  readonly #references: TypeId[] = [];
  readonly bindings: Binding[] = [];
  readonly named: NamedExpr[] = [];
  readonly parameters: TypedName[] = [];
  readonly typeParameters: TypeParameter[] = [];
  readonly alternatives: Alternative[] = [];

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
        (this.#exprs[field] ??= []).push(readExpr(reader, this.#scope));
        return;
      case "type":
        (this.#types[field] ??= []).push(readType(reader, tables));
        return;
      case "string":
        this.#strings[field] = reader.int32();
        return;
      case "reference":
        this.#references[field] = readReference(reader, tables);
        return;
      case "constructor":
        (this.#types[field] ??= []).push(readConstructorType(reader, tables));
        return;
      case "binding":
        this.bindings.push(readBinding(reader, this.#scope));
        return;
      case "named":
        this.named.push(readNamedExpr(reader, this.#scope));
        return;
      case "parameter":
        this.parameters.push(readTypedName(reader, tables));
        return;
      case "typeParameter":
        this.typeParameters.push(readTypeParameter(reader, tables));
        return;
      case "alternative":
        this.alternatives.push(readAlternative(reader, this.#scope));
        return;
    }
  }

  expr(field: number): Expr {
    return required(this.#exprs[field]?.[0], `field ${field} of ${this.#what}`);
  }

  optionalExpr(field: number): Expr | undefined {
    return this.#exprs[field]?.[0];
  }

  exprs(field: number): readonly Expr[] {
    return this.#exprs[field] ?? [];
  }

  type(field: number): LfType {
    return required(this.#types[field]?.[0], `field ${field} of ${this.#what}`);
  }

  types(field: number): readonly LfType[] {
    return this.#types[field] ?? [];
  }

  string(field: number): string {
    return stringAt(this.#scope.tables, this.#strings[field] ?? 0);
  }

  reference(field: number): TypeId {
    return required(this.#references[field], `field ${field} of ${this.#what}`);
  }
}

/** `Type.Con`, not wrapped in `Type`. */
const readConstructorType = (reader: MessageReader, tables: Tables): LfType => {
  const args: LfType[] = [];
  let id: TypeId | undefined;
  reader.message((field) => {
    if (field === 1) id = readReference(reader, tables);
    else if (field === 2) args.push(readType(reader, tables));
    else reader.unknown(field, "Type.Con");
  });
  return { kind: "constructor", id: required(id, "the name of a type"), arguments: args };
};

const readNamedExpr = (reader: MessageReader, scope: Scope): NamedExpr => {
  const slots = new Slots("FieldWithExpr", { 2: "expr", 3: "string" }, reader, scope);
  return { name: slots.string(3), expr: slots.expr(2) };
};

const readBinding = (reader: MessageReader, scope: Scope): Binding => {
  let binder: TypedName | undefined;
  let bound: Expr | undefined;
  reader.message((field) => {
    if (field === 1) binder = readTypedName(reader, scope.tables);
    else if (field === 2) bound = readExpr(reader, scope);
    else reader.unknown(field, "Binding");
  });
  return {
    ...required(binder, "the binder of a binding"),
    bound: required(bound, "the bound expression of a binding"),
  };
};

const readExpr = (
  reader: MessageReader,
  scope: Scope,
  how: "message" | "whole" = "message",
): Expr => {
  let expr: Expr | undefined;
  const visit = (field: number): void => {
    if (field === 1) reader.extent();
    else expr = readExprCase(field, reader, scope);
  };
  if (how === "message") reader.message(visit);
  else reader.fields(visit);
  return required(expr, "an expression");
};

const readExprCase = (field: number, reader: MessageReader, scope: Scope): Expr => {
  const { tables } = scope;
  const slots = (what: string, shape: Shape): Slots => new Slots(what, shape, reader, scope);
  switch (field) {
    case 2:
      return { kind: "variable", name: stringAt(tables, reader.int32()) };
    case 3:
      return { kind: "value", name: readReference(reader, tables) };
    case 4:
      return { kind: "builtin", id: reader.int32() };
    case 5:
      return builtinConstructor(reader.int32());
    case 6:
      return readLiteral(reader, tables);
    case 7: {
      const s = slots("RecCon", { 1: "constructor", 2: "named" });
      return { kind: "record", type: s.type(1), fields: s.named };
    }
    case 8: {
      const s = slots("RecProj", { 1: "constructor", 3: "expr", 4: "string" });
      return { kind: "recordField", type: s.type(1), record: s.expr(3), field: s.string(4) };
    }
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
    case 12:
      return { kind: "struct", fields: slots("StructCon", { 1: "named" }).named.sort(byName) };
    case 13: {
      const s = slots("StructProj", { 1: "string", 2: "expr" });
      return { kind: "structField", field: s.string(1), struct: s.expr(2) };
    }
    case 14: {
      const s = slots("StructUpd", { 1: "string", 2: "expr", 3: "expr" });
      return { kind: "structUpdate", field: s.string(1), struct: s.expr(2), update: s.expr(3) };
    }
    case 15: {
      const s = slots("App", { 1: "expr", 2: "expr" });
      return { kind: "apply", fun: s.expr(1), arguments: s.exprs(2) };
    }
    case 16: {
      const s = slots("TyApp", { 1: "expr", 2: "type" });
      return { kind: "typeApply", expr: s.expr(1), types: s.types(2) };
    }
    case 17: {
      const s = slots("Abs", { 1: "parameter", 2: "expr" });
      return { kind: "lambda", parameters: s.parameters, body: s.expr(2) };
    }
    case 18: {
      const s = slots("TyAbs", { 1: "typeParameter", 2: "expr" });
      return { kind: "typeLambda", parameters: s.typeParameters, body: s.expr(2) };
    }
    case 19: {
      const s = slots("Case", { 1: "expr", 2: "alternative" });
      return { kind: "case", scrutinee: s.expr(1), alternatives: s.alternatives };
    }
    case 20: {
      const s = slots("Block", blockShape);
      return { kind: "let", bindings: s.bindings, body: s.expr(2) };
    }
    case 21:
      return { kind: "nil", element: slots("Nil", { 1: "type" }).type(1) };
    case 22: {
      const s = slots("Cons", { 1: "type", 2: "expr", 3: "expr" });
      return { kind: "cons", element: s.type(1), front: s.exprs(2), tail: s.expr(3) };
    }
    case 23:
      return { kind: "update", update: readUpdate(reader, scope) };
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
    case 44:
      return scope.interned(reader.int32());
    case 9999: {
      const s = slots("Experimental", { 1: "string", 2: "type" });
      return { kind: "experimental", name: s.string(1), type: s.type(2) };
    }
    default:
      return reader.unknown(field, "Expr");
  }
};

const blockShape: Shape = { 1: "binding", 2: "expr" };
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
  reader.message((field) => {
    if (field === 1) body = readExpr(reader, scope);
    else pattern = readPattern(field, reader, scope);
  });
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
    case 2: {
      const s = slots("Block", blockShape);
      return { kind: "block", bindings: s.bindings, body: s.expr(2) };
    }
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
