import { expect } from "chai";

import { isInProject, projectText } from "../support/project-files.ts";

/** The rows of the table of attack classes: the name, and the tests that cover it. */
const classes = [
  ...projectText("SECURITY.md").matchAll(/^\| ([^|]+?) +\|[^|]+\| (`test\/[^|]+?) +\|$/gmu),
];

describe("the threat model", () => {
  it("names existing tests for each class", () => {
    expect(classes).to.have.lengthOf.at.least(16);
    for (const [, title = "", tests = ""] of classes) {
      const named = [...tests.matchAll(/`(test\/[^`]+)`/gu)].map(([, test = ""]) => test);
      expect(named, title).to.not.have.lengthOf(0);
      expect(named.filter((test) => !isInProject(test))).to.deep.equal([]);
    }
  });
});
