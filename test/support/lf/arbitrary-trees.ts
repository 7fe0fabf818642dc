import fc, { type Arbitrary } from "fast-check";

import {
  maxDateInDays,
  maxTimestampMicros,
  minDateDays,
  minTimestampMicros,
} from "../../../lib/base/values/time.ts";
import type {
  BuiltinType,
  CasePattern,
  DataConstructors,
  InterfaceInstance,
  LfChoice,
  LfDataType,
  LfExpr,
  LfInterface,
  LfModule,
  LfTemplate,
  LfType,
  LfTypeKind,
  TypedName,
  TypeParameter,
  UpdateExpr,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { builtinTypeNumbers } from "../../../lib/contracts/daml-lf/syntax/builtin-type-numbers.ts";
import { arbitraryCharacter } from "../arbitrary-character.ts";
import { ifThenElse, list } from "./expressions.ts";
import { exprFormsByWord, type Form, reservedWords, updateFormsByWord } from "./forms.ts";

/** Trees of any shape that an archive can contain, well-typed or not. */

/** Names like those of real packages, and names with a meaning in the notation. */
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("x", "owner", "Coin", "this", "self", "$x_1") },
  fc.constantFrom("True", "None", "Int64", "ADD_INT64", "_", "view", "Archive", "nat", "choice"),
  fc.constantFrom(...reservedWords),
);

const packageId = fc.constantFrom("self", "ab".repeat(32), "1".repeat(64));
const moduleName = fc.constantFrom("Main", "Main", "DA.Types", "a.b");
const typeName = fc.oneof(name, fc.constantFrom("Tree.Node", "a.b"));
const id = fc.tuple(packageId, moduleName, typeName).map((parts) => parts.join(":"));

const kind: Arbitrary<LfTypeKind> = fc.letrec<{ kind: LfTypeKind }>((tie) => ({
  kind: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<LfTypeKind>({ kind: "star" }, { kind: "nat" }),
    fc.record({
      kind: fc.constant("arrow" as const),
      parameters: fc.array(tie("kind"), { minLength: 1, maxLength: 2 }),
      result: tie("kind"),
    }),
  ),
})).kind;

const parameter: Arbitrary<TypeParameter> = fc.record({ name, kind });
const some = { minLength: 1, maxLength: 2 };
const few = { maxLength: 2 };

const builtins = Object.keys(builtinTypeNumbers) as BuiltinType[];

const type: Arbitrary<LfType> = fc.letrec<{ type: LfType }>((tie) => {
  const args = fc.array(tie("type"), few);
  return {
    type: fc.oneof(
      { maxDepth: 3 },
      fc.record({ kind: fc.constant("nat" as const), value: fc.nat(37) }),
      fc.record({ kind: fc.constant("variable" as const), name, arguments: args }),
      fc.record({ kind: fc.constantFrom("constructor", "synonym"), id, arguments: args }),
      fc.record({
        kind: fc.constant("builtin" as const),
        builtin: fc.constantFrom(...builtins, ...Array.from({ length: 8 }, () => "Arrow" as const)),
        arguments: args,
      }),
      fc.record({
        kind: fc.constant("forall" as const),
        parameters: fc.array(parameter, some),
        body: tie("type"),
      }),
      fc.record({
        kind: fc.constant("struct" as const),
        fields: fc.array(fc.record({ name, type: tie("type") }), few),
      }),
    ),
  };
}).type;

/** Generates types of records and variants: a data type with arguments. */
const applied: Arbitrary<LfType> = fc.record({
  kind: fc.constant("constructor" as const),
  id,
  arguments: fc.array(type, few),
});

const typed: Arbitrary<TypedName> = fc.record({ name, type });
const text = fc.string({ unit: arbitraryCharacter, maxLength: 5 });

