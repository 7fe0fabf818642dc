import type {
  Alternative,
  Expr,
  LfType,
  TypeParameter,
} from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  choice,
  enumType,
  instance,
  interfaceOf,
  interfaceType,
  module,
  type ModuleSource,
  recordType,
  synonymOf,
  template,
  valueOf,
  variantType,
} from "../../../support/lf/definitions.ts";
import {
  apply,
  builtin,
  caseOf,
  field,
  lambda,
  list,
  pure,
  record,
  typeApply,
  unit,
  variable,
} from "../../../support/lf/expressions.ts";
import {
  boolT,
  builtinType,
  dataT,
  functionT,
  int64T,
  listT,
  numericT,
  partyT,
  qualified,
  textT,
  unitT,
  variableT,
} from "../../../support/lf/types.ts";
import { accepted, refused } from "./checked-package.ts";
import type { ValueRow } from "./value-table.ts";

/** Definitions that the rows about types refer to. */
export const star = { kind: "star" } as const;
export const nat = { kind: "nat" } as const;
export const arrow = (...kinds: readonly TypeParameter["kind"][]): TypeParameter["kind"] => {
  const [result = star, ...parameters] = [...kinds].reverse();
  return { kind: "arrow", parameters: parameters.reverse(), result };
};

export const structT = (fields: Readonly<Record<string, LfType>>): LfType => ({
  kind: "struct",
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
});

export const [a, b, c] = ["a", "b", "c"].map(variableT) as [LfType, LfType, LfType];
export const pairT = dataT("Main:Pair", a);
export const treeT = dataT("Main:Tree", a);
export const colorT = dataT("Main:Color");
export const deedT = dataT("Main:Deed");
export const villaT = dataT("Main:Villa");
export const plainT = dataT("Main:Plain");
export const assetT = dataT("Main:Asset");
export const estateT = dataT("Main:Estate");
export const otherT = dataT("Main:Unrelated");
export const badT = dataT("Main:Bad");
export const viewT = dataT("Main:View");
export const partiesT = listT(partyT);
export const typeRepT = builtinType("TypeRep");
export const synonymT = (name: string, ...args: readonly LfType[]): LfType => ({
  kind: "synonym",
  id: qualified(name),
  arguments: args,
});
export const forallT = (parameters: readonly (string | TypeParameter)[], body: LfType): LfType => ({
  kind: "forall",
  parameters: parameters.map(kinded),
  body,
});

const kinded = (parameter: string | TypeParameter): TypeParameter =>
  typeof parameter === "string" ? { name: parameter, kind: star } : parameter;

export const nobody: Expr = list(partyT);
export const aNumber: Expr = { kind: "numeric", scale: 10, unscaled: 0n };
const act = (name: string) =>
  choice(name, {
    controllers: nobody,
    argument: int64T,
    result: numericT(10),
    body: pure(numericT(10), aNumber),
  });
const contract = { person: partyT, name: textT };
const high = { name: "f", kind: arrow(star, star) };
const higher = { name: "f", kind: arrow(star, star, star) };

const source: ModuleSource = {
  dataTypes: [
    recordType("Pair", { one: int64T, two: listT(a) }, { parameters: ["a"] }),
    variantType(
      "Tree",
      { Node: structT({ left: treeT, right: treeT }), Leaf: a },
      { parameters: ["a"], serializable: false },
    ),
    enumType("Color", "Red", "Green", "Blue"),
    recordType("View", {}),
    recordType("Deed", contract),
    recordType("Villa", contract),
    recordType("Plain", contract),
    recordType("Bad", { message: textT }),
    interfaceType("Asset"),
    interfaceType("Estate"),
    interfaceType("Unrelated"),
  ],
  synonyms: [
    synonymOf("Number", [], int64T),
    synonymOf("SameNumber", [], synonymT("Main:Number")),
    synonymOf("Same", ["a"], a),
    synonymOf("Many", ["a"], listT(a)),
    synonymOf("Self", ["a"], functionT([a], a)),
    synonymOf("Function", ["a", "b"], functionT([a], b)),
    synonymOf("Both", ["a", "b"], structT({ one: a, two: b })),
    synonymOf("OfNumber", [high], { kind: "variable", name: "f", arguments: [int64T] }),
    synonymOf("OfTwo", [higher, "a"], { kind: "variable", name: "f", arguments: [a, a] }),
    synonymOf("PlainToo", [], plainT),
  ],
  exceptions: { Bad: lambda([["e", badT]], field(badT, "message", variable("e"))) },
  interfaces: [
    interfaceOf("Asset", { view: viewT, methods: { parties: partiesT }, choices: [act("Move")] }),
    interfaceOf("Estate", { view: viewT, requires: ["Main:Asset"] }),
    interfaceOf("Unrelated", { view: viewT }),
  ],
  templates: [
    template("Deed", {
      signatories: nobody,
      choices: [act("Use")],
      key: {
        type: partyT,
        body: field(deedT, "person", variable("this")),
        maintainers: lambda([["p", partyT]], list(partyT, variable("p"))),
      },
    }),
    template("Villa", {
      signatories: nobody,
      choices: [act("Enter")],
      implements: [
        instance("Main:Asset", record(viewT, {}), {
          parties: list(partyT, field(villaT, "person", variable("this"))),
        }),
      ],
    }),
  ],
  values: [
    valueOf(
      "isFine",
      functionT([int64T], boolT),
      apply(typeApply(builtin(1), functionT([int64T], boolT)), { kind: "text", value: "" }),
    ),
  ],
};

