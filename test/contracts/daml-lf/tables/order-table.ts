import type { RuntimeValue } from "../../../../lib/contracts/daml-lf/runtime/runtime-value.ts";
import { definitions, read } from "../../../support/lf/notation.ts";
import { genMap, left, orderedLists, pairOf, right, textMap, tuple } from "./order-lists.ts";
import type { ValueRow, ValueTable } from "./value-table.ts";

const comparisons: readonly (readonly [string, (order: number) => boolean])[] = [
  ["LESS", (order) => order < 0],
  ["LESS_EQ", (order) => order <= 0],
  ["EQUAL", (order) => order === 0],
  ["GREATER_EQ", (order) => order >= 0],
  ["GREATER", (order) => order > 0],
];

const truth = (holds: boolean): string => (holds ? "True" : "False");

/** Returns an expression for the list of the results of all comparisons of two values. */
const allCompared = (one: string, other: string): string =>
  `[${comparisons.map(([name]) => `${name} ${one} ${other}`).join(", ")}]`;

const answers = (order: number): string =>
  `[${comparisons.map(([, holds]) => truth(holds(order))).join(", ")}]`;

/** Rows that compare every value of an ascending list with every other. */
const ordered = (what: string, values: readonly unknown[], row: RowOf): readonly ValueRow[] =>
  values.flatMap((_, i) =>
    values.map((_other, j) => ({
      written: `comparisons of ${what} ${i} ${what} ${j}`,
      gives: answers(i - j),
      ...row(i, j),
    })),
  );

type RowOf = (one: number, other: number) => Pick<ValueRow, "expr" | "args">;

/** Rows refer to the values of the lists by name, since each value is defined only once. */
const nameOf = (list: number, index: number): string => `value${list}of${index}`;

/** Returns a row for each comparison of two values. */
const compared = (
  what: string,
  one: string,
  other: string,
  gives: (holds: boolean) => string,
): readonly ValueRow[] =>
  comparisons.map(([name, holds]) => ({
    written: `${name} ${what}`,
    expr: read(`${name} ${one} ${other}`),
    gives: gives(holds(0)),
  }));

const contractIds: readonly RuntimeValue[] = [
  `${"00".repeat(33)}0000`,
  `${"00".repeat(33)}0001`,
  `00${"ff".repeat(32)}`,
].map((value) => ({ kind: "contractId", value }));

const sameStructs = [
  "struct {first = 0, second = 1, third = 2}",
  "struct {third = 2, second = 1, first = 0}",
  "struct {first = 0, third = 2, second = 1}",
];

const addOne = "(ADD_INT64 1)";
const constant = String.raw`(\(x: Int64) -> 42)`;

/** Comparable values, and one that contains a function. */
const [x1, x2, x3, u] = [right("1"), right("2"), right("3"), left(addOne)];
const listOf = (...elements: readonly string[]): string => `[${elements.join(", ")}]`;
const just = (content: string): string => `(Some ${content})`;
const anyOf = (content: string, second: "Text" | "Int64"): string =>
  `(toAny @(Either (Int64 -> Int64) ${second}) ${content})`;

/** Comparisons whose result is known before they reach a function. */
const decided: readonly (readonly [string, string, string])[] = [
  ["variants with different constructors", x1, u],
  ["records that differ before", tuple(x1, u), tuple(x2, u)],
  ["lists that differ before", listOf(x1, u), listOf(x2, u)],
  ["a list and the empty one", listOf(u), listOf()],
  ["None and Some", "None", just(u)],
  ["Some of variants with different constructors", just(x1), just(u)],
  ["text maps, other value first", textMap(["a", x1], ["b", u]), textMap(["a", x2], ["b", u])],
  ["text maps, other key", textMap(["a", x1]), textMap(["b", u])],
  ["text maps, other second key", textMap(["a", x1], ["b", u]), textMap(["a", x1], ["c", u])],
  ["text maps of two sizes", textMap(["a", x1], ["b", u]), textMap(["b", u])],
  ["text maps, other first key", textMap(["a", x1], ["b", u]), textMap(["b", x1], ["c", u])],
  ["a text map and the empty one", textMap(["a", u]), textMap()],
  ["maps, other value first", genMap([x1, x1], [x2, u]), genMap([x1, x2], [x2, u])],
  ["maps, other key", genMap([x1, x1]), genMap([x2, u])],
  ["maps, other second key", genMap([x1, x1], [x2, u]), genMap([x1, x1], [x3, u])],
  ["maps of two sizes", genMap([x1, x1], [x2, u]), genMap([x2, u])],
  ["maps, other first key", genMap([x1, x1], [x2, u]), genMap([x2, x1], [x3, u])],
  ["a map and the empty one", genMap([x1, u]), genMap()],
  ["structures that differ before", pairOf(x1, u), pairOf(x2, u)],
  ["Any of two types", anyOf(u, "Text"), anyOf(u, "Int64")],
];

