import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

const max = 2n ** 63n - 1n;
const min = -(2n ** 63n);
/** A large odd number whose sums and products overflow. */
const big = 0x67890abcedf12345n;

const overflow = "throws ArithmeticError";
const pairs = (...all: readonly (readonly [bigint, bigint])[]): readonly string[] =>
  all.map((pair) => pair.map(String).join(" "));

const small = [167n, 11n, 2n, 1n, 0n, -1n, -2n, -11n, -167n];

const truth = (holds: boolean): string => (holds ? "True" : "False");

/** The expected result of each operation, computed with unbounded integers. */
const operations: readonly (readonly [string, (a: bigint, b: bigint) => string])[] = [
  ["ADD_INT64", (a, b) => String(a + b)],
  ["SUB_INT64", (a, b) => String(a - b)],
  ["MUL_INT64", (a, b) => String(a * b)],
  ["DIV_INT64", (a, b) => (b === 0n ? overflow : String(a / b))],
  ["MOD_INT64", (a, b) => (b === 0n ? overflow : String(a % b))],
  ["LESS_EQ", (a, b) => truth(a <= b)],
  ["GREATER_EQ", (a, b) => truth(a >= b)],
  ["LESS", (a, b) => truth(a < b)],
  ["GREATER", (a, b) => truth(a > b)],
  ["EQUAL", (a, b) => truth(a === b)],
];

/** Bases and exponents of powers that do not overflow. */
const powers: readonly (readonly [bigint, bigint])[] = [
  [1n, 0n],
  [-1n, 0n],
  [0n, 0n],
  [1n, 1n],
  [-1n, 1n],
  [-1n, 2n],
  [1n, 2n],
  [1048361n, 0n],
  [-349241n, 0n],
  [780996803n, 1n],
  [-163783859n, 1n],
  [293n, 2n],
  [-283n, 2n],
  [1669n, 3n],
  [-1913n, 3n],
  [-2128527769n, 2n],
  [-883061n, 3n],
  [-13n, 7n],
  [-5n, 13n],
  [-2n, 63n],
  [2n, 62n],
  [5n, 11n],
  [17n, 11n],
  [19051n, 3n],
  [1228961011n, 2n],
];

export const integerGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "add and subtract within the range of Int64",
    rows: [
      ...rowsOf("ADD_INT64", [
        [`${max} -1`, String(max - 1n)],
        [`${min} 1`, String(min + 1n)],
      ]),
      ...allGive("ADD_INT64", overflow, pairs([max, 1n], [min, -1n], [big, big])),
      ...rowsOf("SUB_INT64", [
        [`${max} 1`, String(max - 1n)],
        [`${min} -1`, String(min + 1n)],
      ]),
      ...allGive("SUB_INT64", overflow, pairs([max, -1n], [min, 1n], [-big, big])),
    ],
  },
  {
    title: "multiply within the range of Int64",
    rows: [
      ...rowsOf("MUL_INT64", [
        [`${2n ** 31n} ${2n ** 31n}`, String(2n ** 62n)],
        [`${2n ** 32n} ${-(2n ** 31n)}`, String(min)],
      ]),
      ...allGive(
        "MUL_INT64",
        overflow,
        pairs([2n ** 32n, 2n ** 31n], [2n ** 32n, -(2n ** 32n)], [big, 42n]),
      ),
    ],
  },
  {
    title: "divide towards zero, with the matching remainder",
    rows: [
      ...rowsOf("DIV_INT64", [
        ["10 3", "3"],
        ["10 -3", "-3"],
        ["-10 3", "-3"],
        ["-10 -3", "3"],
        [`${max} -1`, String(-max)],
        [`1 ${max}`, "0"],
      ]),
      ...allGive("DIV_INT64", overflow, pairs([min, -1n], [1n, 0n], [big, 0n])),
      ...rowsOf("MOD_INT64", [
        ["10 3", "1"],
        ["10 -3", "1"],
        ["-10 3", "-1"],
        ["-10 -3", "-1"],
      ]),
    ],
  },
  {
    title: "raise to powers",
    rows: [
      ...rowsOf(
        "EXP_INT64",
        powers.map(([base, exponent]) => [`${base} ${exponent}`, String(base ** exponent)]),
      ),
      ...rowsOf("EXP_INT64", [
        [`${2n ** 6n} 9`, String(2n ** 54n)],
        [`${-(2n ** 7n)} 9`, String(min)],
        [`-1 ${big}`, "-1"],
        [`0 ${big}`, "0"],
        [`1 ${big}`, "1"],
      ]),
      ...allGive(
        "EXP_INT64",
        overflow,
        pairs(
          [1n, -1n],
          [0n, -1n],
          [10n, -1n],
          [10n, -20n],
          [big, -42n],
          [2n ** 7n, 9n],
          [-(2n ** 7n), 10n],
          [3n, big],
          [2n, big],
        ),
      ),
    ],
  },
  {
    title: "apply every operation to every pair of small Int64",
    rows: operations.flatMap(([name, result]) =>
      small.flatMap((a) =>
        rowsOf(
          name,
          small.map((b) => [`${a} ${b}`, result(a, b)]),
        ),
      ),
    ),
  },
  {
    title: "print Int64",
    rows: rowsOf(
      "INT64_TO_TEXT",
      small.map((each) => [String(each), `"${each}"`]),
    ),
  },
];
