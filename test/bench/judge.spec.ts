import { expect } from "chai";

import { judge } from "../../bench/runner/judge.ts";

/** Of one kind of work, in as many processes. */
const judged = (...ratios: readonly number[]) => judge(ratios.map((work) => ({ work })))[0];

describe("the judge of a build", () => {
  it("lets a tenth pass, and what exceeds it by no more than three spreads", () => {
    expect(judged(1.09, 1.08, 1.1, 1.09, 1.1)).to.include({ ratio: 1.09, isWorse: false });
    expect(judged(1.2, 1.05, 1.3, 1.12, 1.3)?.isWorse).to.equal(false);
  });

  it("finds what is slower by more than a tenth and three spreads", () => {
    const found = judged(1.2, 1.19, 1.21, 1.2, 1.22);
    expect(found?.isWorse).to.equal(true);
    expect(found?.limit).to.equal(1.1);
    expect(judged(1.5, 1.4, 1.6, 1.5, 1.5)).to.include({ isWorse: true });
  });

  it("finds nothing worse in what is faster", () => {
    expect(judged(0.5, 0.5, 0.5, 0.5, 0.5)?.isWorse).to.equal(false);
  });

  it("judges each kind of work by itself", () => {
    const processes = Array.from({ length: 5 }, () => ({ one: 1, other: 2 }));
    expect(judge(processes).map(({ name, isWorse }) => [name, isWorse])).to.deep.equal([
      ["one", false],
      ["other", true],
    ]);
  });
});
