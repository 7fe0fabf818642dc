import type { Expr, LfType, UpdateExpr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  apply,
  block,
  caseOf,
  create,
  exercise,
  fetch,
  field,
  int,
  lambda,
  letIn,
  pure,
  record,
  text,
  throwing,
  typeApply,
  unit,
  update,
  value,
  variant,
} from "../../../support/lf/expressions.ts";
import {
  anyExceptionT,
  anyT,
  boolT,
  builtinType,
  contractIdT,
  dataT,
  functionT,
  int64T,
  listT,
  partyT,
  qualified,
  textT,
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
  forallT,
  nat,
  notShort,
  on,
  otherT,
  pairT,
  patterns,
  plainT,
  star,
  structT,
  synonymT,
  treeT,
  untyped,
  v,
  villaT,
} from "./typing-programs.ts";
import type { ValueRow } from "./value-table.ts";

const ofKind = (name: string) => ({ name, kind: arrow(star, star) });
const listHead: LfType = builtinType("List");
const pairOf = (type: LfType): LfType => dataT("Main:Pair", type);
const treeOf = (type: LfType): LfType => dataT("Main:Tree", type);
const anyNumber = forallT(["z"], int64T);
const nothing: Expr = { kind: "nil", element: unitT };
const cons = (element: LfType, front: readonly Expr[], tail: Expr): Expr => ({
  kind: "cons",
  element,
  front,
  tail,
});
const nil = (element: LfType): Expr => ({ kind: "nil", element });

const updated = (type: LfType, name: string, of: Expr, to: Expr): Expr => ({
  kind: "recordUpdate",
  type,
  field: name,
  record: of,
  update: to,
});
const structExpr = (...fields: readonly (readonly [string, Expr])[]): Expr => ({
  kind: "struct",
  fields: fields.map(([name, expr]) => ({ name, expr })),
});
const twoT = structT({ one: a, two: b });

export const refusedBasics: readonly ValueRow[] = [
  untyped("an unbound variable", [[]], v("x")),
  untyped("an application of no function", [["a", "b"], { e: b, f: a }], apply(v("e"), v("f"))),
  untyped("an application of a Bool", [["c"], { e: boolT, f: c }], apply(v("e"), v("f"))),
  untyped(
    "an application to another type",
    [["a", "b", "c"], { e: functionT([b], c), f: a }],
    apply(v("e"), v("f")),
  ),
  untyped(
    "an application to what should be a function",
    [["a", "b", "c"], { e: functionT([functionT([a], b)], c), f: a }],
    apply(v("e"), v("f")),
  ),
  untyped("an abstraction of a number", [["a"], { e: a }], {
    kind: "typeLambda",
    parameters: [{ name: "s", kind: arrow(star, nat) }],
    body: v("e"),
  }),
  untyped(
    "an application to a type of another kind",
    [
      [ofKind("a"), ofKind("s")],
      {
        e: forallT(["z"], {
          kind: "variable",
          name: "s",
          arguments: [{ kind: "variable", name: "z", arguments: [] }],
        }),
      },
    ],
    typeApply(v("e"), a),
  ),
  untyped("an application of no abstraction", [["a", "b"], { e: b }], typeApply(v("e"), a)),
  untyped("a parameter of kind * -> *", [[]], lambda([["x", listHead]], unit)),
  untyped(
    "a let of another type",
    [["a", "b", "c"], { e: a, f: c }],
    letIn("x", b, v("e"), v("f")),
  ),
  untyped(
    "a let of kind * -> *",
    [[ofKind("a"), "s"], { e: { kind: "variable", name: "s", arguments: [] } }],
    letIn("x", a, nothing, v("e")),
  ),
  untyped(
    "a let of an ill-typed term",
    [["a"], { e: a }],
    letIn("x", a, apply(v("e"), v("e")), v("x")),
  ),
];

