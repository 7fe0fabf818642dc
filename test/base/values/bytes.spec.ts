import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect } from "chai";
import fc from "fast-check";

import { decodeBase64, encodeBase64 } from "../../../lib/base/values/base64.ts";
import {
  chooseSha256,
  computeSha256Digest,
  computeSha256HexDigest,
  computeSha256HexHmac,
  computeSha256Hmac,
} from "../../../lib/base/values/digest.ts";
import { GrowingByteWriter } from "../../../lib/base/values/growing-bytes.ts";
import {
  decodeVersionedMessage,
  encodeVersionedPayload,
} from "../../../lib/base/values/versioned.ts";
import { errorOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";

describe("base64", () => {
  it("encodes like Node, and decodes the result", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const written = Buffer.from(bytes).toString("base64");
        expect(encodeBase64(bytes)).to.equal(written);
        expect(decodeBase64(written)).to.deep.equal(bytes);
      }),
    );
  });

  const refused = ["A", "AA", "AAA", "A===", "AA=A", "=AAA", "AAA=AAAA", "AA==\n", " AAA", "AA-_"];
  // The padding bits must be zero; otherwise two texts would decode to the same bytes.
  for (const written of [...refused, "AB==", "AAB=", "AAé="]) {
    it(`refuses to decode ${JSON.stringify(written)}`, () =>
      expect(decodeBase64(written)).to.equal(undefined));
  }

  it("decodes the empty text to no bytes", () => {
    expect(decodeBase64("")).to.deep.equal(new Uint8Array());
  });
});

const bytes = fc.uint8Array({ maxLength: 200 });

describe("digest functions", () => {
  it("compute the SHA-256 of several parts in sequence", () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 3 }), (parts) => {
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
        expect(computeSha256Digest(...parts)).to.deep.equal(sha256(whole));
        expect(computeSha256HexDigest(...parts)).to.equal(bytesToHex(sha256(whole)));
      }),
      { numRuns: runs(50) },
    );
  });

  it("compute the SHA-256 of messages of all lengths near block boundaries", () => {
    for (let length = 0; length <= 200; length += 1) {
      const message = Uint8Array.from({ length }, (_, index) => (7 * index + length) % 256);
      expect(computeSha256Digest(message), String(length)).to.deep.equal(sha256(message));
    }
  });

  it("compute the HMAC-SHA256 under a key of any length", () => {
    fc.assert(
      fc.property(bytes, bytes, (key, message) => {
        const expected = hmac(sha256, key, message);
        expect(computeSha256Hmac(key, message)).to.deep.equal(expected);
        expect(computeSha256HexHmac(key, message)).to.equal(bytesToHex(expected));
      }),
      { numRuns: runs(100) },
    );
  });

  it("compute correct digests of messages longer than the reused buffer, and of the next ones", () => {
    for (const length of [5, 100_000, 2_000, 5]) {
      const message = new Uint8Array(length).fill(length % 251);
      const whole = Uint8Array.of(...message.subarray(0, 3), ...message.subarray(3, 5));
      expect(computeSha256Digest(message.subarray(0, 3), message.subarray(3))).to.deep.equal(
        sha256(message),
      );
      expect(computeSha256Hmac(whole, message)).to.deep.equal(hmac(sha256, whole, message));
    }
  });

  for (const [name, platform] of [
    ["with builtin modules", { process }],
    ["without a global `process`", {}],
    ["whose `process` has no getBuiltinModule", { process: {} }],
  ] as const) {
    it(`compute the same digests on a platform ${name}`, () => {
      const message = Uint8Array.of(0x61, 0x62, 0x63);
      const expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
      expect(chooseSha256(platform).hex(message)).to.equal(expected);
      const target = new Uint8Array(40);
      chooseSha256(platform).into(message, target, 5);
      expect(bytesToHex(target)).to.equal(`${"00".repeat(5)}${expected}000000`);
    });
  }

  it("return bytes that the next computation does not overwrite", () => {
    const first = computeSha256Digest(Uint8Array.of(1));
    const copy = first.slice();
    computeSha256Hmac(first, Uint8Array.of(2));
    expect(first).to.deep.equal(copy);
  });
});

const written = (write: (out: GrowingByteWriter) => void): string => {
  const out = new GrowingByteWriter(1);
  write(out);
  return Buffer.from(out.getWrittenBytes()).toString("hex");
};

describe("GrowingBytes", () => {
  it("writes numbers with the most significant byte first", () => {
    expect(
      written((out) => {
        out.writeByte(0xff);
        out.writeInt32(-2);
        out.writeInt64(-3n);
      }),
    ).to.equal("fffffffffefffffffffffffffd");
  });

  it("writes text of any length as UTF-8 with a length prefix", () => {
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
            out.writeString(first);
            out.writeString(second);
          }),
        ).to.equal(Buffer.concat(expected).toString("hex"));
      }),
    );
  });

  it("writes bytes and hex, with or without a length prefix", () => {
    expect(
      written((out) => {
        out.writeRawBytes(Uint8Array.of(3));
        out.writeHex("0aff");
        out.writeRawHex("b9");
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
    it(`writes ${value} in the fewest bytes of two's complement`, () => {
      const length = (hex.length / 2).toString(16).padStart(8, "0");
      expect(written((out) => out.writeTwosComplement(value))).to.equal(length + hex);
    });
  }

  it("writes a length in front of content whose length is known only afterwards", () => {
    expect(
      written((out) => {
        out.writeByte(9);
        const start = out.beginLength();
        out.writeRawBytes(Uint8Array.of(1, 2, 3));
        out.endLength(start);
        out.writeByte(8);
      }),
    ).to.equal("09" + "00000003" + "010203" + "08");
  });

  it("starts empty after a clear, even after it had grown", () => {
    const out = new GrowingByteWriter();
    out.writeRawBytes(new Uint8Array(3 << 20));
    out.clear();
    out.writeString("ab");
    expect(Buffer.from(out.getWrittenBytes()).toString("hex")).to.equal("000000026162");
    expect(out.getWrittenBytes().buffer.byteLength).to.be.below(2 << 20);
  });
});

const sample = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

describe("versioned payload", () => {
  it("is written with its version first and can be read back", () => {
    const versioned = { version: "2.1", payload: Uint8Array.of(1, 2) } as const;
    expect(encodeVersionedPayload(versioned)).to.deep.equal(sample("0a03322e3112020102"));
    expect(decodeVersionedMessage(encodeVersionedPayload(versioned))).to.deep.equal(versioned);
  });

  const refused: Record<string, string> = {
    "no version": "12020102",
    "no payload": "0a03322e31",
    "an unknown version": "0a0364657612020102",
    "a later version": "0a03322e3212020102",
    "two versions": "0a01320a013212020102",
    "two payloads": "0a013212001200",
    "another field": "0a013212001a00",
    "a truncated payload": "0a0132120201",
  };
  for (const [what, hex] of Object.entries(refused)) {
    it(`is refused with ${what}`, () => {
      expect(errorOf(() => decodeVersionedMessage(sample(hex))).code).to.equal("INVALID_ARGUMENT");
    });
  }
});