/** What a row abstracts over: types, then values. */
export type Given = readonly [
  types: readonly (string | TypeParameter)[],
  values?: Readonly<Record<string, LfType>>,
];

const withValue =
  (type: LfType, body: Expr, definitions: ModuleSource = source) =>
  () => [
    module("Main", {
      ...definitions,
      values: [...(definitions.values ?? []), valueOf("row", type, body)],
    }),
  ];

/** The same without a key, for older versions of the language. */
const keylessSource: ModuleSource = {
  ...source,
  templates: (source.templates ?? []).map((each) => ({ ...each, key: undefined })),
};

const abstracted = (
  [types, values = {}]: Given,
  result: LfType,
  body: Expr,
  definitions?: ModuleSource,
) => {
  const parameters = Object.entries(values);
  const inner = parameters.length === 0 ? body : lambda(parameters, body);
  const innerT = functionT(Object.values(values), result);
  if (types.length === 0) return withValue(innerT, inner, definitions);
  return withValue(
    forallT(types, innerT),
    { kind: "typeLambda", parameters: types.map(kinded), body: inner },
    definitions,
  );
};

/** An expression of this type. */
export const typed = (what: string, given: Given, type: LfType, expr: Expr): ValueRow =>
  accepted(what, abstracted(given, type, expr), "2.3");

/** An expression that only older versions of the language have. */
export const oldTyped = (what: string, given: Given, type: LfType, expr: Expr): ValueRow =>
  accepted(what, abstracted(given, type, expr, keylessSource), "2.1");

/** An expression without a type: what it stands in has one, whatever its own. */
export const untyped = (what: string, given: Given, expr: Expr): ValueRow =>
  refused(what, abstracted(given, unitT, matched(expr)), "2.3");

/** The unit, once the expression is evaluated. */
const matched = (expr: Expr): Expr => caseOf(expr, { pattern: { kind: "default" }, body: unit });

/** A parameter of this type is one of that type, which it is short for. */
export const short = (what: string, type: LfType, long: LfType): ValueRow =>
  accepted(what, withValue(functionT([long], unitT), lambda([["e", type]], unit)), "2.3");

export const notShort = (what: string, type: LfType): ValueRow =>
  refused(what, withValue(functionT([type], unitT), lambda([["e", type]], unit)), "2.3");

export const on = (pattern: Alternative["pattern"], body: Expr = unit): Alternative => ({
  pattern,
  body,
});

export const patterns = {
  node: { kind: "variant", typeId: qualified("Main:Tree"), constructor: "Node", binder: "x" },
  leaf: { kind: "variant", typeId: qualified("Main:Tree"), constructor: "Leaf", binder: "x" },
  red: { kind: "enum", typeId: qualified("Main:Color"), constructor: "Red" },
  green: { kind: "enum", typeId: qualified("Main:Color"), constructor: "Green" },
  blue: { kind: "enum", typeId: qualified("Main:Color"), constructor: "Blue" },
  nil: { kind: "nil" },
  cons: { kind: "cons", head: "x", tail: "y" },
  none: { kind: "none" },
  some: { kind: "some", binder: "x" },
  yes: { kind: "bool", value: true },
  no: { kind: "bool", value: false },
  unit: { kind: "unit" },
  any: { kind: "default" },
} as const;

/** A variable of this name. */
export const v = variable;