export const refusedLists: readonly ValueRow[] = [
  untyped("nil of kind * -> *", [[ofKind("a")]], nil(a)),
  untyped("cons of kind * -> *", [[ofKind("a")]], cons(a, [nothing], nothing)),
  untyped(
    "cons of two types",
    [["a", "b"], { x: b, y: a, e: listT(a) }],
    cons(a, [v("x"), v("y")], v("e")),
  ),
  untyped(
    "cons of another element",
    [["a", "b"], { x: b, e: listT(a) }],
    cons(a, [v("x")], v("e")),
  ),
  untyped("cons to another list", [["a", "b"], { x: a, e: listT(b) }], cons(a, [v("x")], v("e"))),
  untyped("cons to no list", [["a", "b"], { x: a, e: b }], cons(a, [v("x")], v("e"))),
  untyped("cons of another type", [["a", "b"], { x: a, e: listT(a) }], cons(b, [v("x")], v("e"))),
  untyped("cons of nothing", [["a"], { e: listT(a) }], cons(a, [], v("e"))),
];

export const refusedData: readonly ValueRow[] = [
  untyped("a value that is not there", [[]], value("Main:nowhere")),
  untyped("a type for a value", [[]], value("Main:Pair")),
  untyped(
    "a record with another field type",
    [["a"], { x: boolT, y: listT(a) }],
    record(pairT, { one: v("x"), two: v("y") }),
  ),
  untyped(
    "a record of kind * -> *",
    [[ofKind("a")], { x: int64T }],
    record(pairT, { one: v("x"), two: nothing }),
  ),
  untyped(
    "a record with another field",
    [["a"], { x: int64T, y: listT(a) }],
    record(pairT, { one: v("x"), three: v("y") }),
  ),
  untyped("a record with too few fields", [["a"], { x: int64T }], record(pairT, { one: v("x") })),
  untyped(
    "a record with too many fields",
    [["a", "b"], { x: int64T, y: listT(a), z: b }],
    record(pairT, { one: v("x"), two: v("y"), three: v("z") }),
  ),
  untyped(
    "a record of no type",
    [["a"], { x: int64T, y: listT(a) }],
    record(dataT("Main:isFine", a), { one: v("x"), two: v("y") }),
  ),
  untyped(
    "a record of a synonym",
    [["a"], { x: int64T, y: listT(a) }],
    record(dataT("Main:PlainToo", a), { one: v("x"), two: v("y") }),
  ),
  untyped("a field of kind * -> *", [[ofKind("a")]], field(pairT, "two", nothing)),
  untyped("a field that is not there", [["a"], { e: pairT }], field(pairT, "three", v("e"))),
  untyped(
    "a field of another record",
    [["a", "b"], { e: pairOf(a) }],
    field(pairOf(b), "one", v("e")),
  ),
  untyped("a field of no record", [["a", "b"], { e: a }], field(pairOf(b), "one", v("e"))),
  untyped(
    "an update of kind * -> *",
    [[ofKind("a")], { e: int64T }],
    updated(pairT, "one", nothing, v("e")),
  ),
  untyped(
    "an update of a field that is not there",
    [["a"], { e: pairT, y: listT(a) }],
    updated(pairT, "three", v("e"), v("y")),
  ),
  untyped(
    "an update to another type",
    [["a"], { e: pairT, y: boolT }],
    updated(pairT, "two", v("e"), v("y")),
  ),
  untyped(
    "an update to another list",
    [["a", "b"], { e: pairOf(a), y: listT(b) }],
    updated(pairOf(a), "two", v("e"), v("y")),
  ),
  untyped(
    "an update of another record",
    [["a", "b"], { e: pairOf(a), y: listT(b) }],
    updated(pairOf(b), "two", v("e"), v("y")),
  ),
  untyped(
    "an update of no record",
    [["a"], { e: listT(a), y: listT(a) }],
    updated(pairT, "two", v("e"), v("y")),
  ),
  untyped("a variant of kind * -> *", [[ofKind("a")]], variant(treeT, "Leaf", nothing)),
  untyped("a variant of another type", [["a", "b"], { e: b }], variant(treeOf(a), "Leaf", v("e"))),
  untyped(
    "a variant of no type",
    [["a", "b"], { e: b }],
    variant(dataT("Main:isFine", a), "Leaf", v("e")),
  ),
  untyped(
    "a variant of a synonym",
    [["a", "b"], { e: b }],
    variant(dataT("Main:PlainToo", a), "Leaf", v("e")),
  ),
  untyped(
    "a structure with one field twice",
    [["a", "b"], { x: a, y: b }],
    structExpr(["one", v("x")], ["one", v("y")]),
  ),
  untyped("a field that a structure has not", [["a", "b"], { e: twoT }], {
    kind: "structField",
    field: "three",
    struct: v("e"),
  }),
  untyped("an update of a field that a structure has not", [["a", "b"], { e: twoT, y: b }], {
    kind: "structUpdate",
    field: "three",
    struct: v("e"),
    update: v("y"),
  }),
  untyped("an update of a structure to another type", [["a", "b", "c"], { e: twoT, y: c }], {
    kind: "structUpdate",
    field: "two",
    struct: v("e"),
    update: v("y"),
  }),
];

