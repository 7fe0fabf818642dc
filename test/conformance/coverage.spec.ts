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
  it("shows every rule with a positive and a negative test", () => {
    const uncovered = conformanceCoverage().flatMap(({ id, unbreakable, positive, negative }) => [
      ...(positive.length > 0 ? [] : [`${id}+`]),
      ...(negative.length > 0 || unbreakable !== undefined ? [] : [`${id}-`]),
    ]);
    expect(uncovered).to.deep.equal([]);
  });

  it("knows every rule tag that a test title uses", () => {
    expect(unknownTags()).to.deep.equal([]);
  });

  it("shows every difference from a participant that is kept with a test", () => {
    expect(unshownDifferences()).to.deep.equal([]);
  });

  it("shows each way of a participant that goes by precedence with a test", () => {
    const rules = new Map(conformanceCoverage().map((rule) => [rule.id, rule.positive]));
    const isShown = (rule: string) =>
      rules.get(rule)?.some(({ title }) => title.includes("where a participant goes first"));
    const unshown = choicesOf().precedence.filter(({ rule }) => isShown(rule) !== true);
    expect(unshown).to.deep.equal([]);
  });

  it("is written out in docs/CONFORMANCE.md", () => {
    const path = join(import.meta.dirname, "..", "..", "docs", "CONFORMANCE.md");
    expect(readFileSync(path, "utf8")).to.equal(conformanceDocument());
  });
});
