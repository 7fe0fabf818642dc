import { expect } from "chai";

import {
  createInvalidArgumentError,
  formatArgumentFault,
  invalidFieldError,
  missingFieldError,
} from "../../../lib/base/errors/argument-error.ts";
import {
  createTextComparisonBudget,
  findMostSimilarText,
} from "../../../lib/base/errors/nearest.ts";

describe("error messages about arguments", () => {
  it("state the allowed values and the actual value in one sentence", () => {
    expect(formatArgumentFault({ expected: "1 to 3", found: 7 })).to.equal(
      "Expected 1 to 3, got 7.",
    );
  });

  it("name the field if the cause does not", () => {
    const fault = { field: "tapsMaxPasses", expected: "1 to 3", found: 7 };
    expect(formatArgumentFault(fault)).to.equal("tapsMaxPasses: expected 1 to 3, got 7.");
    expect(createInvalidArgumentError(fault).details).to.include({
      code: "INVALID_ARGUMENT",
      path: "tapsMaxPasses",
    });
    expect(createInvalidArgumentError({ expected: "1 to 3" }).details).to.not.have.property("path");
  });

  it("do not mention omitted values", () => {
    expect(formatArgumentFault({ expected: "a public key" })).to.equal("Expected a public key.");
  });

  it("write field names in snake case", () => {
    const context = { field_name: "submission_id" };
    const fault = { field: "submissionId", expected: "a text" };
    expect(invalidFieldError(fault).details).to.deep.include({
      code: "INVALID_FIELD",
      path: "submissionId",
      context,
    });
    expect(missingFieldError("submissionId").details).to.deep.include({
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
    it(`describe a found value as ${text}`, () => {
      expect(formatArgumentFault({ expected: "x", found })).to.equal(`Expected x, got ${text}.`);
    });
  }

  it("show the beginning of a long text and its length", () => {
    const text = formatArgumentFault({ expected: "x", found: "a".repeat(1_000_000) });
    expect(text).to.equal(`Expected x, got "${"a".repeat(60)}"… (1000000 characters).`);
  });
});

describe("nearest name", () => {
  it("finds the intended name", () => {
    const names = ["commandId", "actAs", "readAs", "workflowId"];
    expect(findMostSimilarText("command_id", names)).to.equal("commandId");
    expect(findMostSimilarText("commnadId", names)).to.equal("commandId");
    expect(findMostSimilarText("alcie", ["bob", "alice"])).to.equal("alice");
    expect(findMostSimilarText("ActAs", names)).to.equal("actAs");
    expect(findMostSimilarText("other", names)).to.equal(undefined);
    expect(findMostSimilarText("", names)).to.equal(undefined);
    expect(findMostSimilarText("x".repeat(1_000_000), names)).to.equal(undefined);
  });

  it("finds the nearest name after an insertion, deletion, replacement or transposition", () => {
    expect(findMostSimilarText("#iou:Main:Iuo", ["#iou:Main:Note", "#iou:Main:Iou"])).to.equal(
      "#iou:Main:Iou",
    );
    expect(
      findMostSimilarText("transactoin_format", ["eventFormat", "transactionFormat"]),
    ).to.equal("transactionFormat");
    expect(findMostSimilarText("abcdefgh", ["abcdxxgh", "abcdexgh", "abcdefgh_"])).to.equal(
      "abcdefgh_",
    );
    expect(findMostSimilarText("abcdefgh", ["badcefgh", "badcfegh"])).to.equal("badcefgh");
    expect(findMostSimilarText("abcdefgh", ["abcdefghijk", "cdefgh"])).to.equal("cdefgh");
    const long = "letters".repeat(25);
    expect(findMostSimilarText(`x${long}`, [`${long}yy`, `${long}y`])).to.equal(`${long}y`);
  });

  it("compares only a limited number of characters, and returns the nearest of the names compared", () => {
    const near = "abcdefghij".repeat(17);
    const names = Array.from({ length: 5_000 }, (_, index) => `${near}${index}`);
    const left = createTextComparisonBudget();
    expect(findMostSimilarText(`${near}xyz`, [...names, `${near}xy`], left)).to.equal(`${near}0`);
    expect(left.cells).to.equal(0);
    expect(findMostSimilarText("commnadId", ["commandId"], left)).to.equal(undefined);
    expect(findMostSimilarText("command_id", ["commandId"], left)).to.equal("commandId");
  });

  it("finds no name that is too different, without delay", () => {
    const left = createTextComparisonBudget();
    const text = "letters".repeat(20);
    findMostSimilarText(
      text,
      ["SOMETHING".repeat(16), "x".repeat(1_000_000), "0".repeat(140)],
      left,
    );
    expect(createTextComparisonBudget().cells - left.cells).to.be.within(1, 2 * 140 * 40);
  });
});