type PatternName = keyof typeof patterns;
const cased = (type: LfType, ...names: readonly PatternName[]): ValueRow =>
  untyped(
    `a case of ${names.join(", ")}`,
    [["a"], { e: type }],
    caseOf(v("e"), ...names.map((name) => on(patterns[name]))),
  );

export const refusedCases: readonly ValueRow[] = [
  cased(a, "node", "any"),
  cased(treeT, "node"),
  cased(a, "red", "any"),
  cased(colorT, "red", "green"),
  cased(a, "nil", "any"),
  cased(listT(a), "nil"),
  cased(a, "cons", "any"),
  untyped(
    "a case of cons with one name twice",
    [["a"], { e: listT(a) }],
    caseOf(v("e"), on({ kind: "cons", head: "x", tail: "x" }), on(patterns.any)),
  ),
  cased(listT(a), "cons"),
  cased(a, "yes", "any"),
  cased(a, "no", "any"),
  cased(boolT, "yes"),
  cased(boolT, "no"),
  cased(a, "unit"),
  untyped("a case of nothing", [["a"], { e: a }], caseOf(v("e"))),
];

const toAny = (type: LfType, expr: Expr): Expr => ({ kind: "toAny", type, expr });
const fromAny = (type: LfType, expr: Expr): Expr => ({ kind: "fromAny", type, expr });
const typeRep = (type: LfType): Expr => ({ kind: "typeRep", type });
const listsOfAny = listT(builtinType("Optional", anyNumber));
const shortPlain = synonymT("Main:PlainToo");

/** Any holds values of data types without arguments only, but in 2.dev. */
const notAny: readonly (readonly [string, LfType])[] = [
  ["a record of a variable", pairT],
  ["a variant of a variable", treeT],
  ["a quantified type", anyNumber],
  ["lists of quantified types", listsOfAny],
  ["a synonym", shortPlain],
  ["a record of Text", pairOf(textT)],
  ["Text", textT],
  ["Int64", int64T],
];

export const refusedAny: readonly ValueRow[] = [
  untyped("to any: a type of kind * -> *", [[]], toAny(dataT("Main:Pair"), nothing)),
  untyped("to any: another type", [[]], toAny(deedT, nil(deedT))),
  ...notAny.map(([what, type]) =>
    untyped(`to any: ${what}`, [["a"], { e: type }], toAny(type, v("e"))),
  ),
  untyped(
    "from any: a type of kind * -> *",
    [[], { e: anyT }],
    fromAny(dataT("Main:Pair"), v("e")),
  ),
  untyped("from any: of another type", [[], { e: deedT }], fromAny(deedT, v("e"))),
  ...notAny.map(([what, type]) =>
    untyped(`from any: ${what}`, [["a"], { e: anyT }], fromAny(type, v("e"))),
  ),
  untyped("the TypeRep of a type of kind * -> *", [[]], typeRep(dataT("Main:Pair"))),
  untyped("the TypeRep of a type that is not there", [[]], typeRep(dataT("Main:Nowhere"))),
  untyped("the TypeRep of a variable", [["a"]], typeRep(a)),
  untyped("the TypeRep of a quantified type", [[]], typeRep(anyNumber)),
  untyped("the TypeRep of a synonym", [[]], typeRep(shortPlain)),
  untyped("the TypeRep of Int64", [[]], typeRep(int64T)),
  untyped("the TypeRep of a variant", [[]], typeRep(treeOf(listT(textT)))),
  untyped("the TypeRep of a function", [[]], typeRep(functionT([contractIdT(deedT)], colorT))),
];