/** Comparisons that fail because they reach functions. */
const undecided: readonly (readonly [string, string, string])[] = [
  ["a function and itself", addOne, addOne],
  ["two functions", addOne, constant],
  ["a variant and itself", u, u],
  ["records, function first", tuple(u, x1), tuple(u, x1)],
  ["records, function first, then a difference", tuple(u, x1), tuple(u, x2)],
  ["records, function second", tuple(x1, u), tuple(x1, u)],
  ["a list and itself", listOf(u), listOf(u)],
  ["lists of two lengths", listOf(u, x1), listOf(u)],
  ["lists, function second", listOf(x1, u), listOf(x1, u)],
  ["lists of two lengths, function second", listOf(x1, u, x1), listOf(x1, u)],
  ["a Some value and itself", just(u), just(u)],
  ["a text map and itself", textMap(["a", u]), textMap(["a", u])],
  ["text maps of two sizes, function first", textMap(["a", u], ["b", x1]), textMap(["a", u])],
  [
    "text maps, function first, then another key",
    textMap(["a", u], ["b", x1]),
    textMap(["a", u], ["c", x1]),
  ],
  [
    "text maps, function first, then another value",
    textMap(["a", u], ["b", x1]),
    textMap(["a", u], ["b", x2]),
  ],
  ["text maps, function second", textMap(["a", x1], ["b", u]), textMap(["a", x1], ["b", u])],
  ["a map and itself", genMap([x1, u]), genMap([x1, u])],
  ["maps of two sizes, function first", genMap([x1, u], [x2, x1]), genMap([x1, u])],
  ["maps, function first, then another key", genMap([x1, u], [x2, x1]), genMap([x1, u], [x3, x1])],
  [
    "maps, function first, then another value",
    genMap([x1, u], [x2, x1]),
    genMap([x1, u], [x2, x2]),
  ],
  ["maps, function second", genMap([x1, x1], [x2, u]), genMap([x1, x1], [x2, u])],
  ["structures, function first", pairOf(u, x1), pairOf(u, x1)],
  ["structures, function first, then a difference", pairOf(u, x1), pairOf(u, x2)],
  ["structures, function second", pairOf(x1, u), pairOf(x1, u)],
  ["Any of one type", anyOf(u, "Int64"), anyOf(u, "Int64")],
];

/** Returns an expression that makes a comparison and ignores its result. */
const answered = (name: string, one: string, other: string) =>
  read(`case ${name} ${one} ${other} of {_ -> ()}`);

const decidedRows = decided.flatMap(([what, one, other]) =>
  comparisons.flatMap(([name]): readonly ValueRow[] => [
    { written: `${name} ${what}`, expr: answered(name, one, other), gives: "()" },
    { written: `${name} ${what}, exchanged`, expr: answered(name, other, one), gives: "()" },
  ]),
);

const undecidedRows = undecided.flatMap(([what, one, other]) => [
  ...compared(what, one, other, () => "fails NON_COMPARABLE_VALUES"),
  ...compared(`${what}, exchanged`, other, one, () => "fails NON_COMPARABLE_VALUES"),
]);

const party = (name: string): string => `
  val ${name}: Unit =
    case TEXT_TO_PARTY "${name}" of {Some p -> p; None -> ERROR "no party"};`;

/** All have the type Unit, whatever they contain: they are evaluated but never type-checked. */
const values = orderedLists.flatMap((list, at) =>
  list.values.map(
    (value, index) => definitions`val ${nameOf(at, index)}: Unit = ${read(value)};`.values ?? [],
  ),
);

export const orderTable: ValueTable = {
  suite: "interpreter/…/speedy/ComparisonSBuiltinTest",
  about: "order",
  source: definitions`
    record Empty {}
    record Holder {}
    record Tuple a b {first: a, second: b}
    unserializable variant Either a b {Left: a, Right: b}
    enum Color {Red, Green, Blue}
    ${["alice", "bob", "carol"].map(party).join("")}
    ${{ values: values.flat() }}
  `,
  groups: [
    ...orderedLists.map(({ type, values }, at) => ({
      title: `holds for ${type}`,
      rows: ordered(type, values, (one, other) => ({
        expr: read(allCompared(nameOf(at, one), nameOf(at, other))),
      })),
    })),
    {
      title: "holds for ContractId",
      rows: ordered("ContractId", contractIds, (one, other) => ({
        expr: read(String.raw`\(a: Unit) (b: Unit) -> ${allCompared("a", "b")}`),
        args: [contractIds[one], contractIds[other]].filter((each) => each !== undefined),
      })),
    },
    {
      title: "treats structures as equal in any order of their fields",
      rows: sameStructs.flatMap((one, i) =>
        sameStructs.flatMap((other, j) => compared(`structures ${i} ${j}`, one, other, truth)),
      ),
    },
    { title: "is decided if the values differ before functions are compared", rows: decidedRows },
    { title: "is refused if functions must be compared", rows: undecidedRows },
  ],
  leftOut: [],
};
