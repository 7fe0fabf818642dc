import { expect } from "chai";

import {
  faultText,
  invalidArgument,
  invalidField,
  missingField,
} from "../../../lib/ground/errors/argument-error.ts";

describe("errors of arguments", () => {
  it("say what may stand there and what does, as one sentence", () => {
    expect(faultText({ expected: "1 to 3", found: 7 })).to.equal("Expected 1 to 3, got 7.");
  });

  it("name the field where nobody else tells it", () => {
    const fault = { field: "tapsMaxPasses", expected: "1 to 3", found: 7 };
    expect(faultText(fault)).to.equal("tapsMaxPasses: expected 1 to 3, got 7.");
    expect(invalidArgument(fault).details).to.include({
      code: "INVALID_ARGUMENT",
      path: "tapsMaxPasses",
    });
    expect(invalidArgument({ expected: "1 to 3" }).details).to.not.have.property("path");
  });

  it("do not show what was left out", () => {
    expect(faultText({ expected: "a public key" })).to.equal("Expected a public key.");
  });

  it("tell the name of a field in snake case", () => {
    const context = { field_name: "submission_id" };
    const fault = { field: "submissionId", expected: "a text" };
    expect(invalidField(fault).details).to.deep.include({
      code: "INVALID_FIELD",
      path: "submissionId",
      context,
    });
    expect(missingField("submissionId").details).to.deep.include({
      code: "MISSING_FIELD",
      path: "submissionId",
      context,
    });
  });

  const cases: readonly [unknown, string][] = [
    [undefined, "nothing"],
    [null, "null"],
    [[1, 2], "an array of 2"],
    [{}, "an object"],
    [Object.create(null), "an object"],
    ["", "an empty string"],
    ['say "x"', '"say \\"x\\""'],
    [-1.5, "-1.5"],
    [2n ** 70n, "1180591620717411303424"],
    [true, "true"],
    [Symbol("x"), "a symbol"],
    [() => 1, "a function"],
  ];
  for (const [found, text] of cases) {
    it(`call ${text} what it is`, () => {
      expect(faultText({ expected: "x", found })).to.equal(`Expected x, got ${text}.`);
    });
  }

  it("show no more than the beginning of a long text, and how long it is", () => {
    const text = faultText({ expected: "x", found: "a".repeat(1_000_000) });
    expect(text).to.equal(`Expected x, got "${"a".repeat(60)}"… (1000000 characters).`);
  });
});
