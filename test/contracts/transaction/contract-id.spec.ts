import { createHash } from "node:crypto";

import { expect } from "chai";
import fc from "fast-check";

import { contractHash, contractKeyHash } from "../../../lib/contracts/transaction/contract-hash.ts";
import { createContractId, isAuthentic } from "../../../lib/contracts/transaction/contract-id.ts";
import { codecOf } from "../../../lib/ground/values/codec.ts";
import { int64Type, textType } from "../../../lib/ground/values/common-types.ts";
import { int64, record, text, unit } from "../../../lib/ground/values/constructors.ts";
import type { Contract } from "../../../lib/store.ts";
import { arbitraryContract } from "../../support/arbitrary-contracts.ts";
import { runs } from "../../support/properties.ts";
import { realContract, realContractShape } from "../../support/real-contract.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const iouShape = sampleShapes.of(sampleType("Iou"));
const keyShape = sampleShapes.of(textType);
const shapes = { argument: iouShape, key: keyShape };
const naming = { packageName: "ious", qualifiedName: "Sample:Iou" };

const keyOf = (written: string) => ({
  value: text(written),
  maintainers: ["Bank"],
  hash: contractKeyHash({ ...naming, key: text(written), shape: keyShape }),
});

const content = {
  templateId: "p:Sample:Iou",
  packageName: "ious",
  argument: codecOf(iouShape).decode({
    issuer: "Bank",
    owner: "Alice",
    amount: "100.0",
    currency: "EUR",
    observers: ["Bob"],
  }),
  signatories: ["Bank", "Clerk"],
  observers: ["Alice", "Bob"],
  createdAt: -1n,
  salt: new Uint8Array(32).fill(7),
};

const issue = (fields: Omit<Contract, "contractId">): Contract => {
  const hash = contractHash({ ...naming, argument: fields.argument, shape: iouShape });
  const discriminator = "ab".repeat(32);
  return {
    contractId: createContractId(discriminator, { ...fields, contractHash: hash }),
    ...fields,
  };
};

const plain = issue(content);
const keyed = issue({ ...content, key: keyOf("k") });

describe("createContractId", () => {
  it("gives version 1 ids: discriminator, format, multihash", () => {
    expect(plain.contractId).to.match(/^00(?:ab){32}ca121220[0-9a-f]{64}$/);
  });

  it("commits to the key", () => {
    expect(keyed.contractId).to.not.equal(plain.contractId);
  });

  it("hashes salt, time, parties, key and content in this layout", () => {
    const int32 = (value: number) => Buffer.from([value >> 24, value >> 16, value >> 8, value]);
    const lengthOf = (bytes: Buffer) => Buffer.concat([int32(bytes.length), bytes]);
    const parties = (...names: string[]) =>
      Buffer.concat([int32(names.length), ...names.map((name) => lengthOf(Buffer.from(name)))]);
    const unicum = createHash("sha256")
      .update(int32(29))
      .update(content.salt)
      // One microsecond before the epoch lies in second −1.
      .update(Buffer.from("ffffffffffffffff", "hex"))
      .update(int32(999_999_000))
      .update(lengthOf(parties("Bank", "Clerk")))
      .update(lengthOf(parties("Alice", "Bob")))
      .update(Buffer.from(`01${keyOf("k").hash}`, "hex"))
      .update(lengthOf(Buffer.concat([Buffer.of(1), parties("Bank")])))
      .update(contractHash({ ...naming, argument: content.argument, shape: iouShape }))
      .digest("hex");
    expect(keyed.contractId.slice(-64)).to.equal(unicum);
  });

  it("gives the id that a real network gave", () => {
    const discriminator = realContract.contractId.slice(2, 66);
    const hash = contractHash({
      packageName: realContract.packageName,
      qualifiedName: "Splice.Round:OpenMiningRound",
      argument: realContract.argument,
      shape: realContractShape,
    });
    expect(createContractId(discriminator, { ...realContract, contractHash: hash })).to.equal(
      realContract.contractId,
    );
  });
});

describe("isAuthentic", () => {
  it("accepts a contract of a real network", () => {
    expect(isAuthentic(realContract, { argument: realContractShape })).to.equal(true);
  });

  it("accepts contracts as they were issued", () => {
    expect(isAuthentic(plain, shapes)).to.equal(true);
    expect(isAuthentic(keyed, shapes)).to.equal(true);
    fc.assert(
      fc.property(arbitraryContract, ({ contract, shapes: own }) => {
        expect(isAuthentic(contract, own)).to.equal(true);
      }),
      { numRuns: runs(60) },
    );
  });

  it("leaves the package id open, so that upgrades keep contracts", () => {
    expect(isAuthentic({ ...plain, templateId: "p2:Sample:Iou" }, shapes)).to.equal(true);
  });

  const altered: Record<string, Contract> = {
    "an argument": { ...plain, argument: record([text("Bank")]) },
    "an argument of another type": { ...plain, argument: int64(1n) },
    "a package name": { ...plain, packageName: "ious2" },
    "a template name": { ...plain, templateId: "p:Sample:Iou2" },
    "a signatory": { ...plain, signatories: ["Bank"] },
    "an observer": { ...plain, observers: ["Alice"] },
    "an observer made signatory": {
      ...plain,
      signatories: ["Alice", "Bank", "Clerk"],
      observers: ["Bob"],
    },
    "a creation time": { ...plain, createdAt: 0n },
    "a salt": { ...plain, salt: new Uint8Array(32).fill(8) },
    "a key that was added": { ...plain, key: keyOf("k") },
    "a key that was removed": { contractId: keyed.contractId, ...content },
    "a key with its hash": { ...keyed, key: keyOf("l") },
    "a key without its hash": { ...keyed, key: { ...keyOf("k"), value: text("l") } },
    "a maintainer": { ...keyed, key: { ...keyOf("k"), maintainers: ["Clerk"] } },
    "an id that is none": { ...plain, contractId: "00" },
    "an id without suffix": { ...plain, contractId: plain.contractId.slice(0, 66) },
    "an id of an older format": { ...plain, contractId: plain.contractId.replace("ca12", "ca11") },
    "an id of version 2": { ...plain, contractId: `01${"ab".repeat(12)}80${"ab".repeat(32)}` },
    "an id with bytes added": { ...plain, contractId: `${plain.contractId}00` },
  };
  for (const [what, contract] of Object.entries(altered)) {
    it(`refuses ${what}`, () => expect(isAuthentic(contract, shapes)).to.equal(false));
  }

  it("refuses a contract under types it does not fit", () => {
    expect(isAuthentic(plain, { argument: sampleShapes.of(int64Type) })).to.equal(false);
    expect(isAuthentic(keyed, { ...shapes, key: sampleShapes.of(int64Type) })).to.equal(false);
    expect(isAuthentic(keyed, { argument: iouShape })).to.equal(false);
    expect(isAuthentic({ ...plain, argument: unit }, shapes)).to.equal(false);
  });
});
