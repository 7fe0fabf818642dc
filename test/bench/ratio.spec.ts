import { expect } from "chai";

import { comparedFigure } from "../../bench/runner/compare.ts";
import { leastRounds, ratioOf, verdictOf } from "../../bench/runner/ratio.ts";

describe("the ratio of two builds", () => {
  it("has all rounds in its interval where there are few", () => {
    const { median, low, high, coverage } = ratioOf([1.2, 0.9, 1.1, 1, 1.3]);
    expect([median, low, high]).to.deep.equal([1.1, 0.9, 1.3]);
    expect(coverage).to.equal(1 - 2 / 2 ** leastRounds);
  });

  it("leaves out of its interval what the true median lies beyond less than one time in ten", () => {
    const eleven = Array.from({ length: 11 }, (_, round) => round + 1);
    const { low, high, coverage } = ratioOf(eleven);
    expect([low, high]).to.deep.equal([3, 9]);
    // Of 2048 ways in which eleven coins fall, 67 have fewer than three heads.
    expect(coverage).to.be.closeTo(1 - (2 * 67) / 2048, 1e-12);
  });

  it("is better or worse where all of its interval is on one side of 1, and what is better is said", () => {
    const above = ratioOf([1.01, 1.2, 1.1, 1.3, 1.1]);
    const below = ratioOf([0.8, 0.9, 0.99, 0.7, 0.9]);
    const across = ratioOf([0.99, 1.2, 1.1, 1.3, 1.1]);
    expect(verdictOf(above, "lower")).to.equal("worse");
    expect(verdictOf(above, "higher")).to.equal("better");
    expect(verdictOf(below, "lower")).to.equal("better");
    expect(verdictOf(below, "higher")).to.equal("worse");
    expect(verdictOf(across, "lower")).to.equal("same");
  });

  it("is of rounds next to each other, and absent where one build has no figure", () => {
    const figure = {
      bench: "one",
      title: "One",
      name: "cost",
      unit: "ms",
      better: "lower",
      isRatio: false,
    } as const;
    const both = comparedFigure(figure, [2, 4, 6, 8, 10], [1, 2, 3, 4, 5]);
    expect(both.ratio?.samples).to.deep.equal([2, 2, 2, 2, 2]);
    expect(both.verdict).to.equal("worse");
    for (const theirs of [[], [1, 2, undefined, 4, 5], [0, 0, 0, 0, 0]]) {
      const alone = comparedFigure(figure, [2, 4, 6, 8, 10], theirs);
      expect(alone).to.not.have.property("ratio");
      expect(alone).to.not.have.property("verdict");
    }
  });
});
