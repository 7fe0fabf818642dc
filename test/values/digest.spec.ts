import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { expect } from "chai";
import fc from "fast-check";

import { digestOf, KeyedDigest, keyedDigestOf } from "../../lib/values/digest.ts";

const bytes = fc.uint8Array({ maxLength: 200 });

describe("digests", () => {
  it("are SHA-256 of the parts one after the other", () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 3 }), (parts) => {
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
        expect(digestOf(...parts)).to.deep.equal(sha256(whole));
      }),
      { numRuns: 50 },
    );
  });

  it("are SHA-256 of messages of every length around the ends of blocks", () => {
    for (let length = 0; length <= 200; length += 1) {
      const message = Uint8Array.from({ length }, (_, index) => (7 * index + length) % 256);
      expect(digestOf(message), String(length)).to.deep.equal(sha256(message));
    }
  });

  it("are HMAC-SHA256 under a key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), bytes, (key, message) => {
        expect(keyedDigestOf(key, message)).to.deep.equal(hmac(sha256, key, message));
      }),
      { numRuns: 50 },
    );
  });

  it("are HMAC-SHA256 under a key that is prepared once, however long", () => {
    fc.assert(
      fc.property(bytes, fc.array(bytes, { maxLength: 3 }), (key, messages) => {
        const keyed = new KeyedDigest(key);
        for (const message of messages) {
          expect(keyed.of(message)).to.deep.equal(hmac(sha256, key, message));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("stay what they were when the next one is computed", () => {
    const first = digestOf(Uint8Array.of(1));
    const copy = first.slice();
    keyedDigestOf(first, Uint8Array.of(2));
    expect(first).to.deep.equal(copy);
  });
});
