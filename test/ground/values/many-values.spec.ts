import { expect } from "chai";
import fc from "fast-check";

import { hasMoreValues, isDeeper } from "../../../lib/ground/values/many-values.ts";
import { decodeBody } from "../../../middleware/decoding/body.ts";

/** Lists and objects count once, their elements and fields but the first. */
const count = (json: unknown): number => {
  if (typeof json !== "object" || json === null) return 0;
  const parts = Object.values(json);
  return parts.reduce<number>((sum, part) => sum + count(part), Math.max(1, parts.length));
};

describe("how many values a body has", () => {
  it("is counted as they are when it is read, whatever its texts are", () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('",[{', '\\"', "\\\\", '\\\\",'));
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ depthSize: "small" })), fc.array(texts), (...parts) => {
        const json = [...parts, "x".repeat(2_000)];
        const text = JSON.stringify(json);
        const values = count(json);
        if (text.length <= 2 * values) return;
        expect(hasMoreValues(text, values)).to.equal(false);
        expect(hasMoreValues(text, values - 1)).to.equal(true);
      }),
    );
  });

  it("is bounded, and nothing is read beyond", () => {
    const text = `[${"1,".repeat(150_000)}1]`;
    const bytes = new TextEncoder().encode(text);
    expect(() => decodeBody({ kind: "bytes", bytes }))
      .to.throw(/50000 values/u)
      .with.property("status", 413);
    expect(decodeBody({ kind: "parsed", value: `["${",".repeat(300_000)}"]` })).to.have.length(1);
  });

  it("says nothing of how deep they nest, which is counted besides", () => {
    const nested = JSON.parse('[{"a":'.repeat(50_000) + "1" + "}]".repeat(50_000)) as unknown;
    expect(isDeeper(nested, 1_000)).to.equal(true);
    expect(isDeeper([[{ a: [] }]], 4)).to.equal(false);
    expect(isDeeper([[{ a: [] }]], 3)).to.equal(true);
    expect(isDeeper("[[[[", 1)).to.equal(false);
  });

  it("is no matter in texts that do not end", () => {
    expect(hasMoreValues(`["${"\\".repeat(1_000)}`, 10)).to.equal(false);
    expect(hasMoreValues(`["${'\\"'.repeat(1_000)}`, 10)).to.equal(false);
  });
});
