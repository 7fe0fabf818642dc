import { atScale, tenTo, written } from "./decimal-digits.ts";
import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

const max = 2n ** 63n - 1n;
const min = -(2n ** 63n);
const overflow = "throws ArithmeticError";
const quoted = (text: string): string => JSON.stringify(text);
const truth = (holds: boolean): string => (holds ? "True" : "False");
const repeated = (text: string, times: number): string => text.repeat(times);

/** Returns a whole number at a scale, plus `more` units of its last digit. */
const at = (scale: number, whole: bigint, more = 0n): string =>
  written({ scale, unscaled: whole * 10n ** BigInt(scale) + more });

const comparisons: readonly (readonly [string, (left: string, right: string) => boolean])[] = [
  ["LESS_EQ", (left, right) => left <= right],
  ["GREATER_EQ", (left, right) => left >= right],
  ["LESS", (left, right) => left < right],
  ["GREATER", (left, right) => left > right],
  ["EQUAL", (left, right) => left === right],
];

/** Returns rows that compare all pairs. The texts are in the order of the values that they represent. */
const compared = (all: readonly string[]): readonly ValueRow[] =>
  comparisons.flatMap(([name, holds]) =>
    all.flatMap((left) =>
      rowsOf(
        name,
        all.map((right) => [`${left} ${right}`, truth(holds(left, right))]),
      ),
    ),
  );

const instants = [
  "1969-07-21T02:56:15.000000Z",
  "1970-01-01T00:00:00.000000Z",
  "2000-12-31T23:00:00.000000Z",
];

const instantMicros = [
  ["0001-01-01T00:00:00Z", -62135596800000000n],
  ["1969-07-21T02:56:15Z", -14159025000000n],
  ["1970-01-01T00:00:00Z", 0n],
  ["2000-12-31T23:00:00Z", 978303600000000n],
  ["9999-12-31T23:59:59.999999Z", 253402300799999999n],
] as const;

const dateDays = [
  ["1969-07-21", -164],
  ["1970-01-01", 0],
  ["2001-01-01", 11323],
] as const;

/** Numbers of any scale, and their integer part. */
const truncated = [
  [tenTo(-7, 7), 0],
  ["0.00", 0],
  ["1.00000000", 1],
  ["1.0000000001", 1],
  [`1.${repeated("9", 37)}`, 1],
  ["123456789.12345678912345678912", 123456789],
] as const;

const integers = [
  "-9223372036854775808",
  "-9223372036854775807",
  "-22",
  "0",
  "42",
  "9223372036854775806",
  "9223372036854775807",
  "+9223372036854775807",
  "01",
  `${repeated("0", 20)}42`,
  "-003",
];

const noIntegers = [
  "pi",
  "0x11",
  "1.0",
  "2.",
  "1L",
  "+-1",
  "9223372036854775808",
  "9223372036854775809",
  "-9223372036854775809",
  "-9223372036854775810",
  repeated("1", 20),
];

const numerics = [
  [`${repeated("9", 28)}.${repeated("9", 10)}`, `${repeated("9", 28)}.${repeated("9", 10)}`],
  [repeated("0", 20) + repeated("1", 28), repeated("1", 28)],
  ["161803398.87499", "161803398.87499"],
  ["3.1415926536", "3.1415926536"],
  ["2.7182818285", "2.7182818285"],
  ["0.0000000001", "0.0000000001"],
  [`0.0005${repeated("0", 20)}`, "0.0005"],
  ["+0.0", "0.0"],
  ["0.0", "0.0"],
  ["0", "0.0"],
  ["-0", "0.0"],
  ["42", "42.0"],
  [`-0.0005${repeated("0", 20)}`, "-0.0005"],
  ["-0.0000000001", "-0.0000000001"],
  ["-2.7182818285", "-2.7182818285"],
  ["-3.1415926536", "-3.1415926536"],
  ["-161803398.87499", "-161803398.87499"],
  [`-${repeated("0", 20)}${repeated("1", 28)}`, `-${repeated("1", 28)}`],
  [`-${repeated("9", 28)}.${repeated("9", 10)}`, `-${repeated("9", 28)}.${repeated("9", 10)}`],
] as const;

const noNumerics = [
  "pi",
  "0x11",
  "1E10",
  "2.",
  "1L",
  "+-1",
  repeated("1", 29),
  `-${repeated("1", 29)}`,
  `+${repeated("1", 29)}`,
  `0.${repeated("0", 10)}1`,
  `42${repeated("0", 24)}2019`,
];

/** Number of digits of a text that would take too long to parse as a number. */
const many = 200_000;
const decimal = atScale(10, "1");