const toException = (type: LfType, expr: Expr): Expr => ({ kind: "toAnyException", type, expr });
const fromException = (type: LfType, expr: Expr): Expr => ({
  kind: "fromAnyException",
  type,
  expr,
});

export const refusedExceptions: readonly ValueRow[] = [
  untyped("to any exception: a template", [[], { e: deedT }], toException(deedT, v("e"))),
  untyped("to any exception: Bool", [[], { e: boolT }], toException(boolT, v("e"))),
  untyped(
    "to any exception: a quantified type",
    [[], { e: anyNumber }],
    toException(anyNumber, v("e")),
  ),
  untyped("to any exception: a synonym", [[], { e: shortPlain }], toException(shortPlain, v("e"))),
  untyped("to any exception: another type", [[], { e: deedT }], toException(badT, v("e"))),
  untyped(
    "from any exception: a template",
    [[], { e: anyExceptionT }],
    fromException(deedT, v("e")),
  ),
  untyped("from any exception: Bool", [[], { e: anyExceptionT }], fromException(boolT, v("e"))),
  untyped(
    "from any exception: a quantified type",
    [[], { e: anyExceptionT }],
    fromException(anyNumber, v("e")),
  ),
  untyped(
    "from any exception: a synonym",
    [[], { e: anyExceptionT }],
    fromException(shortPlain, v("e")),
  ),
  untyped(
    "a throw for a type of kind * -> *",
    [[], { e: badT }],
    throwing(dataT("Main:Pair"), badT, v("e")),
  ),
  untyped("a throw of a record", [["a"], { e: plainT }], throwing(a, plainT, v("e"))),
  untyped("a throw of a Bool", [["a"], { e: boolT }], throwing(a, boolT, v("e"))),
  untyped(
    "a throw of a quantified type",
    [["a"], { e: anyNumber }],
    throwing(a, anyNumber, v("e")),
  ),
  untyped("a throw of a synonym", [["a"], { e: shortPlain }], throwing(a, shortPlain, v("e"))),
  untyped("a throw of another type", [["a", "b"], { e: b }], throwing(a, badT, v("e"))),
];

const upd = (of: UpdateExpr): Expr => update(of);
const binding = (
  [first, second]: readonly [LfType, LfType],
  [e, f]: readonly [Expr, Expr],
  body: Expr,
): Expr =>
  block(
    [
      ["p", first, e],
      ["q", second, f],
    ],
    body,
  );
const poll = (of: string, choice: string, id: Expr, argument: Expr, guard?: Expr): Expr =>
  upd({
    kind: "exerciseInterface",
    interfaceId: qualified(of),
    choice,
    contractId: id,
    argument,
    guard,
  });
const deedId = contractIdT(deedT);
const assetId = contractIdT(assetT);
const createAs = (of: string, argument: Expr): Expr =>
  upd({ kind: "createInterface", interfaceId: qualified(of), argument });
const fetchAs = (of: string, contractId: Expr): Expr =>
  upd({ kind: "fetchInterface", interfaceId: qualified(of), contractId });
const byKey = (kind: "fetchByKey" | "queryByKey", of: string, ...args: readonly Expr[]): Expr =>
  apply(upd({ kind, templateId: qualified(of) }), ...args);

