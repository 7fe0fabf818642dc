import { expect } from "chai";
import fc from "fast-check";

import { GrowingBytes } from "../../../lib/ground/values/growing-bytes.ts";

const written = (write: (out: GrowingBytes) => void): string => {
  const out = new GrowingBytes(1);
  write(out);
  return Buffer.from(out.written()).toString("hex");
};

describe("GrowingBytes", () => {
  it("writes numbers with the most significant byte first", () => {
    expect(
      written((out) => {
        out.byte(0xff);
        out.int32(-2);
        out.int64(-3n);
      }),
    ).to.equal("fffffffffefffffffffffffffd");
  });

  it("writes text of any length as UTF-8 with its length", () => {
    const longOrShort = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ minLength: 250, maxLength: 260 }),
      fc.string({ minLength: 250, maxLength: 260, unit: "grapheme" }),
    );
    fc.assert(
      fc.property(longOrShort, longOrShort, (first, second) => {
        const expected = [first, second].flatMap((text) => {
          const length = Buffer.alloc(4);
          length.writeInt32BE(Buffer.byteLength(text));
          return [length, Buffer.from(text)];
        });
        expect(
          written((out) => {
            out.string(first);
            out.string(second);
          }),
        ).to.equal(Buffer.concat(expected).toString("hex"));
      }),
    );
  });

  it("writes bytes and hex, the latter also with its length", () => {
    expect(
      written((out) => {
        out.raw(Uint8Array.of(3));
        out.hex("0aff");
        out.rawHex("b9");
      }),
    ).to.equal("03" + "00000002" + "0aff" + "b9");
  });

  const shortest: readonly (readonly [bigint, string])[] = [
    [0n, "00"],
    [1n, "01"],
    [-1n, "ff"],
    [127n, "7f"],
    [128n, "0080"],
    [-128n, "80"],
    [-129n, "ff7f"],
    [255n, "00ff"],
    [256n, "0100"],
    [-256n, "ff00"],
    [2n ** 55n - 1n, "7fffffffffffff"],
    [-(2n ** 55n) - 1n, "ff7fffffffffffff"],
    [2n ** 63n - 1n, "7fffffffffffffff"],
    [2n ** 63n, "008000000000000000"],
    [-(2n ** 63n), "8000000000000000"],
    [-(2n ** 63n) - 1n, "ff7fffffffffffffff"],
  ];
  for (const [value, hex] of shortest) {
    it(`writes ${value} in as few bytes as two's complement allows`, () => {
      const length = (hex.length / 2).toString(16).padStart(8, "0");
      expect(written((out) => out.twosComplement(value))).to.equal(length + hex);
    });
  }

  it("puts the length in front of what was written before it was known", () => {
    expect(
      written((out) => {
        out.byte(9);
        const start = out.beginLength();
        out.raw(Uint8Array.of(1, 2, 3));
        out.endLength(start);
        out.byte(8);
      }),
    ).to.equal("09" + "00000003" + "010203" + "08");
  });

  it("starts anew after it was cleared, also when it had grown large", () => {
    const out = new GrowingBytes();
    out.raw(new Uint8Array(3 << 20));
    out.clear();
    out.string("ab");
    expect(Buffer.from(out.written()).toString("hex")).to.equal("000000026162");
    expect(out.written().buffer.byteLength).to.be.below(2 << 20);
  });
});
