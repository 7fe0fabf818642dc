import { deepStrictEqual, notDeepStrictEqual } from "node:assert/strict";
import { inspect } from "node:util";

import { expect } from "chai";
import fc from "fast-check";

import { ContractException, Decimal } from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import { runs } from "../../../support/properties.ts";

const arithmeticErrorOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof ContractException) return `${error.type} ${error.message}`;
    throw error;
  }
  return expect.fail("nothing was thrown");
};

describe("Decimal", () => {
  const results: readonly (readonly [string, Decimal, string])[] = [
    ["adds exactly", Decimal.of("0.1").plus("0.2"), "0.3"],
    ["subtracts exactly", Decimal.of("1").minus("0.9"), "0.1"],
    ["multiplies, half to even: down", Decimal.of("0.05", 2).times("0.5"), "0.02"],
    ["multiplies, half to even: up", Decimal.of("0.15", 2).times("0.5"), "0.08"],
    ["divides, rounding to its scale", Decimal.of("1", 4).dividedBy(3), "0.3333"],
    ["divides negative numbers", Decimal.of("-1", 4).dividedBy(3), "-0.3333"],
    ["negates", Decimal.of("1.5").negated(), "-1.5"],
    ["takes the absolute", Decimal.of("-1.5").absolute(), "1.5"],
    ["rounds to digits, half to even", Decimal.of("2.5").roundedTo(0), "2.0"],
    ["rounds to tens", Decimal.of("25").roundedTo(-1), "20.0"],
    ["changes its scale", Decimal.of("2.50").toScale(1), "2.5"],
    ["holds 38 digits", Decimal.of(10n ** 38n - 1n, 0).plus(0), `${"9".repeat(38)}.0`],
  ];
  for (const [title, actual, expected] of results) {
    it(`${title}: ${expected}`, () => {
      expect(actual.toString()).to.equal(expected);
    });
  }

  it("differs from other numbers for the deep equality of test libraries, and is printed", () => {
    expect(Decimal.of("4")).to.deep.equal(Decimal.of("4.0"));
    expect(Decimal.of("4")).to.not.deep.equal(Decimal.of("10"));
    deepStrictEqual(Decimal.of("4"), Decimal.of("4.0"));
    notDeepStrictEqual([Decimal.of("4")], [Decimal.of("10")]);
    expect(inspect({ amount: Decimal.of("4") })).to.equal("{ amount: Decimal 4.0 }");
  });

  it("throws a catchable arithmetic exception if there is no result", () => {
    const type = "DA.Exception.ArithmeticError:ArithmeticError";
    const largest = Decimal.of(10n ** 28n - 1n);
    expect(arithmeticErrorOf(() => largest.plus(1))).to.match(new RegExp(`^${type} .*ADD_NUMERIC`));
    expect(arithmeticErrorOf(() => largest.negated().minus(1))).to.include("SUB_NUMERIC");
    expect(arithmeticErrorOf(() => largest.times(10))).to.include("MUL_NUMERIC");
    expect(arithmeticErrorOf(() => largest.dividedBy("0.1"))).to.include("DIV_NUMERIC");
    expect(arithmeticErrorOf(() => Decimal.of(1).dividedBy(0))).to.include("(DIV_NUMERIC 1.0 0.0)");
    expect(arithmeticErrorOf(() => Decimal.of("0.15").toScale(1))).to.include("CAST_NUMERIC");
    expect(arithmeticErrorOf(() => Decimal.of(1).roundedTo(11))).to.include("ROUND_NUMERIC");
  });

  it("compares numbers of any scale", () => {
    const number = Decimal.of("1.50", 2);
    expect(number.equals("1.5")).to.equal(true);
    expect(number.equals(Decimal.of("1.5", 10))).to.equal(true);
    expect(number.compareTo(2n)).to.equal(-1);
    expect([number.isLessThan(2), number.isAtMost(1.5), number.isGreaterThan(1.5)]).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect([number.isAtLeast("1.5000000001"), number.isAtLeast(1)]).to.deep.equal([false, true]);
  });

  it("returns its sign", () => {
    const signs = ["-0.1", "0", "0.1"].map((text) => {
      const number = Decimal.of(text);
      return [number.isNegative(), number.isZero(), number.isPositive()].indexOf(true);
    });
    expect(signs).to.deep.equal([0, 1, 2]);
  });

  it("truncates toward zero", () => {
    expect(Decimal.of("1.9").truncated()).to.equal(1n);
    expect(Decimal.of("-1.9").truncated()).to.equal(-1n);
  });

  it("prints without trailing zeros as text, and with all of them in JSON", () => {
    expect(["1", "-0.50", "100", "0"].map((text) => Decimal.of(text).toString())).to.deep.equal([
      "1.0",
      "-0.5",
      "100.0",
      "0.0",
    ]);
    expect(Decimal.of(7n, 0).toString()).to.equal("7.0");
    expect(JSON.stringify([Decimal.of("1.5", 3)])).to.equal('["1.500"]');
  });

  it("refuses texts that are not decimal numbers", () => {
    for (const input of ["", "ten", "1e3", "0.12345678901", Number.NaN, Infinity]) {
      expect(errorOf(() => Decimal.of(input)).code, String(input)).to.equal("INVALID_ARGUMENT");
    }
    expect(errorOf(() => Decimal.of(1).compareTo("ten")).code).to.equal("INVALID_ARGUMENT");
  });

  it("agrees with computation on integers", () => {
    const number = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    const decimal = (units: bigint) => Decimal.of(units, 10).times("0.0001");
    fc.assert(
      fc.property(number, number, (left, right) => {
        expect(
          decimal(left)
            .plus(decimal(right))
            .equals(decimal(left + right)),
        ).to.equal(true);
        expect(
          decimal(left)
            .minus(decimal(right))
            .equals(decimal(left - right)),
        ).to.equal(true);
        expect(decimal(left).compareTo(decimal(right))).to.equal(
          left < right ? -1 : left > right ? 1 : 0,
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
