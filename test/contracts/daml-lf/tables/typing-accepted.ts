import type { Expr, LfType, UpdateExpr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  apply,
  block,
  bool,
  builtin,
  caseOf,
  create,
  date,
  enumOf,
  error,
  exercise,
  fetch,
  field,
  int,
  lambda,
  letIn,
  none,
  numeric,
  pure,
  record,
  some,
  text,
  throwing,
  timestamp,
  tryCatch,
  typeApply,
  unit,
  update,
  value,
  variant,
} from "../../../support/lf/expressions.ts";
import { pairT as tupleT } from "../../../support/lf/tuples.ts";
import {
  anyExceptionT,
  anyT,
  boolT,
  contractIdT,
  dateT,
  functionT,
  genMapT,
  int64T,
  listT,
  numericT,
  optionalT,
  partyT,
  qualified,
  textMapT,
  textT,
  timestampT,
  unitT,
  updateT,
} from "../../../support/lf/types.ts";
import {
  a,
  arrow,
  assetT,
  b,
  badT,
  c,
  colorT,
  deedT,
  estateT,
  forallT,
  oldTyped,
  on,
  pairT,
  partiesT,
  patterns,
  short,
  star,
  structT,
  synonymT,
  treeT,
  typed,
  typeRepT,
  v,
  villaT,
} from "./typing-programs.ts";
import type { ValueRow } from "./value-table.ts";

const variableOf = (name: string, ...args: readonly LfType[]): LfType => ({
  kind: "variable",
  name,
  arguments: args,
});

const withF = { name: "f", kind: arrow(star, star) };
const fa = variableOf("f", a);
const ids = {
  asset: qualified("Main:Asset"),
  estate: qualified("Main:Estate"),
  villa: qualified("Main:Villa"),
};
const assetId = contractIdT(assetT);
const structExpr = (fields: Readonly<Record<string, Expr>>): Expr => ({
  kind: "struct",
  fields: Object.entries(fields).map(([name, expr]) => ({ name, expr })),
});
const twoT = structT({ one: a, two: b });

