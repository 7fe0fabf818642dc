import {
  formatNumeric,
  parseCanonicalNumeric,
  parseNumeric,
} from "../../../../lib/base/values/numeric.ts";
import { atScale, digits } from "./decimal-digits.ts";
import { allGive, computed, rowsOf, type ValueRow, type ValueTable } from "./value-table.ts";

const overflow = "throws ArithmeticError";
const nines = (count: number): string => "9".repeat(count);
const zeros = (count: number): string => "0".repeat(count);
const most37 = `9.${nines(37)}`;
const least37 = `0.${zeros(36)}1`;

/** Returns rows of a builtin whose result has the scale of its scale argument. */
const scaled = (
  name: string,
  rows: readonly (readonly [scale: number, left: string, right: string, gives: string])[],
): readonly ValueRow[] =>
  rowsOf(
    name,
    rows.map(([scale, left, right, gives]) => [`${atScale(scale, "1")} ${left} ${right}`, gives]),
  );

/**
 * Returns rows that parse a number at a scale. The result is the number at this scale, or `none` if it cannot
 * be represented.
 */
const atScaleRows = (
  rows: readonly (readonly [scale: number, number: string])[],
  gives?: string,
): readonly ValueRow[] =>
  rows.map(([scale, number]) =>
    computed(
      `${number} at scale ${scale}`,
      () => {
        const value = parseNumeric(number, scale);
        return value === undefined ? "none" : formatNumeric(value);
      },
      gives ?? atScale(scale, number),
    ),
  );

const literalRows = (literals: readonly string[], gives: (literal: string) => string) =>
  literals.map((literal) =>
    computed(
      `literal ${literal}`,
      () => {
        const value = parseCanonicalNumeric(literal);
        return value === undefined ? "none" : formatNumeric(value);
      },
      gives(literal),
    ),
  );

const comparedLists = [
  [most37, least37, `0.${zeros(37)}`, `-${least37}`, `-${most37}`],
  [
    `${nines(38)}.`,
    `${"5".repeat(38)}.`,
    `${"4".repeat(38)}.`,
    "1.",
    "0.",
    `-${"3".repeat(38)}.`,
    `-${"8".repeat(38)}.`,
  ],
  ["1.000000", "1.000001", "0.999999", "3.141517", "-9999.999999"],
];

const truth = (holds: boolean): string => (holds ? "True" : "False");

