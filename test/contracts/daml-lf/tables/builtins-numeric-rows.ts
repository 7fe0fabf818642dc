import { atScale, digits, halfEven, tenTo, written } from "./decimal-digits.ts";
import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

const overflow = "throws ArithmeticError";
const nines = (count: number): string => "9".repeat(count);
const zeros = (count: number): string => "0".repeat(count);
/** Returns the argument that determines the scale of the result. */
const witness = (scale: number): string => atScale(scale, "1");

const most0 = `${nines(38)}.`;
const most10 = `${nines(28)}.${nines(10)}`;
const most37 = `9.${nines(37)}`;
const least37 = `0.${zeros(36)}1`;
const large = "8765432109876543210987654321.0987654321";
const larger = (by: bigint): string => {
  const { scale, unscaled } = digits(large);
  return written({ scale, unscaled: unscaled + by * 10n ** 10n });
};
const least10 = `0.${zeros(9)}1`;
const decimal = (number: string): string => atScale(10, number);

const samples = [
  "161803398.87499",
  "3.1415926536",
  "2.7182818285",
  "0.0000000001",
  "0.0",
  "100.0",
  "-0.0000000001",
  "-2.7182818285",
  "-3.1415926536",
  "-161803398.87499",
];

const truth = (holds: boolean): string => (holds ? "True" : "False");
const scaled = (unscaled: bigint): string => written({ scale: 10, unscaled });

/** The expected result of each operation, computed in units of the tenth fraction digit. */
const operations: readonly (readonly [string, (a: bigint, b: bigint) => string])[] = [
  ["ADD_NUMERIC", (a, b) => scaled(a + b)],
  ["SUB_NUMERIC", (a, b) => scaled(a - b)],
  [`MUL_NUMERIC ${witness(10)}`, (a, b) => scaled(halfEven(a * b, 10n ** 10n))],
  [
    `DIV_NUMERIC ${witness(10)}`,
    (a, b) => (b === 0n ? overflow : scaled(halfEven(a * 10n ** 10n, b))),
  ],
  ["LESS_EQ", (a, b) => truth(a <= b)],
  ["GREATER_EQ", (a, b) => truth(a >= b)],
  ["LESS", (a, b) => truth(a < b)],
  ["GREATER", (a, b) => truth(a > b)],
  ["EQUAL", (a, b) => truth(a === b)],
];

/** The square root of ten, rounded down to 37 digits. */
const belowRoot = "3.1622776601683793319988935444327185337";
const aboveRoot = "3.1622776601683793319988935444327185338";

const roundings = [100, -100, ...Array.from({ length: 43 }, (_, index) => index - 30)];

