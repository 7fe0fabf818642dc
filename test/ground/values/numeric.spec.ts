import { expect } from "chai";
import fc from "fast-check";

import { numeric } from "../../../lib/ground/values/constructors.ts";
import {
  addNumeric,
  castNumeric,
  compareNumeric,
  divideNumeric,
  formatNumeric,
  multiplyNumeric,
  negateNumeric,
  parseNumeric,
  roundedQuotient,
  roundNumeric,
  subtractNumeric,
} from "../../../lib/ground/values/numeric.ts";
import type { NumericValue } from "../../../lib/store.ts";

const decimal = (written: string, scale = 10): NumericValue =>
  parseNumeric(written, scale) ?? expect.fail(`${written} is a number`);

const shown = (value: NumericValue | undefined): string =>
  value === undefined ? "none" : formatNumeric(value);

const nines = "9".repeat(38);

describe("parseNumeric", () => {
  const accepted: readonly (readonly [string, number, string])[] = [
    ["1", 10, "1.0000000000"],
    ["1.", 0, "1."],
    ["+1.5", 1, "1.5"],
    ["-0.5", 2, "-0.50"],
    ["-0", 2, "0.00"],
    ["00012.30", 1, "12.3"],
    ["1.5000", 1, "1.5"],
    [nines, 0, `${nines}.`],
    [`0.${"0".repeat(36)}1`, 37, `0.${"0".repeat(36)}1`],
    ["9." + "9".repeat(37), 37, "9." + "9".repeat(37)],
  ];
  for (const [written, scale, expected] of accepted) {
    it(`reads ${written} at scale ${scale}`, () => {
      expect(shown(parseNumeric(written, scale))).to.equal(expected);
    });
  }

  const refused: readonly (readonly [string, number])[] = [
    ["", 10],
    [".5", 10],
    ["1e3", 10],
    ["1,5", 10],
    ["0x10", 10],
    [" 1", 10],
    ["1\n", 10],
    ["--1", 10],
    ["NaN", 10],
    ["١", 10],
    ["1.05", 1],
    ["10", 37],
    [nines, 1],
    ["1".repeat(39), 0],
    ["1." + "0".repeat(38), 10],
  ];
  for (const [written, scale] of refused) {
    it(`refuses ${JSON.stringify(written)} at scale ${scale}`, () => {
      expect(parseNumeric(written, scale)).to.equal(undefined);
    });
  }
});

describe("arithmetic of Numeric", () => {
  const binary: readonly (readonly [string, NumericValue | undefined, string])[] = [
    ["adds", addNumeric(decimal("0.1"), decimal("0.2")), "0.3000000000"],
    [
      "adds up to the limit",
      addNumeric(decimal(nines, 0), decimal("-1", 0)),
      `${"9".repeat(37)}8.`,
    ],
    ["refuses a sum beyond the limit", addNumeric(decimal(nines, 0), decimal("1", 0)), "none"],
    ["subtracts", subtractNumeric(decimal("0.1"), decimal("0.2")), "-0.1000000000"],
    [
      "refuses a difference beyond the limit",
      subtractNumeric(decimal(`-${nines}`, 0), decimal("1", 0)),
      "none",
    ],
    ["negates", negateNumeric(decimal("2.5", 1)), "-2.5"],
    ["multiplies exactly", multiplyNumeric(decimal("1.5", 1), decimal("1.5", 1), 2), "2.25"],
    [
      "rounds a product half to even, down",
      multiplyNumeric(decimal("0.5", 1), decimal("0.5", 1)),
      "0.2",
    ],
    [
      "rounds a product half to even, up",
      multiplyNumeric(decimal("1.5", 1), decimal("0.5", 1)),
      "0.8",
    ],
    ["rounds a negative product", multiplyNumeric(decimal("-1.5", 1), decimal("0.5", 1)), "-0.8"],
    [
      "multiplies into a larger scale",
      multiplyNumeric(decimal("2", 0), decimal("3", 0), 5),
      "6.00000",
    ],
    [
      "refuses a product beyond the limit",
      multiplyNumeric(decimal(nines, 0), decimal("2", 0)),
      "none",
    ],
    ["divides", divideNumeric(decimal("1"), decimal("3")), "0.3333333333"],
    ["rounds a quotient up", divideNumeric(decimal("2"), decimal("3")), "0.6666666667"],
    ["rounds a quotient half to even", divideNumeric(decimal("1", 0), decimal("8", 0), 2), "0.12"],
    ["divides to a smaller scale", divideNumeric(decimal("7.77", 2), decimal("2", 0), 0), "4."],
    ["divides by a negative", divideNumeric(decimal("1"), decimal("-3")), "-0.3333333333"],
    ["refuses to divide by zero", divideNumeric(decimal("1"), decimal("0")), "none"],
    [
      "refuses a quotient beyond the limit",
      divideNumeric(decimal(nines, 0), decimal("0.1", 1)),
      "none",
    ],
    ["rounds to fewer digits", roundNumeric(decimal("2.345", 3), 2), "2.340"],
    ["rounds to tens", roundNumeric(decimal("-25.0", 1), -1), "-20.0"],
    ["refuses to round to more digits than there are", roundNumeric(decimal("1", 1), 2), "none"],
    ["refuses to round all digits away", roundNumeric(decimal("1", 1), -37), "none"],
    ["refuses to round up beyond the limit", roundNumeric(decimal(nines, 0), -1), "none"],
    ["casts to a larger scale", castNumeric(decimal("1.5", 1), 3), "1.500"],
    ["casts to a smaller scale", castNumeric(decimal("1.500", 3), 1), "1.5"],
    ["refuses a cast that loses digits", castNumeric(decimal("1.55", 2), 1), "none"],
    ["refuses a cast beyond the limit", castNumeric(decimal(nines, 0), 1), "none"],
  ];
  for (const [title, result, expected] of binary) {
    it(title, () => expect(shown(result)).to.equal(expected));
  }

  it("compares numbers of different scales", () => {
    expect(compareNumeric(decimal("1.5", 1), decimal("1.50", 2))).to.equal(0);
    expect(compareNumeric(decimal("-1.51", 2), decimal("-1.5", 1))).to.equal(-1);
    expect(compareNumeric(decimal("2", 0), decimal("1.9", 37))).to.equal(1);
  });

  it("never rounds by more than half a unit, and to even when halfway", () => {
    const integer = fc.bigInt(-(10n ** 20n), 10n ** 20n);
    fc.assert(
      fc.property(integer, integer, (numerator, denominator) => {
        fc.pre(denominator !== 0n);
        const quotient = roundedQuotient(numerator, denominator);
        const error = 2n * (quotient * denominator - numerator);
        const size = error < 0n ? -error : error;
        const unit = denominator < 0n ? -denominator : denominator;
        expect(size <= unit).to.equal(true);
        if (size === unit) expect(quotient % 2n).to.equal(0n);
      }),
    );
  });

  it("reads what it prints, at every scale", () => {
    const unscaled = fc.bigInt(1n - 10n ** 38n, 10n ** 38n - 1n);
    fc.assert(
      fc.property(fc.nat(37), unscaled, (scale, digits) => {
        const value = numeric(scale, digits);
        expect(parseNumeric(formatNumeric(value), scale)).to.deep.equal(value);
      }),
    );
  });
});
