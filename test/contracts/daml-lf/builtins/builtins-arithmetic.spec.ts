import { expect } from "chai";

import type { BuiltinName } from "../../../support/lf/builtin-names.ts";
import { outcomeOf, type Shown } from "../../../support/lf/evaluate.ts";
import { call, date, int, numeric, timestamp } from "../../../support/lf/expressions.ts";
import { type expr } from "../../../support/lf/notation.ts";

/** The name of the builtin, its arguments, and its result. */
type Row = readonly [name: BuiltinName, args: readonly ReturnType<typeof expr>[], expected: Shown];

const table = (title: string, rows: readonly Row[]): void => {
  it(title, () => {
    for (const [name, args, expected] of rows) {
      expect(outcomeOf(call(name, ...args)), JSON.stringify([name, args], bigints)).to.deep.equal(
        expected,
      );
    }
  });
};

const bigints = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value;

const arithmetic = (text: string): string =>
  `exception ["ArithmeticError while evaluating (${text})."]`;

const max = 9223372036854775807n;
const min = -9223372036854775808n;

const integers = (
  name: BuiltinName,
  rows: readonly (readonly [bigint, bigint, bigint | undefined])[],
) =>
  rows.map(([left, right, expected]): Row => [
    name,
    [int(left), int(right)],
    expected ?? arithmetic(`${name} ${left.toString()} ${right.toString()}`),
  ]);

/** Returns the expression of a number of scale 10 from its decimal text. */
const decimal = (written: string): ReturnType<typeof expr> => {
  const [whole = "", fraction = ""] = written.split(".");
  return numeric(`${whole}.${fraction.padEnd(10, "0")}`);
};

const nines = (count: number): string => "9".repeat(count);
const largestDecimal = `${nines(28)}.${nines(10)}`;

describe("integer builtins", () => {
  table(
    "add within 64 bits",
    integers("ADD_INT64", [
      [0n, 0n, 0n],
      [1n, 2n, 3n],
      [-1n, 1n, 0n],
      [max, 0n, max],
      [max, min, -1n],
      [max - 1n, 1n, max],
      [max, 1n, undefined],
      [min, -1n, undefined],
      [42n, max, undefined],
      [min, min, undefined],
    ]),
  );

  table(
    "subtract within 64 bits",
    integers("SUB_INT64", [
      [0n, 0n, 0n],
      [0n, max, -max],
      [0n, min, undefined],
      [-1n, max, min],
      [-2n, max, undefined],
      [min, 1n, undefined],
      [max, -1n, undefined],
      [-1n, min, max],
    ]),
  );

  table(
    "multiply within 64 bits",
    integers("MUL_INT64", [
      [2n, 3n, 6n],
      [0n, min, 0n],
      [-1n, max, -max],
      [-1n, min, undefined],
      [max, 2n, undefined],
      [3037000499n, 3037000499n, 9223372030926249001n],
      [3037000500n, 3037000500n, undefined],
      [4294967296n, -2147483648n, min],
      [4294967296n, 2147483648n, undefined],
    ]),
  );

  table(
    "divide towards zero",
    integers("DIV_INT64", [
      [7n, 2n, 3n],
      [-7n, 2n, -3n],
      [7n, -2n, -3n],
      [-7n, -2n, 3n],
      [0n, 5n, 0n],
      [min, 1n, min],
      [min, -1n, undefined],
      [max, -1n, -max],
      [1n, 0n, undefined],
      [0n, 0n, undefined],
    ]),
  );

  table(
    "leave a remainder with the sign of the dividend",
    integers("MOD_INT64", [
      [7n, 2n, 1n],
      [-7n, 2n, -1n],
      [7n, -2n, 1n],
      [-7n, -2n, -1n],
      [5n, 5n, 0n],
      [min, -1n, 0n],
      [max, min, max],
      [3n, 0n, undefined],
    ]),
  );

  table(
    "raise to powers, and fail only on overflow and for negative exponents",
    integers("EXP_INT64", [
      [0n, 0n, 1n],
      [5n, 0n, 1n],
      [min, 0n, 1n],
      [2n, 1n, 2n],
      [min, 1n, min],
      [2n, 62n, 4611686018427387904n],
      [2n, 63n, undefined],
      [-2n, 63n, min],
      [-2n, 64n, undefined],
      [3n, 39n, 4052555153018976267n],
      [3n, 40n, undefined],
      [1n, max, 1n],
      [-1n, max, -1n],
      [10n, 18n, 1000000000000000000n],
      [10n, 19n, undefined],
      [2n, -1n, undefined],
      [0n, -1n, undefined],
    ]),
  );
});

