import { expect } from "chai";

import { compareFigureSamples } from "../../bench/runner/compare.ts";
import { judgeRatios } from "../../bench/runner/judge.ts";
import { summarizeSamples } from "../../bench/runner/measured.ts";
import { computeRatio, minRounds, toRatioVerdict } from "../../bench/runner/ratio.ts";

/** Judges one kind of work. Each ratio was measured in a separate process. */
const judged = (...ratios: readonly number[]) => judgeRatios(ratios.map((work) => ({ work })))[0];

describe("judge of a build", () => {
  it("accepts a slowdown of 10 %, and a larger one of up to three times the spread", () => {
    expect(judged(1.09, 1.08, 1.1, 1.09, 1.1)).to.include({ ratio: 1.09, isWorse: false });
    expect(judged(1.2, 1.05, 1.3, 1.12, 1.3)?.isWorse).to.equal(false);
  });

  it("reports a slowdown of more than 10 % and more than three times the spread", () => {
    const found = judged(1.2, 1.19, 1.21, 1.2, 1.22);
    expect(found?.isWorse).to.equal(true);
    expect(found?.limit).to.equal(1.1);
    expect(judged(1.5, 1.4, 1.6, 1.5, 1.5)).to.include({ isWorse: true });
  });

  it("never reports faster work as worse", () => {
    expect(judged(0.5, 0.5, 0.5, 0.5, 0.5)?.isWorse).to.equal(false);
  });

  it("judges each kind of work separately", () => {
    const processes = Array.from({ length: 5 }, () => ({ one: 1, other: 2 }));
    expect(judgeRatios(processes).map(({ name, isWorse }) => [name, isWorse])).to.deep.equal([
      ["one", false],
      ["other", true],
    ]);
  });
});

describe("measured figure", () => {
  it("is the median of the samples, and its spread is from the lower to the upper quartile", () => {
    const samples = [9, 1, 8, 2, 7, 3, 6, 4, 5];
    expect(summarizeSamples(samples)).to.deep.equal({
      median: 5,
      spread: { low: 3, high: 7 },
      samples,
    });
  });

  it("has no spread after one measurement", () => {
    expect(summarizeSamples([4.5])).to.deep.equal({
      median: 4.5,
      spread: { low: 4.5, high: 4.5 },
      samples: [4.5],
    });
  });

  it("is written with six digits", () => {
    expect(summarizeSamples([1234.56789, 0.000123456789]).samples).to.deep.equal([
      1234.57, 0.000123457,
    ]);
  });
});

describe("ratio of two builds", () => {
  it("has an interval from the smallest to the largest sample if there are few rounds", () => {
    const { median, low, high, coverage } = computeRatio([1.2, 0.9, 1.1, 1, 1.3]);
    expect([median, low, high]).to.deep.equal([1.1, 0.9, 1.3]);
    expect(coverage).to.equal(1 - 2 / 2 ** minRounds);
  });

  it("has an interval that excludes the true median in less than 10 % of the cases", () => {
    const eleven = Array.from({ length: 11 }, (_, round) => round + 1);
    const { low, high, coverage } = computeRatio(eleven);
    expect([low, high]).to.deep.equal([3, 9]);
    // Of the 2048 outcomes of eleven coin tosses, 67 have fewer than three heads.
    expect(coverage).to.be.closeTo(1 - (2 * 67) / 2048, 1e-12);
  });

  it("is better or worse if its whole interval is above 1 or below it", () => {
    const above = computeRatio([1.01, 1.2, 1.1, 1.3, 1.1]);
    const below = computeRatio([0.8, 0.9, 0.99, 0.7, 0.9]);
    const across = computeRatio([0.99, 1.2, 1.1, 1.3, 1.1]);
    expect(toRatioVerdict(above, "lower")).to.equal("worse");
    expect(toRatioVerdict(above, "higher")).to.equal("better");
    expect(toRatioVerdict(below, "lower")).to.equal("better");
    expect(toRatioVerdict(below, "higher")).to.equal("worse");
    expect(toRatioVerdict(across, "lower")).to.equal("same");
  });

  it("compares the builds round by round, and is absent if one has no figure", () => {
    const figure = {
      bench: "one",
      title: "One",
      name: "cost",
      unit: "ms",
      better: "lower",
      isRatio: false,
    } as const;
    const both = compareFigureSamples(figure, [2, 4, 6, 8, 10], [1, 2, 3, 4, 5]);
    expect(both.ratio?.samples).to.deep.equal([2, 2, 2, 2, 2]);
    expect(both.verdict).to.equal("worse");
    for (const theirs of [[], [1, 2, undefined, 4, 5], [0, 0, 0, 0, 0]]) {
      const alone = compareFigureSamples(figure, [2, 4, 6, 8, 10], theirs);
      expect(alone).to.not.have.property("ratio");
      expect(alone).to.not.have.property("verdict");
    }
  });
});
