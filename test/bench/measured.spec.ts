import { expect } from "chai";

import { summaryOf } from "../../bench/runner/measured.ts";

describe("what a bench measured", () => {
  it("is told as the median, with the quartiles as far from one end as from the other", () => {
    const samples = [9, 1, 8, 2, 7, 3, 6, 4, 5];
    expect(summaryOf(samples)).to.deep.equal({ median: 5, spread: { low: 3, high: 7 }, samples });
  });

  it("has no spread when it was measured once", () => {
    expect(summaryOf([4.5])).to.deep.equal({
      median: 4.5,
      spread: { low: 4.5, high: 4.5 },
      samples: [4.5],
    });
  });

  it("is written with six digits, which is more than a clock tells", () => {
    expect(summaryOf([1234.56789, 0.000123456789]).samples).to.deep.equal([1234.57, 0.000123457]);
  });
});
