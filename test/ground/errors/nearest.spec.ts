import { expect } from "chai";

import { comparing, nearest } from "../../../lib/ground/errors/nearest.ts";

describe("nearest", () => {
  it("finds the name that was meant", () => {
    const names = ["commandId", "actAs", "readAs", "workflowId"];
    expect(nearest("command_id", names)).to.equal("commandId");
    expect(nearest("commnadId", names)).to.equal("commandId");
    expect(nearest("alcie", ["bob", "alice"])).to.equal("alice");
    expect(nearest("ActAs", names)).to.equal("actAs");
    expect(nearest("other", names)).to.equal(undefined);
    expect(nearest("", names)).to.equal(undefined);
    expect(nearest("x".repeat(1_000_000), names)).to.equal(undefined);
  });

  it("finds the nearest of several, whatever is put in, taken out, replaced or exchanged", () => {
    expect(nearest("#iou:Main:Iuo", ["#iou:Main:Note", "#iou:Main:Iou"])).to.equal("#iou:Main:Iou");
    expect(nearest("transactoin_format", ["eventFormat", "transactionFormat"])).to.equal(
      "transactionFormat",
    );
    expect(nearest("abcdefgh", ["abcdxxgh", "abcdexgh", "abcdefgh_"])).to.equal("abcdefgh_");
    expect(nearest("abcdefgh", ["badcefgh", "badcfegh"])).to.equal("badcefgh");
    expect(nearest("abcdefgh", ["abcdefghijk", "cdefgh"])).to.equal("cdefgh");
    const long = "letters".repeat(25);
    expect(nearest(`x${long}`, [`${long}yy`, `${long}y`])).to.equal(`${long}y`);
  });

  it("compares only so many letters, and gives the nearest of what it could compare", () => {
    const near = "abcdefghij".repeat(17);
    const names = Array.from({ length: 5_000 }, (_, index) => `${near}${index}`);
    const left = comparing();
    expect(nearest(`${near}xyz`, [...names, `${near}xy`], left)).to.equal(`${near}0`);
    expect(left.cells).to.equal(0);
    expect(nearest("commnadId", ["commandId"], left)).to.equal(undefined);
    expect(nearest("command_id", ["commandId"], left)).to.equal("commandId");
  });

  it("takes little to tell what is not near", () => {
    const left = comparing();
    const text = "letters".repeat(20);
    nearest(text, ["SOMETHING".repeat(16), "x".repeat(1_000_000), "0".repeat(140)], left);
    expect(comparing().cells - left.cells).to.be.within(1, 2 * 140 * 40);
  });
});
