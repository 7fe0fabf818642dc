import { expect } from "chai";

import {
  addPackages,
  anonymousCaller,
  listPackages,
  validatePackages,
} from "../../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../../lib/index.ts";
import { administratorOf } from "../../../support/callers.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { plainPackage } from "../../../support/plain-package.ts";

const data = { kind: "enum", constructors: ["A"] } as const;
const withData = { dataTypes: new Map([["M:T", data]]) };
const base = plainPackage("base");
const app = plainPackage("app", "1.0.0", { dependencies: [base.packageId] });
const lineage1 = plainPackage("lineage", "1.0.0", withData);
const lineage2 = plainPackage("lineage", "2.0.0", {
  dataTypes: new Map([["M:T", { ...data, constructors: ["B"] }]]),
});

const isVetted = (ledger: Ledger, packageId: string): boolean => {
  const [synchronizer] = ledger.state.synchronizers;
  return ledger.state.vetting.get(synchronizer?.id ?? "")?.packages.has(packageId) === true;
};

describe("addPackages", () => {
  it("adds and vets packages in any order", async () => {
    const ledger = await createLedger({ seed: 1 });
    expect(await addPackages(ledger, { packages: [app, base] })).to.deep.equal({});
    expect(listPackages(ledger).packageIds).to.include.members([app.packageId, base.packageId]);
    expect(isVetted(ledger, app.packageId)).to.equal(true);
    const before = ledger.state;
    await addPackages(ledger, { packages: [base, app] });
    expect(ledger.state).to.equal(before);
  });

  it("leaves packages unvetted on request, and vets them when they are added again", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addPackages(ledger, { packages: [base], vetAllPackages: false });
    expect(ledger.state.packages.get(base.packageId)).to.equal(base);
    expect(isVetted(ledger, base.packageId)).to.equal(false);
    await addPackages(ledger, { packages: [base] });
    expect(isVetted(ledger, base.packageId)).to.equal(true);
  });

  it("is undone by a revert, and is replayed from the journal", async () => {
    const ledger = await createLedger({ seed: 1 });
    const snapshot = ledger.snapshot();
    await addPackages(ledger, { packages: [base] });
    await ledger.revert(snapshot);
    expect(ledger.state.packages.get(base.packageId)).to.equal(undefined);
    await addPackages(ledger, { packages: [base] });
    expect(isVetted(ledger, base.packageId)).to.equal(true);
  });

  const twin = { ...lineage1, packageId: "22".repeat(32) };
  const refused: readonly (readonly [string, string, object])[] = [
    ["a package without its dependency", "DAR_DEPENDENCIES_NOT_VALID", { packages: [app] }],
    [
      "a malformed synchronizer",
      "PROTO_DESERIALIZATION_FAILURE",
      { packages: [base], synchronizerId: "x" },
    ],
    [
      "an unknown synchronizer",
      "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
      { packages: [base], synchronizerId: "x::1220ab" },
    ],
  ];
  for (const [what, code, request] of refused) {
    it(`refuses ${what} with ${code} and changes nothing; so does validatePackages`, async () => {
      const ledger = await createLedger({ seed: 1, packages: [lineage1] });
      const before = ledger.state;
      const typed = request as Parameters<typeof addPackages>[1];
      expect((await rejectionOf(addPackages(ledger, typed))).code).to.equal(code);
      expect(errorOf(() => validatePackages(ledger, typed)).code).to.equal(code);
      expect(ledger.state).to.equal(before);
    });
  }

  for (const [what, code, added] of [
    ["a version that is taken", "KNOWN_PACKAGE_VERSION", twin],
    ["an invalid upgrade", "NOT_VALID_UPGRADE_PACKAGE", lineage2],
  ] as const) {
    it(`refuses to vet ${what} with ${code} but knows it; validatePackages does not`, async () => {
      const ledger = await createLedger({ seed: 1, packages: [lineage1] });
      const request = { packages: [added] };
      expect(errorOf(() => validatePackages(ledger, request)).code).to.equal(code);
      expect(ledger.state.packages.get(added.packageId)).to.equal(undefined);
      expect((await rejectionOf(addPackages(ledger, request))).code).to.equal(code);
      expect(ledger.state.packages.get(added.packageId)).to.equal(added);
      expect(isVetted(ledger, added.packageId)).to.equal(false);
      await addPackages(ledger, { ...request, vetAllPackages: false });
    });
  }

  it("refuses packages with known but unvetted dependencies", async () => {
    const ledger = await createLedger({ seed: 1 });
    await addPackages(ledger, { packages: [base], vetAllPackages: false });
    const error = await rejectionOf(addPackages(ledger, { packages: [app] }));
    expect(error.code).to.equal("TOPOLOGY_DEPENDENCIES_NOT_VETTED");
    await addPackages(ledger, { packages: [app, base] });
    expect(isVetted(ledger, app.packageId)).to.equal(true);
  });

  it("requires the synchronizer if there are several, unless the request vets nothing", async () => {
    const synchronizers = [{ alias: "east" }, { alias: "west" }];
    const ledger = await createLedger({ seed: 1, synchronizers });
    const error = await rejectionOf(addPackages(ledger, { packages: [base] }));
    expect(error.code).to.equal("PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER");
    await addPackages(ledger, { packages: [base], vetAllPackages: false });
  });

  it("is allowed only for participant administrators", async () => {
    const ledger = await createLedger({ seed: 1 });
    const denied = await rejectionOf(addPackages(ledger, { packages: [] }, administratorOf("one")));
    expect(denied.code).to.equal("PERMISSION_DENIED");
    const none = errorOf(() => validatePackages(ledger, { packages: [] }, anonymousCaller));
    expect(none.code).to.equal("UNAUTHENTICATED");
  });
});

describe("validatePackages", () => {
  it("accepts the same packages as addPackages, and adds nothing", async () => {
    const ledger = await createLedger({ seed: 1 });
    const before = ledger.state;
    validatePackages(ledger, { packages: [app, base] });
    expect(ledger.state).to.equal(before);
  });
});
