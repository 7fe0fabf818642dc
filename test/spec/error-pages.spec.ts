import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { errorCodes, errorPages, readExplanations } from "../../spec/error-pages.ts";

const root = join(import.meta.dirname, "..", "..");
const explanations = readExplanations(readFileSync(join(root, "spec/errors.yaml"), "utf8"));

describe("error pages", () => {
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

  it("are written out in docs/errors", () => {
    const folder = join(root, "docs/errors");
    const pages = errorPages(explanations);
    expect(readdirSync(folder).sort()).to.deep.equal([...pages.keys()].sort());
    for (const [name, text] of pages) {
      expect(readFileSync(join(folder, name), "utf8"), name).to.equal(text);
    }
  });
});
