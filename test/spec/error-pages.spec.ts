import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { errorCodes, errorPage, readExplanations } from "../../spec/error-pages.ts";

const root = join(import.meta.dirname, "..", "..");
const explanations = readExplanations(readFileSync(join(root, "spec/errors.yaml"), "utf8"));

describe("explanations of errors", () => {
  it("explain every code of the catalogue and no other", () => {
    const codes = errorCodes.map(String);
    expect(codes.filter((code) => !explanations.has(code)), "not explained").to.deep.equal([]);
    expect([...explanations.keys()].filter((code) => !codes.includes(code))).to.deep.equal([]);
  });

  it("say when a code is raised and what to do, in sentences", () => {
    for (const [code, { when, then }] of explanations) {
      expect(when, code).to.match(/^[A-Z].*\.$/);
      expect(then, code).to.match(/^[A-Z].*\.$/);
    }
  });

  it("are written out in docs/errors.md", () => {
    const page = readFileSync(join(root, "docs/errors.md"), "utf8");
    expect(page).to.equal(errorPage(explanations));
  });
});
