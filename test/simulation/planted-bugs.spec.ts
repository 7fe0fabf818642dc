import { expect } from "chai";

import { mutationProblem } from "../support/source-mutations.ts";
import { plantedBugs } from "./planted-bugs.ts";

/**
 * `npm run simulate:planted` takes too long for every run of the tests. These tests detect planted bugs that
 * no longer match the source.
 */
describe("planted bug", () => {
  it("replaces a text that occurs exactly once in the product", () => {
    expect(plantedBugs.flatMap((bug) => mutationProblem(bug) ?? [])).to.deep.equal([]);
  });

  it("has a unique name", () => {
    expect(new Set(plantedBugs.map(({ name }) => name)).size).to.equal(plantedBugs.length);
  });
});

describe("planted change", () => {
  const file = "test/support/source-mutations.ts";

  it("is refused if the text to replace is missing or occurs more than once", () => {
    expect(mutationProblem({ file, find: "no such", replace: "" })).to.equal(
      `${file} no longer contains: no such`,
    );
    expect(mutationProblem({ file, find: "find", replace: "" })).to.match(
      /contains \d+ times: find$/u,
    );
    expect(mutationProblem({ file, find: "const mutationProblem", replace: "" })).to.equal(
      undefined,
    );
  });
});