export const numericGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "add and subtract numerics up to 38 digits",
    rows: [
      ...rowsOf("ADD_NUMERIC", [
        [`${most0} -1.`, `${nines(37)}8.`],
        [`${most37} -${least37}`, `9.${nines(36)}8`],
        [`${large} ${decimal("2")}`, larger(2n)],
      ]),
      ...allGive("ADD_NUMERIC", overflow, [
        `${most0} 1.`,
        `${most37} ${least37}`,
        `${most10} ${least10}`,
        `-${most10} -${least10}`,
        `${large} ${larger(-1n)}`,
      ]),
      ...rowsOf("SUB_NUMERIC", [
        [`-${most0} -1.`, `-${nines(37)}8.`],
        [`-${most37} -${least37}`, `-9.${nines(36)}8`],
        [`${large} ${decimal("2")}`, larger(-2n)],
      ]),
      ...allGive("SUB_NUMERIC", overflow, [
        `-${most0} 1.`,
        `-${most37} ${least37}`,
        `${most10} -${least10}`,
        `-${most10} ${least10}`,
        `-${large} ${large}`,
      ]),
    ],
  },
  {
    title: "multiply numerics up to 38 digits",
    rows: [
      ...rowsOf("MUL_NUMERIC", [
        [`${witness(0)} 1${zeros(18)}. 1${zeros(19)}.`, `1${zeros(37)}.`],
        [
          `${witness(37)} ${belowRoot} ${belowRoot}`,
          written({ scale: 37, unscaled: halfEven(digits(belowRoot).unscaled ** 2n, 10n ** 37n) }),
        ],
        [`${witness(10)} 1.1000000000 2.2000000000`, decimal("2.42")],
        [`${witness(10)} ${tenTo(13)} ${tenTo(14)}`, tenTo(27)],
      ]),
      ...allGive("MUL_NUMERIC", overflow, [
        `${witness(0)} 1${zeros(19)}. 1${zeros(19)}.`,
        `${witness(37)} ${aboveRoot} ${belowRoot}`,
        `${witness(10)} ${tenTo(14)} ${tenTo(14)}`,
        `${witness(10)} ${large} ${larger(-1n)}`,
      ]),
    ],
  },
  {
    title: "divide numerics up to 38 digits, never by zero",
    rows: [
      ...rowsOf("DIV_NUMERIC", [
        [`${witness(37)} ${tenTo(-18, 37)} -${tenTo(-18, 37)}`, `-1.${zeros(37)}`],
        [`${witness(1)} ${tenTo(36, 1)} 0.2`, `5${zeros(36)}.0`],
        [`${witness(10)} 1.1000000000 2.2000000000`, decimal("0.5")],
        [`${witness(10)} ${tenTo(17)} ${tenTo(-10)}`, tenTo(27)],
        [`${witness(10)} ${decimal("1")} ${tenTo(-10)}`, tenTo(10)],
      ]),
      ...allGive("DIV_NUMERIC", overflow, [
        `${witness(37)} ${tenTo(-18, 37)} -${tenTo(-19, 37)}`,
        `${witness(1)} ${tenTo(36, 1)} 0.1`,
        `${witness(10)} ${large} ${tenTo(-10)}`,
        `${witness(10)} ${tenTo(18)} ${tenTo(-10)}`,
        `${witness(10)} ${decimal("1")} ${decimal("0")}`,
        `${witness(10)} ${large} ${decimal("0")}`,
      ]),
    ],
  },
  {
    title: "round numerics to a valid number of digits",
    rows: [
      ...roundings.map((digit): ValueRow => {
        const unit = 10n ** BigInt(Math.max(0, 10 - digit));
        const rounded = scaled(halfEven(digits(large).unscaled, unit) * unit);
        const possible = digit >= -27 && digit <= 10;
        return { written: `ROUND_NUMERIC ${digit} ${large}`, gives: possible ? rounded : overflow };
      }),
      ...rowsOf("ROUND_NUMERIC", [
        [`-27 ${large}`, decimal("9000000000000000000000000000")],
        [`-1 ${decimal("45")}`, decimal("40")],
        [`-1 ${decimal("55")}`, decimal("60")],
        [`10 ${large}`, large],
      ]),
    ],
  },
  {
    title: "apply every operation to every pair of numerics",
    rows: operations.flatMap(([name, result]) =>
      samples.flatMap((left) =>
        rowsOf(
          name,
          samples.map((right) => {
            const [a, b] = [decimal(left), decimal(right)];
            return [`${a} ${b}`, result(digits(a).unscaled, digits(b).unscaled)];
          }),
        ),
      ),
    ),
  },
  {
    title: "print numerics",
    rows: rowsOf(
      "NUMERIC_TO_TEXT",
      samples.map((each) => [decimal(each), `"${each}"`]),
    ),
  },
  {
    title: "cast numerics if no digit is lost",
    rows: [
      ...allGive("CAST_NUMERIC", overflow, [
        `${witness(1)} ${most0}`,
        `${witness(37)} 10.`,
        `${witness(30)} ${tenTo(15, 20)}`,
        `${witness(37)} -99.${nines(36)}`,
        `${witness(0)} ${tenTo(-1, 1)}`,
        `${witness(0)} ${tenTo(-37, 37)}`,
        `${witness(10)} -${tenTo(-15, 20)}`,
        `${witness(36)} ${tenTo(-37, 37)}`,
      ]),
      ...rowsOf("CAST_NUMERIC", [
        [`${witness(0)} 1.0`, "1."],
        [`${witness(20)} ${tenTo(-5, 10)}`, tenTo(-5, 20)],
        [`${witness(10)} ${tenTo(-5, 20)}`, tenTo(-5, 10)],
        [`${witness(20)} ${tenTo(10, 10)}`, tenTo(10, 20)],
        [`${witness(10)} ${tenTo(10, 20)}`, tenTo(10, 10)],
      ]),
    ],
  },
  {
    title: "shift the decimal point of numerics",
    rows: rowsOf("SHIFT_NUMERIC", [
      [`${witness(1)} ${most0}`, `${nines(37)}.9`],
      [`${witness(37)} ${tenTo(1, 0)}`, tenTo(-36, 37)],
      [`${witness(30)} ${tenTo(15, 20)}`, tenTo(5, 30)],
      [`${witness(10)} ${tenTo(15, 20)}`, tenTo(25, 10)],
      [`${witness(20)} ${tenTo(-5, 10)}`, tenTo(-15, 20)],
      [`${witness(10)} ${tenTo(-5, 20)}`, tenTo(5, 10)],
      [`${witness(20)} ${tenTo(10, 10)}`, tenTo(0, 20)],
      [`${witness(10)} ${tenTo(10, 20)}`, tenTo(20, 10)],
    ]),
  },
];