export const expressionRows: readonly ValueRow[] = [
  typed("a variable", [["a", "b"], { y: b, x: a }], a, v("x")),
  typed("an application", [["a", "b"], { f: functionT([a], b), x: a }], b, apply(v("f"), v("x"))),
  typed(
    "an application to a type",
    [["a", withF], { e: forallT(["c"], variableOf("f", c)) }],
    fa,
    typeApply(v("e"), a),
  ),
  typed(
    "a function",
    [["a", "b"], { e: functionT([a], b) }],
    functionT([a], b),
    lambda([["x", a]], apply(v("e"), v("x"))),
  ),
  typed(
    "an abstraction of a type",
    [["a"], { e: a }],
    forallT([{ name: "c", kind: arrow(star, star) }], a),
    {
      kind: "typeLambda",
      parameters: [{ name: "c", kind: arrow(star, star) }],
      body: v("e"),
    },
  ),
  typed(
    "a let",
    [["a", "b"], { e: a, f: functionT([a], b) }],
    b,
    letIn("x", a, v("e"), apply(v("f"), v("x"))),
  ),
  typed("the unit", [[]], unitT, unit),
  typed("true", [[]], boolT, bool(true)),
  typed("false", [[]], boolT, bool(false)),
  typed("the empty list", [["a"]], listT(a), { kind: "nil", element: a }),
  typed("a list", [["a"], { x: a, y: a, e: listT(a) }], listT(a), {
    kind: "cons",
    element: a,
    front: [v("x"), v("y")],
    tail: v("e"),
  }),
  typed("nothing", [["a"]], optionalT(a), none(a)),
  typed("something", [["a"], { e: a }], optionalT(a), some(a, v("e"))),
  typed("an Int64", [[]], int64T, int(42)),
  typed("a Numeric", [[]], numericT(10), numeric("3.1415926536")),
  typed("a Text", [[]], textT, text("text")),
  typed("a Date", [[]], dateT, date(-33165)),
  typed("a Timestamp", [[]], timestampT, timestamp(-14182980000000n)),
  typed("the empty text map", [["a"]], textMapT(a), typeApply(builtin(60), a)),
  typed("the empty map", [["a", "b"]], genMapT(a, b), typeApply(builtin(52), a, b)),
  typed("a value", [[]], functionT([int64T], boolT), value("Main:isFine")),
  typed(
    "a record",
    [["a"], { x: int64T, y: listT(a) }],
    pairT,
    record(pairT, { one: v("x"), two: v("y") }),
  ),
  typed("a field", [["a"], { e: pairT }], listT(a), field(pairT, "two", v("e"))),
  typed("a record with another field", [["a"], { e: pairT, y: listT(a) }], pairT, {
    kind: "recordUpdate",
    type: pairT,
    field: "two",
    record: v("e"),
    update: v("y"),
  }),
  typed("a variant", [["a"], { e: a }], treeT, variant(treeT, "Leaf", v("e"))),
  typed("an enumeration", [[]], colorT, enumOf("Main:Color", "Blue")),
  typed(
    "a structure",
    [["a", "b"], { x: a, y: b }],
    twoT,
    structExpr({ one: v("x"), two: v("y") }),
  ),
  typed("a field of a structure", [["a", "b"], { e: twoT }], b, {
    kind: "structField",
    field: "two",
    struct: v("e"),
  }),
  typed("a structure with another field", [["a", "b"], { e: twoT, y: b }], twoT, {
    kind: "structUpdate",
    field: "two",
    struct: v("e"),
    update: v("y"),
  }),
  typed(
    "a case of a variant",
    [["a"], { e: treeT }],
    treeT,
    caseOf(
      v("e"),
      on(patterns.node, { kind: "structField", field: "left", struct: v("x") }),
      on(patterns.leaf, v("e")),
    ),
  ),
  typed(
    "a case of an enumeration",
    [[], { e: colorT }],
    boolT,
    caseOf(
      v("e"),
      on(patterns.red, bool(true)),
      on(patterns.green, bool(false)),
      on(patterns.blue, bool(false)),
    ),
  ),
  typed(
    "a case of a list",
    [["a", "b"], { e: listT(a), c: b, f: functionT([a, listT(a)], b) }],
    b,
    caseOf(v("e"), on(patterns.nil, v("c")), on(patterns.cons, apply(v("f"), v("x"), v("y")))),
  ),
  typed(
    "a case of a Bool",
    [["a"], { e: boolT, x: a, y: a }],
    a,
    caseOf(v("e"), on(patterns.yes, v("x")), on(patterns.no, v("y"))),
  ),
  typed(
    "a case of the unit",
    [["a"], { e: unitT, x: a }],
    a,
    caseOf(v("e"), on(patterns.unit, v("x"))),
  ),
  typed(
    "a case of anything",
    [["a", "b"], { e: a, x: b }],
    b,
    caseOf(v("e"), on(patterns.any, v("x"))),
  ),
  typed("something as Any", [[], { e: deedT }], anyT, { kind: "toAny", type: deedT, expr: v("e") }),
  typed("something of Any", [[], { e: anyT }], optionalT(deedT), {
    kind: "fromAny",
    type: deedT,
    expr: v("e"),
  }),
  typed("a TypeRep", [[]], typeRepT, { kind: "typeRep", type: deedT }),
  typed("a throw", [["a"], { e: badT }], a, throwing(a, badT, v("e"))),
  typed("an exception as any", [[], { e: badT }], anyExceptionT, {
    kind: "toAnyException",
    type: badT,
    expr: v("e"),
  }),
  typed("an exception of any", [[], { e: anyExceptionT }], optionalT(badT), {
    kind: "fromAnyException",
    type: badT,
    expr: v("e"),
  }),
  typed("the message of any exception", [[]], functionT([anyExceptionT], textT), builtin(59)),
  typed(
    "an attempt",
    [["a"], { e: updateT(a), f: functionT([anyExceptionT], optionalT(updateT(a))) }],
    updateT(a),
    tryCatch(a, v("e"), "x", apply(v("f"), v("x"))),
  ),
  typed(
    "an abstraction that hides another",
    [[]],
    functionT([textT], int64T),
    typeApply(
      {
        kind: "typeLambda",
        parameters: [
          { name: "a", kind: star },
          { name: "a", kind: star },
        ],
        body: lambda([["e", a]], int(0)),
      },
      int64T,
      textT,
    ),
  ),
  typed("a template as its interface", [[], { e: villaT }], assetT, {
    kind: "toInterface",
    interfaceId: ids.asset,
    templateId: ids.villa,
    expr: v("e"),
  }),
  typed("a template of an interface", [[], { e: assetT }], optionalT(villaT), {
    kind: "fromInterface",
    interfaceId: ids.asset,
    templateId: ids.villa,
    expr: v("e"),
  }),
  oldTyped("a template of an interface, by force", [[], { id: assetId, e: assetT }], villaT, {
    kind: "unsafeFromInterface",
    interfaceId: ids.asset,
    templateId: ids.villa,
    contractId: v("id"),
    expr: v("e"),
  }),
  typed("an interface as one it requires", [[], { e: estateT }], assetT, {
    kind: "toRequiredInterface",
    required: ids.asset,
    requiring: ids.estate,
    expr: v("e"),
  }),
  typed("an interface of one it requires", [[], { e: assetT }], optionalT(estateT), {
    kind: "fromRequiredInterface",
    required: ids.asset,
    requiring: ids.estate,
    expr: v("e"),
  }),
  oldTyped("an interface of one it requires, by force", [[], { id: assetId, e: assetT }], estateT, {
    kind: "unsafeFromRequiredInterface",
    required: ids.asset,
    requiring: ids.estate,
    contractId: v("id"),
    expr: v("e"),
  }),
  typed("a method", [[], { e: assetT }], partiesT, {
    kind: "callInterface",
    interfaceId: ids.asset,
    method: "parties",
    expr: v("e"),
  }),
  typed("the template behind an interface", [[], { e: assetT }], typeRepT, {
    kind: "interfaceTemplateTypeRep",
    interfaceId: ids.asset,
    expr: v("e"),
  }),
  typed("the signatories behind an interface", [[], { e: assetT }], partiesT, {
    kind: "signatoryInterface",
    interfaceId: ids.asset,
    expr: v("e"),
  }),
  typed("the observers behind an interface", [[], { e: assetT }], partiesT, {
    kind: "observerInterface",
    interfaceId: ids.asset,
    expr: v("e"),
  }),
];

