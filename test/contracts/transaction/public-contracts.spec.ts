import { expect } from "chai";
import * as fc from "fast-check";

import { isAuthentic } from "../../../lib/contracts/transaction/contract-id.ts";
import {
  createdEventBlobBytes,
  decodeCreatedEventBlob,
} from "../../../lib/contracts/transaction/created-event-blob.ts";
import { encodeBase64 } from "../../../lib/ground/values/base64.ts";
import { isLedgerError } from "../../../lib/index.ts";
import type { Contract } from "../../../lib/store.ts";
import { errorOf } from "../../support/error-of.ts";
import { fittingShape } from "../../support/fitting-shape.ts";
import { runs } from "../../support/properties.ts";
import { sharedFile } from "../../support/shared.ts";

const formatOf = ({ contractId }: Contract): string => contractId.slice(66, 70);

/** Undefined for what can be no blob. */
const decoded = (blob: string): Contract | undefined => {
  try {
    return decodeCreatedEventBlob(blob);
  } catch (error) {
    if (isLedgerError(error) && error.code === "INVALID_ARGUMENT") return undefined;
    throw error;
  }
};

describe("created-event blobs of public networks", () => {
  let contracts: readonly Contract[] = [];
  /** Whose ids commit to no types, so that they can be compared without the packages. */
  let untyped: readonly Contract[] = [];

  before(function () {
    const text = new TextDecoder().decode(
      sharedFile(this, "vectors", "public-created-event-blobs.txt"),
    );
    contracts = text.split("\n").flatMap((line) => decoded(line.trim()) ?? []);
    untyped = contracts.filter((contract) => formatOf(contract) !== "ca12");
  });

  it("are read, all 21", () => {
    expect(contracts).to.have.length(21);
    expect(new Set(contracts.map(formatOf))).to.deep.equal(new Set(["ca10", "ca11", "ca12"]));
  });

  it("fit the ids of formats ca10 and ca11, which are from before protocol version 34", () => {
    const formats = untyped.map(formatOf).sort();
    expect(formats).to.deep.equal(["ca10", "ca10", "ca10", "ca11", "ca11", "ca11", "ca11", "ca11"]);
    for (const contract of untyped) {
      expect(isAuthentic(contract, { argument: fittingShape(contract.argument) })).to.equal(true);
    }
  });

  it("fit none once a bit of them has changed @property", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(7), (which, place, bit) => {
        const contract = untyped[which % untyped.length];
        if (contract === undefined) return;
        const bytes = createdEventBlobBytes(contract);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        const altered = decoded(encodeBase64(bytes));
        if (altered === undefined) return;
        // To what makes it unique an id does not commit.
        const { contractId } = contract;
        const isSame = equal({ ...altered, contractId }, contract);
        if (isSame && altered.contractId.endsWith(contractId.slice(66))) return;
        read++;
        const shapes = { argument: fittingShape(altered.argument) };
        expect(isAuthentic(altered, shapes)).to.equal(false);
      }),
      { numRuns: runs(150) },
    );
    expect(read).to.be.at.least(runs(50));
  });

  it("of version 2 are refused in words, as participants take none", () => {
    const [contract] = untyped;
    if (contract === undefined) return;
    const contractId = `01${"ab".repeat(12)}80${"cd".repeat(32)}`;
    expect(
      isAuthentic({ ...contract, contractId }, { argument: fittingShape(contract.argument) }),
    ).to.equal(false);
    const blob = encodeBase64(createdEventBlobBytes({ ...contract, contractId }));
    expect(errorOf(() => decodeCreatedEventBlob(blob)).cause).to.include("is of version 2");
  });
});

const equal = (one: Contract, other: Contract): boolean => inText(one) === inText(other);

const inText = (contract: Contract): string =>
  JSON.stringify(contract, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
