import { expect } from "chai";

import { placeFault } from "../support/planting.ts";
import { plantedBugs } from "./planted-bugs.ts";

/** `npm run simulate:planted` takes too long for every run of the tests, and what is stale in it would be noticed too late. */
describe("a planted bug", () => {
  it("has its place in the product, once", () => {
    expect(plantedBugs.flatMap((bug) => placeFault(bug) ?? [])).to.deep.equal([]);
  });

  it("is told apart by its name", () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).to.equal(plantedBugs.length);
  });
});