type PatternName = keyof typeof patterns;

const complete = (type: LfType, all: readonly (readonly PatternName[])[]): readonly ValueRow[] =>
  all.map((names) =>
    typed(
      names.join(", "),
      [["a"], { e: type }],
      unitT,
      caseOf(v("e"), ...names.map((name) => on(patterns[name]))),
    ),
  );

export const exhaustiveRows: readonly ValueRow[] = [
  ...complete(treeT, [
    ["node", "leaf"],
    ["node", "leaf", "leaf", "node"],
    ["node", "any"],
    ["any"],
    ["any", "node"],
  ]),
  ...complete(colorT, [
    ["red", "green", "blue"],
    ["blue", "green", "red"],
    ["red", "blue", "any"],
    ["green", "any", "red"],
    ["any"],
  ]),
  ...complete(listT(a), [
    ["cons", "nil"],
    ["nil", "cons"],
    ["nil", "any"],
    ["cons", "any"],
    ["any"],
  ]),
  ...complete(optionalT(a), [
    ["none", "some"],
    ["some", "none"],
    ["none", "any"],
    ["some", "any"],
    ["any"],
  ]),
  ...complete(boolT, [["yes", "no"], ["no", "yes"], ["yes", "any"], ["no", "any"], ["any"]]),
  ...complete(unitT, [["unit"], ["any"]]),
  ...complete(pairT, [["any"]]),
  ...complete(a, [["any"]]),
];

const upd = (of: UpdateExpr): Expr => update(of);
const deedId = contractIdT(deedT);
const foundT = tupleT(deedId, deedT);
const byKey = (kind: "fetchByKey" | "queryByKey", ...args: readonly Expr[]): Expr =>
  apply(upd({ kind, templateId: qualified("Main:Deed") }), ...args);

export const updateRows: readonly ValueRow[] = [
  typed("pure", [["a"], { e: a }], updateT(a), pure(a, v("e"))),
  typed(
    "a block",
    [["a", "b", "c"], { x: updateT(b), y: updateT(c), f: functionT([b, c], updateT(a)) }],
    updateT(a),
    block(
      [
        ["p", b, v("x")],
        ["q", c, v("y")],
      ],
      apply(v("f"), v("p"), v("q")),
    ),
  ),
  typed("a create", [[], { e: deedT }], updateT(deedId), create("Main:Deed", v("e"))),
  typed(
    "a create through an interface",
    [[], { e: assetT }],
    updateT(assetId),
    upd({ kind: "createInterface", interfaceId: ids.asset, argument: v("e") }),
  ),
  typed(
    "an exercise",
    [[], { id: deedId, e: int64T }],
    updateT(numericT(10)),
    exercise("Main:Deed", "Use", v("id"), v("e")),
  ),
  typed(
    "an exercise by interface",
    [[], { id: assetId, e: int64T }],
    updateT(numericT(10)),
    upd({
      kind: "exerciseInterface",
      interfaceId: ids.asset,
      choice: "Move",
      contractId: v("id"),
      argument: v("e"),
      guard: undefined,
    }),
  ),
  typed(
    "an exercise by key",
    [[], { key: partyT, e: int64T }],
    updateT(numericT(10)),
    upd({
      kind: "exerciseByKey",
      templateId: qualified("Main:Deed"),
      choice: "Use",
      key: v("key"),
      argument: v("e"),
    }),
  ),
  typed("a fetch", [[], { id: deedId }], updateT(deedT), fetch("Main:Deed", v("id"))),
  typed(
    "a fetch by interface",
    [[], { id: assetId }],
    updateT(assetT),
    upd({ kind: "fetchInterface", interfaceId: ids.asset, contractId: v("id") }),
  ),
  typed("a fetch by key", [[], { key: partyT }], updateT(foundT), byKey("fetchByKey", v("key"))),
  typed(
    "a query by key",
    [[], { n: int64T, key: partyT }],
    updateT(optionalT(listT(foundT))),
    byKey("queryByKey", v("n"), v("key")),
  ),
  typed("the time", [[]], updateT(timestampT), upd({ kind: "getTime" })),
  typed(
    "an embedded update",
    [["a"], { e: updateT(a) }],
    updateT(a),
    upd({ kind: "embed", type: a, expr: v("e") }),
  ),
];

