import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import { requireShared } from "../support/shared.ts";
import { openCases, rest, shownCases } from "./table.ts";

const all = [
  ...shownCases,
  ...openCases,
  ...rest.elsewhere.flatMap(({ cases }) => cases),
  ...rest.excluded.flatMap(({ cases }) => cases),
];

describe("table of the catalogue", () => {
  it("has every case once", () => {
    expect(all.filter((name, index) => all.indexOf(name) !== index)).to.deep.equal([]);
  });

  it("names existing tests for cases that other tests cover", () => {
    for (const { file, shown } of rest.elsewhere) {
      const path = join(import.meta.dirname, "../..", file);
      expect(readFileSync(path, "utf8"), file).to.include(shown);
    }
  });

  it("has exactly the cases of the published catalogue", function () {
    const file = requireShared(this, "conformance/catalogue.tsv");
    const published = readFileSync(file, "utf8")
      .split("\n")
      .slice(1)
      .filter((line) => line !== "")
      .map((line) => line.split("\t").slice(0, 2).join(" "));
    expect(all).to.have.members(published);
  });
});