export const refusedUpdates: readonly ValueRow[] = [
  untyped("pure of kind * -> *", [[ofKind("a")]], pure(a, nothing)),
  untyped("pure of another type", [["a", "b"], { e: a }], pure(b, v("e"))),
  untyped(
    "a block with a second of kind * -> *",
    [["a", ofKind("b"), "c"], { e: updateT(c), z: updateT(a) }],
    binding([c, b], [v("e"), nothing], v("z")),
  ),
  untyped(
    "a block with a first of kind * -> *",
    [["a", "b", ofKind("c")], { f: updateT(b), z: updateT(a) }],
    binding([c, b], [nothing, v("f")], v("z")),
  ),
  untyped(
    "a block whose first is no update",
    [["a", "b", "c"], { e: c, f: updateT(b), z: updateT(a) }],
    binding([c, b], [v("e"), v("f")], v("z")),
  ),
  untyped(
    "a block whose second is no update",
    [["a", "b", "c"], { e: updateT(c), f: b, z: updateT(a) }],
    binding([c, b], [v("e"), v("f")], v("z")),
  ),
  untyped(
    "a block whose body is no update",
    [["a", "b", "c"], { e: updateT(c), f: updateT(b), z: a }],
    binding([c, b], [v("e"), v("f")], v("z")),
  ),
  untyped(
    "a block whose first is of another type",
    [["a", "b", "c"], { e: updateT(c), f: updateT(b), z: updateT(a) }],
    binding([a, b], [v("e"), v("f")], v("z")),
  ),
  untyped(
    "a block whose second is of another type",
    [["a", "b", "c"], { e: updateT(c), f: updateT(b), z: updateT(a) }],
    binding([c, a], [v("e"), v("f")], v("z")),
  ),
  untyped("a create of no template", [[], { e: plainT }], create("Main:Plain", v("e"))),
  untyped("a create of another type", [["a"], { e: a }], create("Main:Deed", v("e"))),
  untyped("a create through no interface", [[], { e: plainT }], createAs("Main:Plain", v("e"))),
  untyped(
    "a create through an interface of another type",
    [["a"], { e: a }],
    createAs("Main:Asset", v("e")),
  ),
  untyped(
    "an exercise of no template",
    [[], { id: contractIdT(plainT), e: int64T }],
    exercise("Main:Plain", "Use", v("id"), v("e")),
  ),
  untyped(
    "an exercise of no choice",
    [[], { id: deedId, e: int64T }],
    exercise("Main:Deed", "Enter", v("id"), v("e")),
  ),
  untyped(
    "an exercise with another argument",
    [["a"], { id: deedId, e: a }],
    exercise("Main:Deed", "Use", v("id"), v("e")),
  ),
  untyped(
    "an exercise of another contract",
    [["a"], { id: contractIdT(a), e: int64T }],
    exercise("Main:Deed", "Use", v("id"), v("e")),
  ),
  untyped(
    "an exercise of a template's choice through its interface",
    [[], { id: assetId, e: int64T }],
    exercise("Main:Asset", "Enter", v("id"), v("e")),
  ),
  untyped(
    "an exercise through no interface",
    [[], { id: contractIdT(plainT), e: int64T }],
    poll("Main:Plain", "Move", v("id"), v("e")),
  ),
  untyped(
    "an exercise of no choice of an interface",
    [[], { id: assetId, e: int64T }],
    poll("Main:Asset", "Not", v("id"), v("e")),
  ),
  untyped(
    "an exercise through an interface with another argument",
    [["a"], { id: assetId, e: a }],
    poll("Main:Asset", "Move", v("id"), v("e")),
  ),
  untyped(
    "an exercise through an interface of another contract",
    [["a"], { id: contractIdT(a), e: int64T }],
    poll("Main:Asset", "Move", v("id"), v("e")),
  ),
  untyped(
    "an exercise of an interface's choice through a template",
    [[], { id: contractIdT(villaT), e: int64T }],
    poll("Main:Villa", "Move", v("id"), v("e")),
  ),
  untyped(
    "a fetch of no template",
    [[], { id: contractIdT(plainT) }],
    fetch("Main:Plain", v("id")),
  ),
  untyped("a fetch of another contract", [["a"], { id: a }], fetch("Main:Deed", v("id"))),
  untyped(
    "a fetch through no interface",
    [[], { id: contractIdT(plainT) }],
    fetchAs("Main:Plain", v("id")),
  ),
  untyped(
    "a fetch through an interface of another contract",
    [["a"], { id: a }],
    fetchAs("Main:Asset", v("id")),
  ),
  untyped("a fetch by key of no template", [[]], byKey("fetchByKey", "Main:Plain", text("Bob"))),
  untyped("a fetch by another key", [[]], byKey("fetchByKey", "Main:Deed", text("Bob"))),
  untyped("a query by another key", [[]], byKey("queryByKey", "Main:Deed", int(1), text("Bob"))),
  untyped(
    "an embedded term that is no update",
    [["a", "b"], { e: b }],
    upd({ kind: "embed", type: a, expr: v("e") }),
  ),
];