describe("numeric builtins", () => {
  const binary = (
    name: BuiltinName,
    rows: readonly (readonly [string, string, Shown])[],
  ): readonly Row[] =>
    rows.map(([left, right, expected]): Row => [name, [decimal(left), decimal(right)], expected]);

  table("add and subtract exactly", [
    ...binary("ADD_NUMERIC", [
      ["0.0", "0.0", "0e-10"],
      ["1.5", "2.25", "37500000000e-10"],
      ["-0.0000000001", "0.0000000001", "0e-10"],
      [largestDecimal, "0.0", `${nines(38)}e-10`],
      [largestDecimal, "-1.0", `${nines(27)}8${nines(10)}e-10`],
      [largestDecimal, "0.0000000001", arithmetic(`ADD_NUMERIC ${largestDecimal} 0.0000000001`)],
      [`-${largestDecimal}`, "-1.0", arithmetic(`ADD_NUMERIC -${largestDecimal} -1.0`)],
    ]),
    ...binary("SUB_NUMERIC", [
      ["1.0", "2.0", "-10000000000e-10"],
      ["10.0", "0.0000000001", "99999999999e-10"],
      [
        `-${largestDecimal}`,
        "0.0000000001",
        arithmetic(`SUB_NUMERIC -${largestDecimal} 0.0000000001`),
      ],
      [largestDecimal, largestDecimal, "0e-10"],
    ]),
  ]);

  const scaled = (
    name: BuiltinName,
    rows: readonly (readonly [witness: string, left: string, right: string, expected: Shown])[],
  ): readonly Row[] =>
    rows.map(([witness, left, right, expected]): Row => [
      name,
      [numeric(witness), numeric(left), numeric(right)],
      expected,
    ]);

  table("multiply, rounding half-even to the scale of the witness", [
    ...scaled("MUL_NUMERIC", [
      ["1.00", "1.25", "2.0", "250e-2"],
      ["1.0", "0.5", "0.5", "2e-1"],
      ["1.0", "1.5", "0.5", "8e-1"],
      ["1.0", "-0.5", "0.5", "-2e-1"],
      ["1.", "0.5", "1.0", "0e-0"],
      ["1.", "1.5", "1.0", "2e-0"],
      ["1.", "2.5", "1.0", "2e-0"],
      ["1.", "-2.5", "1.0", "-2e-0"],
      ["1.", "-3.5", "1.0", "-4e-0"],
      ["1.0000000000", `${nines(28)}.0`, "10.0", arithmetic(`MUL_NUMERIC 1.0 ${nines(28)}.0 10.0`)],
      ["1.", `${nines(28)}.0`, "10.0", `${nines(28)}0e-0`],
    ]),
  ]);

  table("divide, rounding half-even to the scale of the witness", [
    ...scaled("DIV_NUMERIC", [
      ["1.0000000000", "1.0", "3.0", "3333333333e-10"],
      ["1.0000000000", "2.0", "3.0", "6666666667e-10"],
      ["1.0", "1.0", "8.0", "1e-1"],
      ["1.0", "3.0", "8.0", "4e-1"],
      ["1.00", "1.0", "8.0", "12e-2"],
      ["1.00", "3.0", "8.0", "38e-2"],
      ["1.00", "-1.0", "8.0", "-12e-2"],
      ["1.00", "-3.0", "8.0", "-38e-2"],
      ["1.", "5.0", "2.0", "2e-0"],
      ["1.", "7.0", "2.0", "4e-0"],
      ["1.0", "1.0", "0.0", arithmetic("DIV_NUMERIC 1.0 1.0 0.0")],
      ["1.0", "0.0", "0.0", arithmetic("DIV_NUMERIC 1.0 0.0 0.0")],
      ["1.0000000000", `${nines(28)}.0`, "0.1", arithmetic(`DIV_NUMERIC 1.0 ${nines(28)}.0 0.1`)],
    ]),
  ]);

  table(
    "round half-even to any number of digits",
    (
      [
        [-27, "1000000000000000000000000000.0", "1000000000000000000000000000.0"],
        [-2, "150.0", "200.0"],
        [-2, "250.0", "200.0"],
        [-2, "-150.0", "-200.0"],
        [-1, "55.0", "60.0"],
        [-1, "45.0", "40.0"],
        [-1, "4.9999999999", "0.0"],
        [0, "0.5", "0.0"],
        [0, "1.5", "2.0"],
        [0, "0.5000000001", "1.0"],
        [0, "-0.5", "0.0"],
        [0, "-1.5", "-2.0"],
        [1, "0.05", "0.0"],
        [1, "0.15", "0.2"],
        [1, "1.2499999999", "1.2"],
        [2, "4.126", "4.13"],
        [9, "0.0000000005", "0.0"],
        [9, "0.0000000015", "0.000000002"],
        [10, "3.1415926535", "3.1415926535"],
      ] as const
    ).map(([digits, value, expected]): Row => {
      const wanted = decimal(expected);
      const unscaled = wanted.kind === "numeric" ? wanted.unscaled.toString() : "";
      return ["ROUND_NUMERIC", [int(digits), decimal(value)], `${unscaled}e-10`];
    }),
  );

  table("fail to round to an invalid number of digits, or on overflow", [
    ["ROUND_NUMERIC", [int(11), decimal("1.0")], arithmetic("ROUND_NUMERIC 11 1.0")],
    ["ROUND_NUMERIC", [int(-28), decimal("1.0")], arithmetic("ROUND_NUMERIC -28 1.0")],
    [
      "ROUND_NUMERIC",
      [int(max), decimal("1.0")],
      arithmetic(`ROUND_NUMERIC ${max.toString()} 1.0`),
    ],
    [
      "ROUND_NUMERIC",
      [int(0), decimal(largestDecimal)],
      arithmetic(`ROUND_NUMERIC 0 ${largestDecimal}`),
    ],
  ]);

  table("change scale", [
    ["CAST_NUMERIC", [numeric("1.00"), numeric("1.5")], "150e-2"],
    ["CAST_NUMERIC", [numeric("1."), numeric("3.0")], "3e-0"],
    ["CAST_NUMERIC", [numeric("1."), numeric("3.5")], arithmetic("CAST_NUMERIC 1.0 3.5")],
    [
      "CAST_NUMERIC",
      [numeric(`1.${"0".repeat(37)}`), numeric("10.")],
      arithmetic("CAST_NUMERIC 1.0 10.0"),
    ],
    ["CAST_NUMERIC", [numeric(`1.${"0".repeat(37)}`), numeric("9.")], `9${"0".repeat(37)}e-37`],
    ["SHIFT_NUMERIC", [numeric("1.000"), numeric("12.5")], "125e-3"],
    ["SHIFT_NUMERIC", [numeric("1."), numeric("12.5")], "125e-0"],
    ["SHIFT_NUMERIC", [numeric("1."), numeric(`-0.${nines(37)}`)], `-${nines(37)}e-0`],
  ]);

  table("convert to and from integers", [
    ["INT64_TO_NUMERIC", [numeric("1.0000000000"), int(42)], "420000000000e-10"],
    ["INT64_TO_NUMERIC", [numeric("1."), int(min)], `${min.toString()}e-0`],
    [
      "INT64_TO_NUMERIC",
      [numeric(`1.${"0".repeat(37)}`), int(10)],
      arithmetic("INT64_TO_NUMERIC 1.0 10"),
    ],
    [
      "INT64_TO_NUMERIC",
      [numeric(`1.${"0".repeat(20)}`), int(max)],
      arithmetic(`INT64_TO_NUMERIC 1.0 ${max.toString()}`),
    ],
    ["NUMERIC_TO_INT64", [numeric("1.9")], 1n],
    ["NUMERIC_TO_INT64", [numeric("-1.9")], -1n],
    ["NUMERIC_TO_INT64", [numeric("-0.9")], 0n],
    ["NUMERIC_TO_INT64", [numeric(`${max.toString()}.9`)], max],
    [
      "NUMERIC_TO_INT64",
      [numeric("9223372036854775808.0")],
      arithmetic("NUMERIC_TO_INT64 9223372036854775808.0"),
    ],
    ["NUMERIC_TO_INT64", [numeric(`${min.toString()}.5`)], min],
  ]);
});

