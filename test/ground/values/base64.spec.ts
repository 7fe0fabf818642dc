import { expect } from "chai";
import fc from "fast-check";

import { decodeBase64, encodeBase64 } from "../../../lib/ground/values/base64.ts";

describe("base64", () => {
  it("is what Node writes, and reads it back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const written = Buffer.from(bytes).toString("base64");
        expect(encodeBase64(bytes)).to.equal(written);
        expect(decodeBase64(written)).to.deep.equal(bytes);
      }),
    );
  });

  const refused = ["A", "AA", "AAA", "A===", "AA=A", "=AAA", "AAA=AAAA", "AA==\n", " AAA", "AA-_"];
  // The bits that padding leaves over must be zero, or two texts would stand for the same bytes.
  for (const written of [...refused, "AB==", "AAB=", "AAé="]) {
    it(`refuses ${JSON.stringify(written)}`, () =>
      expect(decodeBase64(written)).to.equal(undefined));
  }

  it("reads the empty text as no bytes", () => {
    expect(decodeBase64("")).to.deep.equal(new Uint8Array());
  });
});