const asFace = (face: string, of: string, expr: Expr): Expr => ({
  kind: "toInterface",
  interfaceId: qualified(face),
  templateId: qualified(of),
  expr,
});
const ofFace = (face: string, of: string, expr: Expr): Expr => ({
  kind: "fromInterface",
  interfaceId: qualified(face),
  templateId: qualified(of),
  expr,
});
const method = (face: string, name: string, expr: Expr): Expr => ({
  kind: "callInterface",
  interfaceId: qualified(face),
  method: name,
  expr,
});
const onDeed = (
  kind: "interfaceTemplateTypeRep" | "signatoryInterface" | "observerInterface",
): ValueRow =>
  untyped(`${kind} of a template`, [[], { e: deedT }], {
    kind,
    interfaceId: qualified("Main:Deed"),
    expr: v("e"),
  });

export const refusedInterfaceUses: readonly ValueRow[] = [
  untyped(
    "to what is no interface",
    [[], { e: villaT }],
    asFace("Main:Deed", "Main:Villa", v("e")),
  ),
  untyped(
    "to an interface that is not implemented",
    [[], { e: villaT }],
    asFace("Main:Asset", "Main:Deed", v("e")),
  ),
  untyped(
    "to an interface from another template",
    [[], { e: deedT }],
    asFace("Main:Asset", "Main:Villa", v("e")),
  ),
  untyped(
    "from an interface to what is no template",
    [[], { e: assetT }],
    ofFace("Main:Asset", "Main:Asset", v("e")),
  ),
  untyped(
    "from an interface that is not implemented",
    [[], { e: assetT }],
    ofFace("Main:Asset", "Main:Deed", v("e")),
  ),
  untyped(
    "from another interface",
    [[], { e: otherT }],
    ofFace("Main:Asset", "Main:Villa", v("e")),
  ),
  untyped(
    "a method of what is no interface",
    [[], { e: plainT }],
    method("Main:Plain", "parties", v("e")),
  ),
  untyped("a method that is not there", [[], { e: assetT }], method("Main:Asset", "party", v("e"))),
  untyped("a method of another value", [["a"], { e: a }], method("Main:Asset", "parties", v("e"))),
  onDeed("interfaceTemplateTypeRep"),
  onDeed("signatoryInterface"),
  onDeed("observerInterface"),
];

export const refusedSynonyms: readonly ValueRow[] = [
  notShort("one that is not there", synonymT("Main:Nowhere")),
  notShort("one argument for none", synonymT("Main:Number", textT)),
  notShort("no argument for one", synonymT("Main:Same")),
  notShort("two arguments for one", synonymT("Main:Same", textT, textT)),
  notShort("one argument for two", synonymT("Main:Both", textT)),
  notShort("three arguments for two", synonymT("Main:Both", textT, textT, textT)),
  notShort("a list of nothing for a type", synonymT("Main:Same", listHead)),
  notShort("a type for a list of nothing", synonymT("Main:OfNumber", textT)),
  notShort(
    "a map of nothing for a list of nothing",
    synonymT("Main:OfNumber", builtinType("GenMap")),
  ),
  notShort("a list of nothing for a map of nothing", synonymT("Main:OfTwo", listHead, partyT)),
];
