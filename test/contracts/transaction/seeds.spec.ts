import { createHmac } from "node:crypto";

import { expect } from "chai";
import fc from "fast-check";

import {
  ContractSalts,
  deriveContractIdDiscriminator,
  deriveTransactionSeed,
  deriveUpdateId,
  deriveUuid,
  NodeSeeds,
} from "../../../lib/contracts/transaction/seeds.ts";
import { runs } from "../../support/properties.ts";

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);

const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Uint8Array => {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return Uint8Array.from(mac.digest());
};

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const int64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
};

const withLength = (text: string): Buffer =>
  Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]);

describe("deriveTransactionSeed", () => {
  it("is derived from submission seed, participant and time", () => {
    expect(deriveTransactionSeed(seed, "p::1220é", -5n)).to.deep.equal(
      hmac(seed, withLength("p::1220é"), int64(-5n)),
    );
  });
});

describe("NodeSeeds", () => {
  it("returns seeds for the actions of a context in order", () => {
    const seeds = new NodeSeeds(seed);
    const drawn = [seeds.next(), seeds.next(), seeds.next()];
    expect(drawn).to.deep.equal([0, 1, 2].map((index) => hmac(seed, int32(index))));
  });
});

describe("deriveContractIdDiscriminator", () => {
  it("is derived from node seed, time and stakeholders in order", () => {
    const expected = hmac(seed, int64(7n), int32(2), withLength("Alice"), withLength("Bob"));
    expect(deriveContractIdDiscriminator(seed, 7n, ["Alice", "Bob"])).to.equal(
      Buffer.from(expected).toString("hex"),
    );
  });
});

describe("ContractSalts", () => {
  it("returns the same salts for the same submission seed, and never a salt twice", () => {
    const draw = (from: Uint8Array) => {
      const salts = new ContractSalts(from);
      return Array.from({ length: 50 }, () => Buffer.from(salts.next()).toString("hex"));
    };
    const other = Uint8Array.from(seed).fill(9, 0, 1);
    expect(draw(seed)).to.deep.equal(draw(seed));
    expect(new Set([...draw(seed), ...draw(other)]).size).to.equal(100);
  });

  it("differs from the node seeds", () => {
    expect(new ContractSalts(seed).next()).to.not.deep.equal(new NodeSeeds(seed).next());
  });
});

const decisionSeed = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("ids from a decisionSeed", () => {
  it("have the usual form", () => {
    fc.assert(
      fc.property(decisionSeed, (bytes) => {
        expect(deriveUuid(bytes, "a")).to.match(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
        expect(deriveUpdateId(bytes, "a")).to.match(/^1220[0-9a-f]{64}$/);
      }),
      { numRuns: runs(50) },
    );
  });

  it("are equal for the same decisionSeed and purpose, and different otherwise", () => {
    fc.assert(
      fc.property(decisionSeed, fc.integer({ min: 0, max: 31 }), (bytes, index) => {
        const other = bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
        for (const draw of [deriveUuid, deriveUpdateId]) {
          expect(draw(bytes, "a")).to.equal(draw(bytes.slice(), "a"));
          expect(draw(bytes, "a")).to.not.equal(draw(bytes, "b"));
          expect(draw(bytes, "a")).to.not.equal(draw(other, "a"));
        }
      }),
      { numRuns: runs(50) },
    );
  });
});
