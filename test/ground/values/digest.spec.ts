import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect } from "chai";
import fc from "fast-check";

import {
  digestOf,
  hexDigestOf,
  keyedDigestOf,
  keyedHexDigestOf,
} from "../../../lib/ground/values/digest.ts";
import { sha256Of } from "../../../lib/ground/values/sha256.ts";
import { runs } from "../../support/properties.ts";

const bytes = fc.uint8Array({ maxLength: 200 });

describe("digests", () => {
  it("are SHA-256 of the parts one after the other", () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 3 }), (parts) => {
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
        expect(digestOf(...parts)).to.deep.equal(sha256(whole));
        expect(hexDigestOf(...parts)).to.equal(bytesToHex(sha256(whole)));
      }),
      { numRuns: runs(50) },
    );
  });

  it("are SHA-256 of messages of every length around the ends of blocks", () => {
    for (let length = 0; length <= 200; length += 1) {
      const message = Uint8Array.from({ length }, (_, index) => (7 * index + length) % 256);
      expect(digestOf(message), String(length)).to.deep.equal(sha256(message));
    }
  });

  it("are HMAC-SHA256 under a key, however long", () => {
    fc.assert(
      fc.property(bytes, bytes, (key, message) => {
        const expected = hmac(sha256, key, message);
        expect(keyedDigestOf(key, message)).to.deep.equal(expected);
        expect(keyedHexDigestOf(key, message)).to.equal(bytesToHex(expected));
      }),
      { numRuns: runs(100) },
    );
  });

  it("are the same of messages longer than what is kept, and after them", () => {
    for (const length of [5, 100_000, 2_000, 5]) {
      const message = new Uint8Array(length).fill(length % 251);
      const whole = Uint8Array.of(...message.subarray(0, 3), ...message.subarray(3, 5));
      expect(digestOf(message.subarray(0, 3), message.subarray(3))).to.deep.equal(sha256(message));
      expect(keyedDigestOf(whole, message)).to.deep.equal(hmac(sha256, whole, message));
    }
  });

  for (const [name, platform] of [
    ["with builtin modules", { process }],
    ["without a process", {}],
    ["with an older process", { process: {} }],
  ] as const) {
    it(`are alike on a platform ${name}`, () => {
      const message = Uint8Array.of(0x61, 0x62, 0x63);
      const expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
      expect(sha256Of(platform).hex(message)).to.equal(expected);
      const target = new Uint8Array(40);
      sha256Of(platform).into(message, target, 5);
      expect(bytesToHex(target)).to.equal(`${"00".repeat(5)}${expected}000000`);
    });
  }

  it("stay what they were when the next one is computed", () => {
    const first = digestOf(Uint8Array.of(1));
    const copy = first.slice();
    keyedDigestOf(first, Uint8Array.of(2));
    expect(first).to.deep.equal(copy);
  });
});