const failing = (type: LfType): Expr => error(type, "error");

export const scopeRows: readonly ValueRow[] = [
  typed(
    "function in function",
    [["a", "b"]],
    functionT([a, b], b),
    lambda([["x", a]], lambda([["x", b]], v("x"))),
  ),
  typed(
    "let in function",
    [["a", "b"], { e: b }],
    functionT([a], b),
    lambda([["x", a]], letIn("x", b, v("e"), v("x"))),
  ),
  typed(
    "function in let",
    [["a", "b"], { e: b }],
    functionT([a], a),
    letIn("x", b, v("e"), lambda([["x", a]], v("x"))),
  ),
  typed(
    "let in let",
    [["a", "b"], { e: a, f: b }],
    b,
    letIn("x", a, v("e"), letIn("x", b, v("f"), v("x"))),
  ),
  typed(
    "let of itself before",
    [["a", "b"], { f: functionT([b], a), x: b }],
    a,
    letIn("x", a, apply(v("f"), v("x")), v("x")),
  ),
  typed(
    "pattern in function",
    [["a", "b"], { e: listT(b) }],
    functionT([a], b),
    lambda([["x", a]], caseOf(v("e"), on(patterns.cons, v("x")), on(patterns.nil, failing(b)))),
  ),
  typed(
    "function in pattern",
    [["a", "b"], { e: listT(b) }],
    functionT([a], a),
    caseOf(
      v("e"),
      on(patterns.cons, lambda([["x", a]], v("x"))),
      on(patterns.any, failing(functionT([a], a))),
    ),
  ),
  typed(
    "function in block",
    [["a", "b"], { e: updateT(b) }],
    updateT(functionT([a], a)),
    block([["x", b, v("e")]], pure(functionT([a], a), lambda([["x", a]], v("x")))),
  ),
  typed(
    "block in function",
    [["a", "b"], { e: updateT(b) }],
    functionT([a], updateT(b)),
    lambda([["x", a]], block([["x", b, v("e")]], pure(b, v("x")))),
  ),
  typed(
    "two of a block",
    [["a", "b"], { e: updateT(a), f: updateT(b) }],
    updateT(b),
    block(
      [
        ["x", a, v("e")],
        ["x", b, v("f")],
      ],
      pure(b, v("x")),
    ),
  ),
  typed(
    "block of itself before",
    [["a", "b"], { f: functionT([b], a), x: b }],
    updateT(a),
    block([["x", a, pure(a, apply(v("f"), v("x")))]], pure(a, v("x"))),
  ),
];

const anyA = forallT(["a"], a);
const listHead: LfType = { kind: "builtin", builtin: "List", arguments: [] };
const mapHead: LfType = { kind: "builtin", builtin: "GenMap", arguments: [] };

export const synonymRows: readonly ValueRow[] = [
  short("a type", synonymT("Main:Number"), int64T),
  short("a synonym", synonymT("Main:SameNumber"), int64T),
  short("its argument", synonymT("Main:Same", int64T), int64T),
  short("its argument, twice", synonymT("Main:Same", synonymT("Main:Same", int64T)), int64T),
  short("a list", synonymT("Main:Many", dateT), listT(dateT)),
  short("a function of one type", synonymT("Main:Self", textT), functionT([textT], textT)),
  short(
    "a function of two types",
    synonymT("Main:Function", textT, dateT),
    functionT([textT], dateT),
  ),
  short("a structure", synonymT("Main:Both", textT, dateT), structT({ one: textT, two: dateT })),
  short("a quantified type, none", anyA, anyA),
  short("a quantified type", synonymT("Main:Same", anyA), anyA),
  short("inside a quantified type", forallT(["a"], synonymT("Main:Same", a)), anyA),
  short("a type applied", synonymT("Main:OfNumber", listHead), listT(int64T)),
  short("a type applied twice", synonymT("Main:OfTwo", mapHead, partyT), genMapT(partyT, partyT)),
];
