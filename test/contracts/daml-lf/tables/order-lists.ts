import type { Expr, LfType } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import {
  bool,
  builtin,
  call,
  date,
  enumOf,
  int,
  list,
  none,
  numeric,
  record,
  some,
  text,
  timestamp,
  unit,
  variant,
} from "../../../support/lf/expressions.ts";
import {
  anyT,
  boolT,
  builtinType,
  contractIdT,
  dataT,
  dateT,
  functionT,
  genMapT,
  int64T,
  listT,
  natT,
  numericT,
  optionalT,
  partyT,
  textMapT,
  textT,
  timestampT,
  unitT,
  updateT,
} from "../../../support/lf/types.ts";

/** Values of one type, each smaller than the next. */
export interface OrderedList {
  readonly type: string;
  readonly values: readonly Expr[];
}

const typeRepT = builtinType("TypeRep");
const boxT = (content: LfType): LfType => dataT("Main:Box", content);
const tupleT = (first: LfType, second: LfType): LfType => dataT("Main:Tuple", first, second);
const eitherT = dataT("Main:Either", unitT, unitT);
const holderT = dataT("Main:Holder");
const structT = (...fields: readonly (readonly [string, LfType])[]): LfType => ({
  kind: "struct",
  fields: fields.map(([name, type]) => ({ name, type })),
});

export const tuple = (first: Expr, second: Expr): Expr =>
  record(tupleT(unitT, unitT), { first, second });
export const left = (content: Expr): Expr => variant(eitherT, "Left", content);
export const right = (content: Expr): Expr => variant(eitherT, "Right", content);
export const pairOf = (first: Expr, second: Expr): Expr => ({
  kind: "struct",
  fields: [
    { name: "first", expr: first },
    { name: "second", expr: second },
  ],
});
const just = (content: Expr): Expr => some(unitT, content);
const nothing = none(unitT);
const ints = (...elements: readonly number[]): Expr => list(unitT, ...elements.map(int));
const options = (...elements: readonly (number | undefined)[]): Expr =>
  list(unitT, ...elements.map((each) => (each === undefined ? nothing : just(int(each)))));

export const textMap = (...entries: readonly (readonly [string, Expr])[]): Expr =>
  entries.reduceRight<Expr>((map, [key, value]) => call(61, text(key), value, map), builtin(60));
export const genMap = (...entries: readonly (readonly [Expr, Expr])[]): Expr =>
  entries.reduceRight<Expr>((map, [key, value]) => call(53, key, value, map), builtin(52));

const typeRep = (type: LfType): Expr => ({ kind: "typeRep", type });
const any = (type: LfType, expr: Expr): Expr => ({ kind: "toAny", type, expr });

/** Every pair of the two, ordered by the first, then by the second. */
const product = (
  combine: (first: Expr, second: Expr) => Expr,
  firsts: readonly Expr[],
  seconds: readonly Expr[],
): readonly Expr[] => firsts.flatMap((first) => seconds.map((second) => combine(first, second)));

const optionalTexts = [nothing, just(text("a")), just(text("b"))];
const optionalInts = [nothing, just(int(0)), just(int(1))];

/** The maps over two keys that tell which comes first: of keys, values and sizes. */
const mapsOf = (
  map: (...entries: readonly (readonly [string, Expr])[]) => Expr,
): readonly Expr[] => {
  const [one, two, three] = [int(1), int(2), int(3)];
  return [
    map(),
    map(["a", one]),
    map(["a", one], ["b", one]),
    map(["a", one], ["b", two]),
    map(["a", two]),
    map(["a", two], ["b", one]),
    map(["a", two], ["b", two]),
    map(["a", two], ["b", two], ["c", three]),
    map(["b", one]),
  ];
};

/** The same with values that may be absent. */
const sparseMaps = (): readonly Expr[] => {
  const [zero, one, minusTen, minusOne] = [0, 1, -10, -1].map((each) => just(int(each)));
  const values = [zero, one, minusTen, minusOne];
  const at = (index: number): Expr => values[index] ?? nothing;
  return [
    textMap(),
    textMap(["a", nothing]),
    textMap(["a", nothing], ["b", nothing]),
    textMap(["a", nothing], ["b", at(2)]),
    textMap(["a", at(0)]),
    textMap(["a", at(0)], ["b", nothing]),
    textMap(["a", at(0)], ["b", at(2)]),
    textMap(["a", at(0)], ["b", at(2)], ["c", nothing]),
    textMap(["a", at(0)], ["b", at(3)]),
    textMap(["a", at(1)]),
  ];
};

const sparseGenMaps = (): readonly Expr[] => {
  const none0 = nothing;
  const key = (digit: string): Expr => just(text(digit));
  const value = (content: number): Expr => just(int(content));
  const behind = (first: Expr): readonly Expr[] => [
    genMap([none0, first]),
    genMap([none0, first], [key("0"), nothing]),
    genMap([none0, first], [key("0"), value(0)]),
    genMap([none0, first], [key("0"), value(0)], [key("1"), value(2)]),
  ];
  return [
    genMap(),
    ...behind(nothing).slice(0, 3),
    ...behind(value(0)),
    ...behind(value(1)),
    genMap([key("0"), nothing]),
    genMap([key("0"), value(0)]),
    genMap([key("1"), value(0)]),
    genMap([key("1"), value(1)]),
  ];
};