export const conversionGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "convert numerics to Int64",
    rows: [
      ...allGive("NUMERIC_TO_INT64", overflow, [at(0, min - 1n), at(17, max + 1n), tenTo(22, 13)]),
      ...rowsOf("NUMERIC_TO_INT64", [
        [at(3, min - 1n, 1n), String(min)],
        [at(7, min), String(min)],
        [at(11, max), String(max)],
        [at(13, max + 1n, -1n), String(max)],
      ]),
      ...truncated.flatMap(([number, whole]) =>
        rowsOf("NUMERIC_TO_INT64", [
          [number, String(whole)],
          [`-${number}`, whole === 0 ? "0" : `-${whole}`],
        ]),
      ),
    ],
  },
  {
    title: "convert Int64 to numerics",
    rows: rowsOf(
      "INT64_TO_NUMERIC",
      [167, 11, 2, 1, 0, -1, -2, -13, -113].map((each) => [
        `${decimal} ${each}`,
        atScale(10, String(each)),
      ]),
    ),
  },
  {
    title: "limit times to the years 1 to 9999",
    rows: [
      ...allGive(
        "UNIX_MICROSECONDS_TO_TIMESTAMP",
        overflow,
        [min, -62135596800000001n, 253402300800000000n, max].map(String),
      ),
      ...instantMicros.flatMap(([written, micros]) => [
        ...rowsOf("UNIX_MICROSECONDS_TO_TIMESTAMP", [[String(micros), written]]),
        ...rowsOf("TIMESTAMP_TO_UNIX_MICROSECONDS", [[written, String(micros)]]),
        ...rowsOf("EQUAL", [[`(UNIX_MICROSECONDS_TO_TIMESTAMP ${micros}) ${written}`, "True"]]),
      ]),
    ],
  },
  {
    title: "limit dates to the years 1 to 9999",
    rows: [
      ...allGive(
        "UNIX_DAYS_TO_DATE",
        overflow,
        [min, -(2n ** 31n), -719163n, 2932897n, max].map(String),
      ),
      ...rowsOf("UNIX_DAYS_TO_DATE", [
        ["-719162", "0001-01-01"],
        ["2932896", "9999-12-31"],
      ]),
      ...dateDays.flatMap(([written, days]) => [
        ...rowsOf("DATE_TO_UNIX_DAYS", [[written, String(days)]]),
        ...rowsOf("UNIX_DAYS_TO_DATE", [[String(days), written]]),
        ...rowsOf("EQUAL", [[`(UNIX_DAYS_TO_DATE ${days}) ${written}`, "True"]]),
      ]),
      ...rowsOf("DATE_TO_TEXT", [["1879-03-14", '"1879-03-14"']]),
    ],
  },
  {
    title: "compare times and dates",
    rows: [...compared(instants), ...compared(["1969-07-21", "1970-01-01", "2001-01-01"])],
  },
  {
    title: "read parties",
    rows: rowsOf("TEXT_TO_PARTY", [
      ['"alice"', "Some 'alice'"],
      ['"bad%char"', "None"],
      [quoted(repeated("p", 255)), `Some '${repeated("p", 255)}'`],
      [quoted(repeated("p", 256)), "None"],
      ['"p"', "Some 'p'"],
      ['""', "None"],
    ]),
  },
  {
    title: "read Int64",
    rows: [
      ...rowsOf("TEXT_TO_INT64", [
        ...integers.map((each) => [quoted(each), `Some ${BigInt(each.replace("+", ""))}`] as const),
        [quoted(repeated("1", many)), "None"],
        [quoted(`${repeated("0", many)}1`), "Some 1"],
      ]),
      ...allGive("TEXT_TO_INT64", "None", noIntegers.map(quoted)),
    ],
  },
  {
    title: "read numerics",
    rows: [
      ...rowsOf(`TEXT_TO_NUMERIC ${decimal}`, [
        ...numerics.map(([each, read]) => [quoted(each), `Some ${atScale(10, read)}`] as const),
        [quoted(repeated("1", many)), "None"],
        [quoted(`1.${repeated("0", many)}`), `Some ${atScale(10, "1")}`],
        [quoted(`${repeated("0", many)}1.0`), `Some ${atScale(10, "1")}`],
        [quoted(`+${repeated("0", many)}2.0`), `Some ${atScale(10, "2")}`],
        [quoted(`-${repeated("0", many)}3.0`), `Some ${atScale(10, "-3")}`],
      ]),
      ...allGive(`TEXT_TO_NUMERIC ${decimal}`, "None", noNumerics.map(quoted)),
    ],
  },
];
