import { expect } from "chai";

import { placeFault } from "../support/planting.ts";
import { plantedBugs } from "./planted-bugs.ts";

/**
 * `npm run simulate:planted` takes too long for every run of the tests. These tests detect planted bugs that
 * no longer match the source.
 */
describe("planted bug", () => {
  it("has its place in the product, once", () => {
    expect(plantedBugs.flatMap((bug) => placeFault(bug) ?? [])).to.deep.equal([]);
  });

  it("has a unique name", () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).to.equal(plantedBugs.length);
  });
});

describe("planted change", () => {
  const file = "test/support/planting.ts";

  it("is refused if the text to replace is missing or occurs more than once", () => {
    expect(placeFault({ file, find: "no such", replace: "" })).to.equal(
      `${file} has no longer: no such`,
    );
    expect(placeFault({ file, find: "find", replace: "" })).to.match(/has \d+ times: find$/u);
    expect(placeFault({ file, find: "const placeFault", replace: "" })).to.equal(undefined);
  });
});
