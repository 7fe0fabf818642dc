import { expect } from "chai";
import fc from "fast-check";

import { seededUpdateId, seededUuid } from "../../../lib/contracts/transaction/seeded-ids.ts";
import { runs } from "../../support/properties.ts";

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("ids from a seed", () => {
  it("have their form", () => {
    fc.assert(
      fc.property(seed, (bytes) => {
        expect(seededUuid(bytes, "a")).to.match(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
        expect(seededUpdateId(bytes, "a")).to.match(/^1220[0-9a-f]{64}$/);
      }),
      { numRuns: runs(50) },
    );
  });

  it("are the same for the same seed and purpose, and others otherwise", () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 0, max: 31 }), (bytes, index) => {
        const other = bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
        for (const draw of [seededUuid, seededUpdateId]) {
          expect(draw(bytes, "a")).to.equal(draw(bytes.slice(), "a"));
          expect(draw(bytes, "a")).to.not.equal(draw(bytes, "b"));
          expect(draw(bytes, "a")).to.not.equal(draw(other, "a"));
        }
      }),
      { numRuns: runs(50) },
    );
  });
});
