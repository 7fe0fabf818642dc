import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "chai";

import {
  choicesOf,
  conformanceCoverage,
  conformanceDocument,
  unknownTags,
  unshownDifferences,
} from "./coverage.ts";

describe("conformance table", () => {
  it("has a positive and a negative test for every rule", () => {
    const uncovered = conformanceCoverage().flatMap(({ id, unbreakable, positive, negative }) => [
      ...(positive.length > 0 ? [] : [`${id}+`]),
      ...(negative.length > 0 || unbreakable !== undefined ? [] : [`${id}-`]),
    ]);
    expect(uncovered).to.deep.equal([]);
  });

  it("has a rule for every rule tag in a test title", () => {
    expect(unknownTags()).to.deep.equal([]);
  });

  it("has a test for every intended difference from a participant", () => {
    expect(unshownDifferences()).to.deep.equal([]);
  });

  it("has a test with participant precedence for each difference by precedence", () => {
    const rules = new Map(conformanceCoverage().map((rule) => [rule.id, rule.positive]));
    const isShown = (rule: string) =>
      rules.get(rule)?.some(({ title }) => title.includes("with participant precedence"));
    const unshown = choicesOf().precedence.filter(({ rule }) => isShown(rule) !== true);
    expect(unshown).to.deep.equal([]);
  });

  it("is up to date in docs/CONFORMANCE.md", () => {
    const path = join(import.meta.dirname, "..", "..", "docs", "CONFORMANCE.md");
    expect(readFileSync(path, "utf8")).to.equal(conformanceDocument());
  });
});