export const numericsTable: ValueTable = {
  suite: "data-tests/…/data/NumericSpec",
  about: "numerics",
  groups: [
    {
      title: "are read only if they fit the scale",
      rows: [
        ...atScaleRows([
          [0, `${nines(38)}.`],
          [0, "-1."],
          [0, `-${nines(38)}.`],
          [5, "1.00000"],
          [7, "0."],
          [1, "0.0000"],
          [10, "10.01234567890000000"],
          [10, `${nines(28)}.${nines(10)}`],
          [36, `0.${zeros(35)}1`],
          [37, most37],
          [37, "9.0000000000000000000016180339887499677"],
          [37, `-${most37}`],
        ]),
        ...atScaleRows(
          [
            [0, `1${zeros(38)}.`],
            [0, `-1${zeros(38)}.`],
            [17, "10000000000000000000000.0000000000000000"],
            [3, "8284590452353602874713526624977572470."],
            [37, `10.${zeros(37)}`],
            [37, `-10.${zeros(36)}1`],
            [0, "0.1"],
            [0, "-0.1"],
            [17, "10000000000000000.000000000000000001"],
            [3, "0.82845"],
            [37, `0.${zeros(40)}100`],
            [37, `-0.${zeros(37)}1`],
          ],
          "none",
        ),
      ],
    },
    {
      title: "add",
      rows: [
        ...allGive("ADD_NUMERIC", overflow, [
          `${nines(38)}. 1.`,
          `-1. -${nines(38)}.`,
          `${most37} ${least37}`,
          `-${most37} -${least37}`,
          `${nines(22)}.${zeros(16)} 1.${zeros(16)}`,
          "5678901234567890.1234567890123456789012 5678901234567890.1234567890123456789012",
        ]),
        ...rowsOf("ADD_NUMERIC", [
          ["1.0 1.0", "2.0"],
          ["0.00000 0.00000", "0.00000"],
          [`${most37} -${least37}`, `9.${nines(36)}8`],
          [
            "3.1415926535897932384626433832795028842 2.7182818284590452353602874713526624978",
            "5.8598744820488384738229308546321653820",
          ],
          ["161803398.8749900000 -161803398.8749900000", "0.0000000000"],
          [`${"5".repeat(38)}. ${"4".repeat(38)}.`, `${nines(38)}.`],
        ]),
      ],
    },
    {
      title: "subtract",
      rows: [
        ...allGive("SUB_NUMERIC", overflow, [
          `-${nines(38)}. 1.`,
          `-1. ${nines(38)}.`,
          `${most37} -${least37}`,
          `${nines(22)}.${zeros(16)} -1.${zeros(16)}`,
          "567890123456789012345.67890123456789012 -567890123456789012345.67890123456789012",
        ]),
        ...rowsOf("SUB_NUMERIC", [
          ["1.0 1.0", "0.0"],
          ["0.00000 0.00000", "0.00000"],
          [`${most37} ${least37}`, `9.${nines(36)}8`],
          [
            "3.1415926535897932384626433832795028842 2.7182818284590452353602874713526624978",
            "0.4233108251307480031023559119268403864",
          ],
          ["161803398.8749900000 161803398.8749900000", "0.0000000000"],
          [`${"5".repeat(38)}. ${"4".repeat(38)}.`, `${"1".repeat(38)}.`],
        ]),
      ],
    },
    {
      title: "multiply",
      rows: [
        ...scaled("MUL_NUMERIC", [
          [0, `1${zeros(19)}.`, `1${zeros(19)}.`, overflow],
          [1, `1${zeros(19)}.0`, `-1${zeros(18)}.0`, overflow],
          [2, `-1${zeros(18)}.00`, `1${zeros(18)}.00`, overflow],
          [3, `-1${zeros(17)}.000`, `-1${zeros(18)}.000`, overflow],
          [36, `10.${zeros(36)}`, `10.${zeros(36)}`, overflow],
          [14, "5678901234567890.12345678901234", "-5678901234567890.12345678901234", overflow],
          [0, `1${zeros(19)}.`, `1${zeros(18)}.`, `1${zeros(37)}.`],
          [5, "0.00000", "0.00000", "0.00000"],
          [37, `0.${zeros(18)}1${zeros(18)}`, `0.${zeros(17)}1${zeros(19)}`, least37],
          [36, `1.${zeros(36)}`, `-0.${zeros(35)}1`, `-0.${zeros(35)}1`],
          [18, `-1${zeros(18)}.${zeros(18)}`, `0.${zeros(17)}1`, `-1.${zeros(18)}`],
          [
            36,
            "3.141592653589793238462643383279502884",
            "2.718281828459045235360287471352662498",
            "8.539734222673567065463550869546574495",
          ],
          [1, "0.5", "0.1", "0.0"],
          [2, "0.15", "0.10", "0.02"],
          [3, "1.006", "0.100", "0.101"],
          [4, "2.1003", "0.1000", "0.2100"],
          [
            0,
            "5555555555555555555.",
            "4444444444444444444.",
            "24691358024691358019753086419753086420.",
          ],
        ]),
      ],
    },
    {
      title: "divide",
      rows: [
        ...scaled("DIV_NUMERIC", [
          [10, `1${zeros(18)}.${zeros(10)}`, `0.${zeros(9)}1`, overflow],
          [1, `-1${zeros(36)}.0`, "0.1", overflow],
          [37, `1.${zeros(36)}`, `-0.1${zeros(36)}`, overflow],
          [14, "5678901234567890.12345678901234", "-0.00000000001234", overflow],
          [10, `1${zeros(17)}.${zeros(10)}`, `0.${zeros(9)}1`, `1${zeros(27)}.${zeros(10)}`],
          [5, "0.00000", "1.00000", "0.00000"],
          [37, `0.${zeros(18)}1${zeros(18)}`, `-0.${zeros(17)}1${zeros(19)}`, `-0.1${zeros(36)}`],
          [36, `0.${zeros(35)}1`, `-0.1${zeros(34)}1`, `-0.${zeros(34)}10`],
          [18, `1.${zeros(18)}`, `-0.${zeros(17)}1`, `-1${zeros(18)}.${zeros(18)}`],
          [
            36,
            "3.141592653589793238462643383279502884",
            "2.718281828459045235360287471352662498",
            "1.155727349790921717910093183312696299",
          ],
          [1, "1.0", "4.0", "0.2"],
          [1, "6.0", "8.0", "0.8"],
          [3, "1.006", "10.000", "0.101"],
          [4, "2.1003", "10.0000", "0.2100"],
          [
            19,
            "5555555555555555555.5555555555555555555",
            "4343434343434343434.4343434343434343434",
            "1.2790697674418604651",
          ],
        ]),
      ],
    },
    {
      title: "round, and fail if the result has too many digits",
      rows: [
        ...allGive("ROUND_NUMERIC", overflow, [
          `36 ${most37}`,
          `1 ${nines(32)}.950000`,
          `-38 5${zeros(37)}.`,
          `35 -9.${nines(36)}6`,
          `-9 -${nines(20)}50000000.${zeros(10)}`,
          `0 -${nines(20)}.678900000000000000`,
        ]),
        ...rowsOf("ROUND_NUMERIC", [["0 1.5", "2.0"]]),
      ],
    },
    {
      title: "are converted to Int64 without their fraction",
      rows: [
        ...allGive("NUMERIC_TO_INT64", overflow, [
          "9223372036854775808.",
          "9223372036854775808.000",
          `9223372036854775808.${zeros(18)}`,
          "-9223372036854775809.",
          "-9223372036854775809.000",
          `-9223372036854775809.${zeros(18)}`,
          `${nines(38)}.`,
          `${nines(24)}.${nines(14)}`,
          `-${"8".repeat(38)}.`,
          `-${nines(28)}.${nines(9)}`,
          `1${zeros(19)}.000000`,
          `-1${zeros(19)}.00000000`,
        ]),
        ...rowsOf("NUMERIC_TO_INT64", [
          ["1.0", "1"],
          ["0.00000000", "0"],
          ["0.00000001", "0"],
          ["-0.000000000001", "0"],
          ["2.5", "2"],
          ["-2.5", "-2"],
          ["5678901234567890.12345678901234", "5678901234567890"],
          ["9223372036854775807.", "9223372036854775807"],
          ["9223372036854775807.001", "9223372036854775807"],
          [`9223372036854775807.${"5".repeat(18)}`, "9223372036854775807"],
          [`9223372036854775807.${nines(18)}`, "9223372036854775807"],
          ["-9223372036854775808.", "-9223372036854775808"],
          ["-9223372036854775808.00001", "-9223372036854775808"],
          [`-9223372036854775808.${"4".repeat(11)}`, "-9223372036854775808"],
          [`-9223372036854775808.${nines(18)}`, "-9223372036854775808"],
        ]),
      ],
    },
    {
      title: "are ordered by value",
      rows: comparedLists.flatMap((numbers) =>
        numbers.flatMap((left) =>
          numbers.flatMap((right) => {
            const [a, b] = [digits(left).unscaled, digits(right).unscaled];
            return [
              ...rowsOf("LESS", [[`${left} ${right}`, truth(a < b)]]),
              ...rowsOf("EQUAL", [[`${left} ${right}`, truth(a === b)]]),
            ];
          }),
        ),
      ),
    },
    {
      title: "have one canonical text each",
      rows: [
        ...literalRows(
          [
            `${nines(39)}.`,
            "82845904523536028.7471352662497757247012",
            "0.31415926535897932384626433832795028842",
            "1E10",
            "00.0",
            "+0.1",
            "1..0",
            ".4",
            "--1.1",
            "2.1.0",
          ],
          () => "none",
        ),
        ...literalRows(
          [
            "1.0",
            `${nines(38)}.`,
            "82845904523536028.747135266249775724701",
            "0.3141592653589793238462643383279502884",
            "0.0",
            "-0.1",
            "9876543210.0123456789",
            `-${most37}`,
            `-${least37}`,
          ],
          (literal) => literal,
        ),
      ],
    },
  ],
  leftOut: [
    { cases: 1, what: "the list of scales", why: "a constant, not a behaviour" },
    {
      cases: 9,
      what: "roundings with a result that fits",
      why: "the suite skips them; the rows of the topic builtins cover rounding",
    },
    {
      cases: 18,
      what: "canonical texts read at each of the 38 scales",
      why: "the engine takes the scale from the text",
    },
  ],
};
