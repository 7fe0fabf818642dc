import { expect } from "chai";

import {
  allocateParty,
  anonymousCaller,
  getPreferredPackages,
  getPreferredPackageVersion,
  hostParty,
  updateVettedPackages,
} from "../../../../lib/api.ts";
import { createLedger } from "../../../../lib/index.ts";
import { userCaller } from "../../../support/callers.ts";
import { errorOf } from "../../../support/error-of.ts";
import { plainPackage } from "../../../support/plain-package.ts";
import { untyped } from "../../../support/untyped.ts";

const library = plainPackage("library");
const app1 = plainPackage("app", "1.9.0");
const app2 = plainPackage("app", "1.10.0", { dependencies: [library.packageId] });
const packages = [library, app1, app2];

const setUp = async () => {
  const synchronizers = [{ alias: "east" }, { alias: "west" }];
  const ledger = await createLedger({ seed: 1, packages, synchronizers });
  const [east = "", west = ""] = ledger.state.synchronizers.map(({ id }) => id);
  const allocate = async (partyIdHint: string, synchronizerId: string): Promise<string> =>
    (await allocateParty(ledger, { partyIdHint, synchronizerId })).partyDetails.party;
  const alice = await allocate("alice", east);
  await hostParty(ledger, { party: alice, synchronizerId: west });
  const bob = await allocate("bob", west);
  const vet = (operation: string, packageId: string, synchronizerId: string, bounds: object = {}) =>
    updateVettedPackages(
      ledger,
      untyped({
        changes: [
          { operation: { [operation]: { value: { packages: [{ packageId }], ...bounds } } } },
        ],
        synchronizerId,
        updateVettedPackagesForceFlags: [
          "UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES",
        ],
      }),
    );
  const preferred = (parties: readonly string[], rest: object = {}) => {
    const packageVettingRequirements = [{ packageName: "app", parties }];
    const answer = getPreferredPackages(ledger, { packageVettingRequirements, ...rest });
    return [answer.packageReferences.map((each) => each.packageVersion), answer.synchronizerId];
  };
  return { ledger, east, west, alice, bob, vet, preferred };
};

