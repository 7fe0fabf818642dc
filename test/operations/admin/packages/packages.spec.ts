import { expect } from "chai";

import {
  anonymousCaller,
  getPackage,
  getPackageStatus,
  listPackages,
} from "../../../../lib/api.ts";
import { createLedger } from "../../../../lib/index.ts";
import { userCaller } from "../../../support/callers.ts";
import { errorOf } from "../../../support/error-of.ts";
import { plainPackage } from "../../../support/plain-package.ts";

const archive = Uint8Array.of(1, 2, 3);
const packages = [plainPackage("written"), plainPackage("uploaded", "1.0.0", { archive })];
const [written = "", uploaded = ""] = packages.map(({ packageId }) => packageId);

describe("package operations", () => {
  it("lists the ids of all packages, ascending", async () => {
    const ledger = await createLedger({ seed: 1, packages });
    const { packageIds } = listPackages(ledger, {}, userCaller("x"));
    expect(packageIds).to.include.members([written, uploaded]);
    expect(packageIds).to.deep.equal([...packageIds].sort());
  });

  it("distinguishes known and unknown packages by their status", async () => {
    const ledger = await createLedger({ seed: 1, packages });
    expect(getPackageStatus(ledger, { packageId: written })).to.deep.equal({
      packageStatus: "PACKAGE_STATUS_REGISTERED",
    });
    expect(getPackageStatus(ledger, { packageId: "00".repeat(32) })).to.deep.equal({
      packageStatus: "PACKAGE_STATUS_UNSPECIFIED",
    });
  });

  it("returns the archive of an uploaded package", async () => {
    const ledger = await createLedger({ seed: 1, packages });
    const found = getPackage(ledger, { packageId: uploaded });
    expect(found).to.deep.equal({ packageId: uploaded, archive });
  });

  it("has no archive of unknown packages and of packages written in TypeScript", async () => {
    const ledger = await createLedger({ seed: 1, packages });
    for (const packageId of [written, "00".repeat(32)]) {
      expect(errorOf(() => getPackage(ledger, { packageId }))).to.deep.include({
        code: "PACKAGE_NOT_FOUND",
        resources: [["PACKAGE", packageId]],
      });
    }
  });

  it("refuses malformed package ids", async () => {
    const ledger = await createLedger({ seed: 1 });
    for (const packageId of ["", "a.b", "x".repeat(65)]) {
      expect(errorOf(() => getPackageStatus(ledger, { packageId })).code).to.equal(
        "INVALID_ARGUMENT",
      );
      expect(errorOf(() => getPackage(ledger, { packageId })).code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("refuses callers without a token", async () => {
    const ledger = await createLedger({ seed: 1 });
    const request = { packageId: "00" };
    for (const operation of [listPackages, getPackageStatus, getPackage]) {
      const error = errorOf(() => operation(ledger, request, anonymousCaller));
      expect(error.code).to.equal("UNAUTHENTICATED");
    }
  });
});
