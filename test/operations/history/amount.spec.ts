import { expect } from "chai";
import fc from "fast-check";

import {
  amountAsOfRoundZero,
  amountText,
  divideAmounts,
  multiplyAmounts,
  oneCoin,
  readAmount,
  splitFee,
} from "../../../lib/history.ts";

const amounts = fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n });
const ratios = fc.bigInt({ min: 0n, max: oneCoin });

describe("coin amounts", () => {
  it("print ten digits after the point and no sign on zero", () => {
    expect(amountText(0n)).to.equal("0.0000000000");
    expect(amountText(1n)).to.equal("0.0000000001");
    expect(amountText(-12_804_923_896_400n)).to.equal("-1280.4923896400");
    expect(amountText(400_000_000_000_000_000_000n)).to.equal("40000000000.0000000000");
  });

  it("parse to the same amount after printing", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(readAmount(amountText(amount))).to.equal(amount);
        expect(amountText(amount)).to.match(/^-?\d+\.\d{10}$/);
      }),
    );
  });

  it("refuse texts that are not decimals", () => {
    for (const json of [1, "1e3", "", ".5", "1.00000000001", "9".repeat(29), null, "١"]) {
      expect(() => readAmount(json))
        .to.throw()
        .with.property("code", "INVALID_ARGUMENT");
    }
  });

  it("round products and quotients half-even at ten digits", () => {
    const half = oneCoin / 2n;
    expect([1n, 3n, -1n, -3n].map((amount) => multiplyAmounts(amount, half))).to.deep.equal([
      0n,
      2n,
      0n,
      -2n,
    ]);
    expect(divideAmounts(oneCoin, 3n * oneCoin)).to.equal(3_333_333_333n);
    expect(divideAmounts(-2n * oneCoin, 3n * oneCoin)).to.equal(-6_666_666_667n);
  });

  it("split a fee into parts that differ from the exact value by at most one unit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), ratios, (fee, ratio) => {
        const { sender, receiver } = splitFee(fee, ratio);
        const rest = fee - sender - receiver;
        expect(rest >= -1n && rest <= 1n).to.equal(true);
      }),
    );
    expect(splitFee(110_000_000_001n, oneCoin / 2n)).to.deep.equal({
      sender: 55_000_000_000n,
      receiver: 55_000_000_000n,
    });
  });

  it("include the holding fee of a coin since round 0", () => {
    const coin = { amount: 10_000n * oneCoin, createdRound: 12n, ratePerRound: 38_051_800n };
    expect(amountText(amountAsOfRoundZero(coin))).to.equal("10000.0456621600");
  });
});