const party = (name: string): Expr => ({ kind: "value", name: `self:Main:${name}` });

export const orderedLists: readonly OrderedList[] = [
  { type: "Unit", values: [unit] },
  { type: "Bool", values: [bool(false), bool(true)] },
  { type: "Int64", values: [int(-3), int(0), int(1)] },
  {
    type: "Numeric 10",
    values: ["-10000.0000000000", "0.0000000000", "10000.0000000000"].map(numeric),
  },
  { type: "Numeric 0", values: ["-10000.", "0.", "10000."].map(numeric) },
  { type: "Text", values: ["a text", "some more", "some more text", "｡", "😂"].map(text) },
  { type: "Date", values: [-164, 0, 18294].map(date) },
  {
    type: "Timestamp",
    values: [-14159025000000n, 0n, 1580674802020000n].map(timestamp),
  },
  { type: "Party", values: ["alice", "bob", "carol"].map(party) },
  {
    type: "enumeration",
    values: ["Red", "Green", "Blue"].map((name) => enumOf("Main:Color", name)),
  },
  { type: "empty record", values: [record(dataT("Main:Empty"), {})] },
  {
    type: "TypeRep of types without arguments",
    values: [unitT, boolT, int64T, dateT, timestampT, partyT, textT, anyT, typeRepT, holderT].map(
      typeRep,
    ),
  },
  {
    type: "TypeRep of types of one argument",
    values: [
      numericT(0),
      contractIdT(holderT),
      optionalT(holderT),
      listT(holderT),
      updateT(holderT),
      textMapT(holderT),
      boxT(holderT),
    ].map(typeRep),
  },
  {
    type: "TypeRep of types of two arguments",
    values: [
      genMapT(holderT, holderT),
      functionT([holderT], holderT),
      tupleT(holderT, holderT),
    ].map(typeRep),
  },
  { type: "TypeRep of numerics", values: [0, 10, 37].map((scale) => typeRep(numericT(scale))) },
  {
    type: "TypeRep of data types, by package, module and name",
    values: ["Main:A", "Main:B", "Other:A", "Other:B", "zz:Main:A", "zz:Main:B"].map((name) =>
      typeRep(dataT(name)),
    ),
  },
  {
    type: "TypeRep of structures",
    values: [
      structT(["field0", unitT]),
      structT(["field0", int64T]),
      structT(["field1", unitT]),
      structT(["field1", unitT], ["field2", unitT]),
      structT(["field1", unitT], ["field2", int64T]),
      structT(["field1", int64T], ["field2", unitT]),
      structT(["field1", int64T], ["field2", int64T]),
      structT(["field1", unitT], ["field3", unitT]),
    ].map(typeRep),
  },
  {
    type: "TypeRep of containers",
    values: [optionalT(unitT), optionalT(int64T), listT(unitT), listT(int64T)].map(typeRep),
  },
  {
    type: "TypeRep of every sort of type",
    values: [
      unitT,
      partyT,
      dataT("Main:A"),
      dataT("Other:B"),
      natT(5),
      natT(20),
      structT(["field", unitT]),
      optionalT(unitT),
      functionT([unitT], unitT),
    ].map(typeRep),
  },
  { type: "record", values: product(tuple, [int(0), int(1)], [int(0), int(1)]) },
  {
    type: "variant",
    values: [left(text("a")), left(text("b")), right(int(-1)), right(int(1))],
  },
  { type: "structure", values: product(pairOf, [int(0), int(1)], [int(0), int(1)]) },
  { type: "Optional", values: [nothing, just(text("A")), just(text("B"))] },
  {
    type: "List",
    values: [
      ints(),
      ints(0),
      ints(0, 0),
      ints(0, 0, 1),
      ints(0, 1, 1),
      ints(1),
      ints(1, 0),
      ints(1, 1),
    ],
  },
  { type: "TextMap", values: mapsOf(textMap) },
  {
    type: "GenMap",
    values: mapsOf((...entries) =>
      genMap(...entries.map(([key, value]) => [text(key), value] as const)),
    ),
  },
  { type: "record of Optionals", values: product(tuple, optionalTexts, optionalInts) },
  {
    type: "variant of Optionals",
    values: [...optionalTexts.map(left), ...[nothing, just(int(42)), just(int(43))].map(right)],
  },
  { type: "structure of Optionals", values: product(pairOf, optionalTexts, optionalInts) },
  {
    type: "Optional of Optional",
    values: [nothing, ...optionalInts.map(just)],
  },
  {
    type: "List of Optionals",
    values: [
      options(),
      options(undefined),
      options(undefined, undefined),
      options(undefined, undefined, 0),
      options(undefined, 0, 0),
      options(undefined, 1, 0),
      options(0),
      options(0, undefined),
      options(0, 0),
      options(1, 0),
    ],
  },
  { type: "TextMap of Optionals", values: sparseMaps() },
  { type: "GenMap of Optionals", values: sparseGenMaps() },
  {
    type: "Any",
    values: [
      any(int64T, int(-1)),
      any(int64T, int(0)),
      any(int64T, int(1)),
      any(anyT, any(int64T, int(1))),
      any(anyT, any(int64T, int(2))),
      any(optionalT(int64T), nothing),
      any(optionalT(int64T), just(int(0))),
      any(optionalT(int64T), just(int(1))),
    ],
  },
];
