import { expect } from "chai";
import fc from "fast-check";

import { compareText, isWellFormedText } from "../../../lib/ground/values/text.ts";
import { arbitraryText } from "../../support/arbitrary-values.ts";

describe("compareText", () => {
  it("puts characters beyond U+FFFF last, unlike the order of code units", () => {
    const [astral, last] = ["\u{1f600}", "\uffff"];
    expect(compareText(astral, last)).to.equal(1);
    expect([astral, last].sort()).to.deep.equal([astral, last]);
  });

  it("is the order of the UTF-8 bytes", () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, arbitraryText, (prefix, a, b) => {
        const bytes = Buffer.compare(Buffer.from(prefix + a), Buffer.from(prefix + b));
        expect(compareText(prefix + a, prefix + b)).to.equal(bytes);
      }),
    );
  });
});

describe("isWellFormedText", () => {
  for (const fine of ["", "a", "\u{1f600}", "\u0001", "\ufffe\uffff", "línea\n"]) {
    it(`accepts ${JSON.stringify(fine)}`, () => expect(isWellFormedText(fine)).to.equal(true));
  }
  for (const broken of ["\0", "a\0b", "\ud83d", "\ude00", "\ude00\ud83d", "x\ud83dy"]) {
    it(`refuses ${JSON.stringify(broken)}`, () => expect(isWellFormedText(broken)).to.equal(false));
  }
});