describe("builtins of dates and times", () => {
  table("convert dates within the years 1 to 9999", [
    ["DATE_TO_UNIX_DAYS", [date(0)], 0n],
    ["DATE_TO_UNIX_DAYS", [date(-719162)], -719162n],
    ["DATE_TO_UNIX_DAYS", [date(2932896)], 2932896n],
    ["UNIX_DAYS_TO_DATE", [int(-719162)], "date -719162"],
    ["UNIX_DAYS_TO_DATE", [int(2932896)], "date 2932896"],
    ["UNIX_DAYS_TO_DATE", [int(2932897)], arithmetic("UNIX_DAYS_TO_DATE 2932897")],
    ["UNIX_DAYS_TO_DATE", [int(-719163)], arithmetic("UNIX_DAYS_TO_DATE -719163")],
    ["UNIX_DAYS_TO_DATE", [int(max)], arithmetic(`UNIX_DAYS_TO_DATE ${max.toString()}`)],
    ["DATE_TO_TEXT", [date(0)], "1970-01-01"],
    ["DATE_TO_TEXT", [date(-719162)], "0001-01-01"],
    ["DATE_TO_TEXT", [date(2932896)], "9999-12-31"],
    ["DATE_TO_TEXT", [date(-1)], "1969-12-31"],
    ["DATE_TO_TEXT", [date(11016)], "2000-02-29"],
  ]);

  table("convert timestamps within the years 1 to 9999", [
    ["TIMESTAMP_TO_UNIX_MICROSECONDS", [timestamp(1n)], 1n],
    ["TIMESTAMP_TO_UNIX_MICROSECONDS", [timestamp(-62135596800000000n)], -62135596800000000n],
    ["UNIX_MICROSECONDS_TO_TIMESTAMP", [int(253402300799999999n)], "timestamp 253402300799999999"],
    [
      "UNIX_MICROSECONDS_TO_TIMESTAMP",
      [int(253402300800000000n)],
      arithmetic("UNIX_MICROSECONDS_TO_TIMESTAMP 253402300800000000"),
    ],
    [
      "UNIX_MICROSECONDS_TO_TIMESTAMP",
      [int(-62135596800000001n)],
      arithmetic("UNIX_MICROSECONDS_TO_TIMESTAMP -62135596800000001"),
    ],
    ["TIMESTAMP_TO_TEXT", [timestamp(0n)], "1970-01-01T00:00:00Z"],
    ["TIMESTAMP_TO_TEXT", [timestamp(1n)], "1970-01-01T00:00:00.000001Z"],
    ["TIMESTAMP_TO_TEXT", [timestamp(1000n)], "1970-01-01T00:00:00.001Z"],
    ["TIMESTAMP_TO_TEXT", [timestamp(1001000n)], "1970-01-01T00:00:01.001Z"],
    ["TIMESTAMP_TO_TEXT", [timestamp(-1n)], "1969-12-31T23:59:59.999999Z"],
    ["TIMESTAMP_TO_TEXT", [timestamp(-62135596800000000n)], "0001-01-01T00:00:00Z"],
    ["TIMESTAMP_TO_TEXT", [timestamp(253402300799999999n)], "9999-12-31T23:59:59.999999Z"],
  ]);
});