const pattern: Arbitrary<CasePattern> = fc.oneof(
  fc.record({ kind: fc.constantFrom("default", "unit", "nil", "none") }),
  fc.record({ kind: fc.constant("bool" as const), value: fc.boolean() }),
  fc.record({
    kind: fc.constant("variant" as const),
    typeId: id,
    constructor: name,
    binder: name,
  }),
  fc.record({ kind: fc.constant("enum" as const), typeId: id, constructor: name }),
  fc.record({ kind: fc.constant("cons" as const), head: name, tail: name }),
  fc.record({ kind: fc.constant("some" as const), binder: name }),
);

const leaf: Arbitrary<LfExpr> = fc.oneof(
  fc.record({ kind: fc.constant("variable" as const), name }),
  fc.record({ kind: fc.constant("value" as const), name: id }),
  fc.record({ kind: fc.constant("builtin" as const), id: fc.nat(80) }),
  fc.constant<LfExpr>({ kind: "unit" }),
  fc.record({ kind: fc.constant("bool" as const), value: fc.boolean() }),
  fc.record({ kind: fc.constant("int64" as const), value: fc.bigInt({ min: -9n, max: 9n }) }),
  fc.record({
    kind: fc.constant("timestamp" as const),
    micros: fc.bigInt({ min: minTimestampMicros, max: maxTimestampMicros }),
  }),
  fc.record({
    kind: fc.constant("numeric" as const),
    scale: fc.nat(37),
    unscaled: fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }),
  }),
  fc.record({ kind: fc.constant("text" as const), value: text }),
  fc.record({
    kind: fc.constant("date" as const),
    days: fc.integer({ min: minDateDays, max: maxDateInDays }),
  }),
  fc.record({
    kind: fc.constant("failureCategory" as const),
    category: fc.constantFrom(8 as const, 9 as const),
  }),
  fc.record({ kind: fc.constant("enum" as const), typeId: id, constructor: name }),
  fc.record({ kind: fc.constant("nil" as const), element: type }),
);

interface Trees {
  readonly expr: LfExpr;
  readonly update: UpdateExpr;
}

const ofKind = <const K extends string, T>(
  kind: K,
  parts: { readonly [P in keyof T]: Arbitrary<T[P]> },
) => fc.record<{ kind: K } & T>({ kind: fc.constant(kind), ...parts } as never);

/** Expressions of every kind in `ast.ts`. */
export const arbitraryExpr: Arbitrary<LfExpr> = fc.letrec<Trees>(
  (tie: fc.LetrecTypedTie<Trees>) => {
    const expr = tie("expr");
    const named = fc.array(fc.record({ name, expr }), few);
    const bindings = (constraints: typeof some | typeof few) =>
      fc.array(fc.record({ name, type, bound: expr }), constraints);
    const alternatives = fc.array(fc.record({ pattern, body: expr }), { maxLength: 3 });
    const operands = {
      type,
      reference: id,
      name,
      expr,
      guard: fc.option(expr, { nil: undefined }),
    };
    const formed = (forms: ReadonlyMap<string, readonly [string, Form]>) =>
      [...forms.values()].map(([kind, form]) => {
        const parts = Object.entries(form).map(([part, operand]): [string, Arbitrary<unknown>] => [
          part,
          operands[operand],
        ]);
        return ofKind(kind, Object.fromEntries<Arbitrary<unknown>>(parts));
      });
    return {
      expr: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        leaf,
        ofKind("record", { type: applied, fields: named }),
        ofKind("recordField", { type: applied, field: name, record: expr }),
        ofKind("recordUpdate", { type: applied, field: name, record: expr, update: expr }),
        ofKind("variant", { type: applied, constructor: name, argument: expr }),
        ofKind("struct", { fields: named }),
        ofKind("structField", { field: name, struct: expr }),
        ofKind("structUpdate", { field: name, struct: expr, update: expr }),
        ofKind("apply", { fun: expr, arguments: fc.array(expr, some) }),
        ofKind("typeApply", { expr, types: fc.array(type, some) }),
        ofKind("lambda", { parameters: fc.array(typed, some), body: expr }),
        ofKind("typeLambda", { parameters: fc.array(parameter, some), body: expr }),
        ofKind("case", { scrutinee: expr, alternatives }),
        fc.tuple(expr, expr, expr).map((parts) => ifThenElse(...parts)),
        ofKind("let", { bindings: bindings(some), body: expr }),
        ofKind("cons", { element: type, front: fc.array(expr, few), tail: expr }),
        fc.tuple(type, fc.array(expr, some)).map(([element, all]) => list(element, ...all)),
        ...(formed(exprFormsByWord) as unknown as Arbitrary<LfExpr>[]),
        { weight: 16, arbitrary: ofKind("update", { update: tie("update") }) },
      ),
      update: fc.oneof(
        ofKind("block", { bindings: bindings(few), body: expr }),
        ofKind("tryCatch", { returnType: type, attempt: expr, variable: name, handler: expr }),
        ...(formed(updateFormsByWord) as unknown as Arbitrary<UpdateExpr>[]),
      ),
    };
  },
).expr;