describe("getPreferredPackages", () => {
  it("returns the highest vetted version, on the synchronizer that was connected first", async () => {
    const { ledger, east, alice } = await setUp();
    const packageVettingRequirements = [
      { packageName: "library", parties: [alice] },
      { packageName: "app", parties: [alice] },
    ];
    expect(getPreferredPackages(ledger, { packageVettingRequirements })).to.deep.equal({
      packageReferences: [
        { packageId: library.packageId, packageName: "library", packageVersion: "1.0.0" },
        { packageId: app2.packageId, packageName: "app", packageVersion: "1.10.0" },
      ],
      synchronizerId: east,
    });
  });

  it("considers only synchronizers on which all the parties are hosted", async () => {
    const { preferred, alice, bob, west, east } = await setUp();
    expect(preferred([alice, bob])).to.deep.equal([["1.10.0"], west]);
    expect(errorOf(() => preferred([alice, bob], { synchronizerId: east })).code).to.equal(
      "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
    );
  });

  it("selects another synchronizer for a higher version", async () => {
    const { preferred, alice, vet, east, west } = await setUp();
    await vet("Unvet", app2.packageId, east);
    expect(preferred([alice])).to.deep.equal([["1.10.0"], west]);
    expect(preferred([alice], { synchronizerId: east })).to.deep.equal([["1.9.0"], east]);
  });

  it("skips versions without a vetted dependency", async () => {
    const { preferred, alice, vet, east } = await setUp();
    await vet("Unvet", library.packageId, east);
    expect(preferred([alice], { synchronizerId: east })).to.deep.equal([["1.9.0"], east]);
  });

  it("respects the time bounds of vetting, now or at the requested time", async () => {
    const { preferred, alice, vet, east } = await setUp();
    await vet("Vet", app2.packageId, east, { newValidFromInclusive: "9000-01-01T00:00:00Z" });
    const at = (vettingValidAt?: string) =>
      preferred([alice], { synchronizerId: east, ...(vettingValidAt && { vettingValidAt }) })[0];
    expect(at()).to.deep.equal(["1.9.0"]);
    expect(at("8999-12-31T23:59:59Z")).to.deep.equal(["1.9.0"]);
    expect(at("9000-01-01T00:00:00Z")).to.deep.equal(["1.10.0"]);
  });

  it("returns one reference for a duplicate name", async () => {
    const { ledger, alice, bob, west } = await setUp();
    const packageVettingRequirements = [alice, bob].map((party) => ({
      packageName: "app",
      parties: [party],
    }));
    const answer = getPreferredPackages(ledger, { packageVettingRequirements });
    expect(answer.packageReferences).to.have.length(1);
    expect(answer.synchronizerId).to.equal(west);
  });

  it("finds nothing if no version is vetted", async () => {
    const { preferred, alice, vet, east } = await setUp();
    for (const { packageId } of [app1, app2]) await vet("Unvet", packageId, east);
    expect(errorOf(() => preferred([alice], { synchronizerId: east })).code).to.equal(
      "NO_PREFERRED_PACKAGES_FOUND",
    );
  });

  it("names an unknown party or synchronizer", async () => {
    const { preferred, alice } = await setUp();
    const stranger = errorOf(() => preferred([alice, "nobody"]));
    expect(stranger.code).to.equal("UNKNOWN_INFORMEES");
    expect(stranger.context).to.deep.equal({ unknownInformees: "Set(nobody)" });
    const elsewhere = errorOf(() => preferred([alice], { synchronizerId: "x::1220ab" }));
    expect(elsewhere.code).to.equal("INVALID_PRESCRIBED_SYNCHRONIZER_ID");
  });

  const one = (requirement: object) => ({ packageVettingRequirements: [requirement] });
  const refused: readonly (readonly [string, string, object])[] = [
    ["no requirements", "MISSING_FIELD", {}],
    ["no parties", "MISSING_FIELD", one({ packageName: "app" })],
    ["no package name", "MISSING_FIELD", one({ parties: ["p"] })],
    ["a malformed package name", "INVALID_FIELD", one({ packageName: "a b", parties: ["p"] })],
    ["a malformed party", "INVALID_ARGUMENT", one({ packageName: "app", parties: ["a/b"] })],
    [
      "a malformed synchronizer",
      "INVALID_FIELD",
      { ...one({ packageName: "app", parties: ["p"] }), synchronizerId: "x" },
    ],
    [
      "a malformed time",
      "INVALID_ARGUMENT",
      { ...one({ packageName: "app", parties: ["p"] }), vettingValidAt: "now" },
    ],
    [
      "an unknown package name",
      "PACKAGE_NAMES_NOT_FOUND",
      one({ packageName: "other", parties: ["p"] }),
    ],
  ];
  for (const [what, code, request] of refused) {
    it(`refuses ${what} with ${code}`, async () => {
      const { ledger } = await setUp();
      expect(errorOf(() => getPreferredPackages(ledger, untyped(request))).code).to.equal(code);
    });
  }

  it("names missing fields like a participant", async () => {
    const { ledger } = await setUp();
    for (const [request, name] of [
      [{}, "package_vetting_requirements/packageVettingRequirements"],
      [one({ packageName: "", parties: ["p"] }), "package_name/packageName"],
    ] as const) {
      const { context } = errorOf(() => getPreferredPackages(ledger, untyped(request)));
      expect(context).to.deep.equal({ field_name: name });
    }
  });

  it("is open to every user, and refuses callers without a token", async () => {
    const { ledger, alice } = await setUp();
    const request = one({ packageName: "app", parties: [alice] });
    getPreferredPackages(ledger, untyped(request), userCaller("x"));
    const error = errorOf(() => getPreferredPackages(ledger, untyped(request), anonymousCaller));
    expect(error.code).to.equal("UNAUTHENTICATED");
  });
});

describe("getPreferredPackageVersion", () => {
  it("returns the preference, or null if there is none", async () => {
    const { ledger, alice, east, west, vet } = await setUp();
    const ask = (packageName: string) =>
      getPreferredPackageVersion(ledger, { packageName, parties: [alice] }).packagePreference;
    expect(ask("app")).to.deep.equal({
      packageReference: {
        packageId: app2.packageId,
        packageName: "app",
        packageVersion: "1.10.0",
      },
      synchronizerId: east,
    });
    for (const synchronizer of [east, west]) await vet("Unvet", library.packageId, synchronizer);
    expect(ask("library")).to.equal(null);
  });

  it("refuses an unknown name or party", async () => {
    const { ledger, alice } = await setUp();
    const ask = (packageName: string, ...parties: readonly string[]) =>
      errorOf(() => getPreferredPackageVersion(ledger, { packageName, parties })).code;
    expect(ask("other", alice)).to.equal("PACKAGE_NAMES_NOT_FOUND");
    expect(ask("app", alice, "nobody")).to.equal("UNKNOWN_INFORMEES");
  });

  it("requires a package name and parties", async () => {
    const { ledger } = await setUp();
    for (const request of [{ packageName: "app" }, { parties: ["p"] }]) {
      const error = errorOf(() => getPreferredPackageVersion(ledger, untyped(request)));
      expect(error.code).to.equal("MISSING_FIELD");
    }
  });
});