export const arbitraryType = type;

const body = arbitraryExpr.map((expr) => () => expr);
const perhaps = fc.option(body, { nil: undefined });

const byName = <T extends { readonly name: string }>(each: Arbitrary<T>) =>
  fc
    .uniqueArray(each, { maxLength: 2, selector: (one) => one.name })
    .map((all): ReadonlyMap<string, T> => new Map(all.map((one) => [one.name, one])));

const byKey = <T>(key: Arbitrary<string>, each: Arbitrary<T>) =>
  fc
    .uniqueArray(fc.tuple(key, each), { maxLength: 2, selector: ([one]) => one })
    .map((all): ReadonlyMap<string, T> => new Map(all));

const choice: Arbitrary<LfChoice> = fc.record({
  name,
  consuming: fc.boolean(),
  controllers: body,
  observers: body,
  authorizers: perhaps,
  argumentName: name,
  argumentType: type,
  resultType: type,
  selfName: name,
  body,
});

const instance: Arbitrary<InterfaceInstance> = fc.record({
  interfaceId: id,
  methods: byKey(name, body),
  view: body,
});

const template: Arbitrary<LfTemplate> = fc.record({
  name,
  parameter: name,
  precondition: perhaps,
  signatories: body,
  observers: body,
  choices: byName(choice),
  key: fc.option(fc.record({ type, body, maintainers: body }), { nil: undefined }),
  implements: fc
    .uniqueArray(instance, { maxLength: 1 })
    .map((all) => new Map(all.map((each) => [each.interfaceId, each]))),
});

const definedInterface: Arbitrary<LfInterface> = fc.record({
  name,
  parameter: name,
  methods: byKey(name, type),
  choices: byName(choice),
  view: type,
  requires: fc.array(id, few),
});

const constructors: Arbitrary<DataConstructors> = fc.oneof(
  fc.record({ kind: fc.constant("record" as const), fields: fc.array(typed, few) }),
  fc.record({ kind: fc.constant("variant" as const), constructors: fc.array(typed, few) }),
  fc.record({ kind: fc.constant("enum" as const), constructors: fc.array(name, few) }),
);

const dataType: Arbitrary<LfDataType> = fc.record({
  name: typeName,
  parameters: fc.array(parameter, few),
  serializable: fc.boolean(),
  constructors,
});

const interfaceType = (called: string): LfDataType => ({
  name: called,
  parameters: [],
  serializable: false,
  constructors: { kind: "interface" },
});

/** Generates a module Main with arbitrary definitions. The data types of interfaces come last. */
export const arbitraryModule: Arbitrary<LfModule> = fc
  .record({
    synonyms: byName(fc.record({ name: typeName, parameters: fc.array(parameter, few), type })),
    dataTypes: byName(dataType),
    values: byName(fc.record({ name, type, body })),
    templates: byName(template),
    exceptions: byName(fc.record({ name, message: body })),
    interfaces: byName(definedInterface),
  })
  .map((module) => {
    const dataTypes = new Map(module.dataTypes);
    for (const each of module.interfaces.keys()) {
      dataTypes.delete(each);
      dataTypes.set(each, interfaceType(each));
    }
    return { name: "Main", ...module, dataTypes };
  });
