import { expect } from "chai";

import { anonymousCaller, listVettedPackages, updateVettedPackages } from "../../../../lib/api.ts";
import { createLedger, type Ledger, type LedgerOptions } from "../../../../lib/index.ts";
import { administratorOf, userCaller } from "../../../support/callers.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { plainPackage } from "../../../support/plain-package.ts";
import { untyped } from "../../../support/untyped.ts";

const base = plainPackage("base");
const middle = plainPackage("middle", "1.0.0", { dependencies: [base.packageId] });
const top = plainPackage("top", "1.0.0", { dependencies: [middle.packageId] });
const top2 = plainPackage("top", "2.0.0", { dependencies: [middle.packageId] });
const field = { name: "a", type: { kind: "text" } } as const;
const dataTypes = (...fields: (typeof field)[]) => ({
  dataTypes: new Map([["M:T", { kind: "record", parameters: [], fields } as const]]),
});
const strict = plainPackage("strict", "1.0.0", dataTypes());
const strict2 = plainPackage("strict", "2.0.0", dataTypes(field));
const rival = { ...strict, packageId: "11".repeat(32) };
const packages = [base, middle, top, top2, strict, strict2, rival];

const flag = (name: string): string => `UPDATE_VETTED_PACKAGES_FORCE_FLAG_${name}`;
const byId = ({ packageId }: { packageId: string }) => ({ packageId });
const vet = (references: readonly object[], bounds: object = {}) => ({
  operation: { Vet: { value: { packages: references, ...bounds } } },
});
const unvet = (...references: object[]) => ({
  operation: { Unvet: { value: { packages: references } } },
});

/** Creates a ledger on which none of the test's packages was ever vetted. */
const unvettedLedger = async (
  aliases = ["local"],
  options: LedgerOptions = {},
): Promise<Ledger> => {
  const ledger = await createLedger({
    ...options,
    seed: 1,
    synchronizers: aliases.map((alias) => ({ alias })),
  });
  await ledger.commit(() => ({
    events: [{ kind: "packagesAdded", packageIds: packages.map(({ packageId }) => packageId) }],
    outcome: undefined,
    packages,
  }));
  return ledger;
};

const allButStrict = vet([base, middle, top].map(byId));
const update = (ledger: Ledger, changes: readonly object[], rest: object = {}) =>
  updateVettedPackages(ledger, { changes, ...rest });
const namesIn = (vetted: {
  packages: readonly { packageName: string; packageVersion: string }[];
}) =>
  vetted.packages
    .map(({ packageName, packageVersion }) => `${packageName} ${packageVersion}`)
    .filter((name) => !name.startsWith("canton-"));

describe("updateVettedPackages", () => {
  it("S9.1+ vets packages by name, with version, and by id", async () => {
    const ledger = await unvettedLedger();
    const references = [
      { packageName: "base" },
      { packageName: "middle", packageVersion: "1.0.0" },
      { packageId: top.packageId },
      { packageId: top2.packageId, packageName: "top", packageVersion: "2.0.0" },
    ];
    const answer = await update(ledger, [vet(references)]);
    expect(namesIn(answer.newVettedPackages)).to.deep.equal([
      "base 1.0.0",
      "middle 1.0.0",
      "top 1.0.0",
      "top 2.0.0",
    ]);
    const { participantId, synchronizers } = ledger.state;
    expect(answer.newVettedPackages).to.deep.include({
      participantId,
      synchronizerId: synchronizers[0]?.id,
    });
    expect(
      answer.newVettedPackages.packages.find(({ packageName }) => packageName === "base"),
    ).to.deep.equal({
      packageId: base.packageId,
      validFromInclusive: null,
      validUntilExclusive: null,
      packageName: "base",
      packageVersion: "1.0.0",
    });
  });

  it("S9.7+ returns the earlier vetting and increments the serial once per effective change", async () => {
    const ledger = await unvettedLedger();
    const serial = ledger.state.vetting.get(ledger.state.synchronizers[0]?.id ?? "")?.serial ?? 0;
    const first = await update(ledger, [allButStrict]);
    expect(first.newVettedPackages.topologySerial).to.equal(serial + 1);
    const again = await update(ledger, [allButStrict]);
    expect(again.pastVettedPackages).to.deep.equal(first.newVettedPackages);
    expect(again.newVettedPackages).to.deep.equal(first.newVettedPackages);
    const unvetted = await update(ledger, [unvet({ packageName: "top" })]);
    expect(unvetted.newVettedPackages.topologySerial).to.equal(serial + 2);
    expect(namesIn(unvetted.newVettedPackages)).to.deep.equal(["base 1.0.0", "middle 1.0.0"]);
  });

  it("replaces the bounds of a vetted package", async () => {
    const ledger = await unvettedLedger();
    await update(ledger, [vet([byId(base)])]);
    const bounds = {
      newValidFromInclusive: "2024-01-01T00:00:00Z",
      newValidUntilExclusive: "2025-01-01T00:00:00.5Z",
    };
    const { newVettedPackages } = await update(ledger, [vet([byId(base)], bounds)]);
    expect(
      newVettedPackages.packages.find(({ packageName }) => packageName === "base"),
    ).to.deep.include({
      validFromInclusive: "2024-01-01T00:00:00Z",
      validUntilExclusive: "2025-01-01T00:00:00.500Z",
    });
  });

  it("S9.2+ applies the later of two changes of a package, and ignores packages that cannot be unvetted", async () => {
    const ledger = await unvettedLedger();
    const changes = [vet([byId(base)]), unvet(byId(base), { packageName: "unknown" }, byId(top))];
    expect(namesIn((await update(ledger, changes)).newVettedPackages)).to.deep.equal([]);
    const reversed = await update(ledger, [...changes].reverse());
    expect(namesIn(reversed.newVettedPackages)).to.deep.equal(["base 1.0.0"]);
  });

  it("unvets every package of a name", async () => {
    const ledger = await unvettedLedger();
    await update(ledger, [allButStrict, vet([byId(top2)])]);
    const { newVettedPackages } = await update(ledger, [unvet({ packageName: "top" })]);
    expect(namesIn(newVettedPackages)).to.deep.equal(["base 1.0.0", "middle 1.0.0"]);
  });

  it("S9.7- returns an empty list, and null for the earlier vetting, before any vetting", async () => {
    const ledger = await unvettedLedger();
    const synchronizerId = "late::1220ab";
    await ledger.commit(() => ({
      events: [{ kind: "synchronizerConnected", alias: "late", synchronizerId }],
      outcome: undefined,
    }));
    const answer = await update(ledger, [unvet({ packageName: "base" })], { synchronizerId });
    expect(answer).to.deep.equal({
      pastVettedPackages: null,
      newVettedPackages: {
        packages: [],
        participantId: ledger.state.participantId,
        synchronizerId,
        topologySerial: 0,
      },
    });
    const next = { expectedTopologySerial: { serial: { NoPrior: {} } }, synchronizerId };
    const vetted = await update(ledger, [vet([byId(base)])], next);
    expect(vetted.pastVettedPackages).to.equal(null);
    expect(vetted.newVettedPackages.topologySerial).to.equal(1);
  });

  it("S9.3+ returns the result of a dry run without storing it", async () => {
    const ledger = await unvettedLedger();
    const before = ledger.state;
    const dry = await update(ledger, [allButStrict], { dryRun: true });
    expect(ledger.state).to.equal(before);
    expect(await update(ledger, [allButStrict])).to.deep.equal(dry);
  });

  describe("updateVettedPackages with an expected serial", () => {
    const expecting = (serial: object) => ({ expectedTopologySerial: { serial } });

    it("S9.5+ accepts the right serial, and an empty one", async () => {
      const ledger = await unvettedLedger();
      const { topologySerial } = (await update(ledger, [vet([byId(base)])])).newVettedPackages;
      await update(ledger, [unvet(byId(base))], expecting({ Prior: { value: topologySerial } }));
      await update(ledger, [vet([byId(base)])], expecting({ Empty: {} }));
    });

    for (const serial of [{ Prior: { value: 77 } }, { NoPrior: {} }]) {
      it(`S9.5- rejects the wrong serial ${JSON.stringify(serial)}, in a dry run too`, async () => {
        const ledger = await unvettedLedger();
        await update(ledger, [vet([byId(base)])]);
        for (const dryRun of [false, true]) {
          const attempt = update(ledger, [unvet(byId(base))], { ...expecting(serial), dryRun });
          expect((await rejectionOf(attempt)).code).to.equal("TOPOLOGY_SERIAL_MISMATCH");
        }
      });
    }

    it("accepts exactly one of two simultaneous changes", async () => {
      const ledger = await unvettedLedger();
      const { topologySerial } = (await update(ledger, [vet([byId(base)])])).newVettedPackages;
      const rest = expecting({ Prior: { value: topologySerial } });
      const attempts = [byId(middle), byId(strict)].map((each) =>
        update(ledger, [vet([each])], rest),
      );
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(["fulfilled", "rejected"]);
    });
  });

  describe("updateVettedPackages checks dependencies", () => {
    const allowing = { updateVettedPackagesForceFlags: [flag("ALLOW_UNVETTED_DEPENDENCIES")] };

    const checked = () => unvettedLedger(["local"], { protocolVersion: 34 });

    it("S9.3- S9.6- refuses an added package without its dependencies before protocol version 35", async () => {
      const ledger = await checked();
      const changes = [vet([byId(middle), byId(top)])];
      for (const dryRun of [false, true]) {
        const error = await rejectionOf(update(ledger, changes, { dryRun }));
        expect(error).to.deep.include({
          code: "TOPOLOGY_DEPENDENCIES_NOT_VETTED",
          resources: [],
          context: { unvetted: `Set(${base.packageId})` },
        });
      }
      expect(namesIn((await update(ledger, changes, allowing)).newVettedPackages)).to.have.length(
        2,
      );
    });

    it("refuses to unvet a dependency of a vetted package, and allows unrelated changes while a package that was vetted before lacks a dependency", async () => {
      const ledger = await checked();
      await update(ledger, [allButStrict]);
      const error = await rejectionOf(update(ledger, [unvet(byId(middle))]));
      expect(error.code).to.equal("TOPOLOGY_DEPENDENCIES_NOT_VETTED");
      await update(ledger, [unvet(byId(middle))], allowing);
      await update(ledger, [vet([byId(strict)])]);
    });

    it("checks dependencies before release 3.5.5 even with protocol version 35", async () => {
      const ledger = await unvettedLedger(["local"], { apiVersion: "3.5.1" });
      const error = await rejectionOf(update(ledger, [vet([byId(middle)])]));
      expect(error.code).to.equal("TOPOLOGY_DEPENDENCIES_NOT_VETTED");
    });

    it("allows missing dependencies from protocol version 35 on, even without the force flag", async () => {
      for (const [apiVersion, rest] of [
        ["3.5", {}],
        ["3.5", allowing],
        ["3.6", {}],
      ] as const) {
        const ledger = await unvettedLedger(["local"], { apiVersion });
        const both = [vet([byId(middle), byId(top)]), unvet(byId(middle))];
        for (const dryRun of [true, false]) {
          const answer = await update(ledger, both, { ...rest, dryRun });
          expect(namesIn(answer.newVettedPackages)).to.deep.equal(["top 1.0.0"]);
        }
      }
    });
  });

  it("S9.6+ checks upgrades without the force flag, in a dry run too", async () => {
    const ledger = await unvettedLedger();
    await update(ledger, [vet([byId(strict)])]);
    const updateVettedPackagesForceFlags = [flag("ALLOW_VET_INCOMPATIBLE_UPGRADES")];
    for (const dryRun of [true, false]) {
      const error = await rejectionOf(update(ledger, [vet([byId(strict2)])], { dryRun }));
      expect(error.code, `dry run: ${dryRun}`).to.equal("NOT_VALID_UPGRADE_PACKAGE");
    }
    await update(ledger, [vet([byId(strict2)])], { dryRun: true, updateVettedPackagesForceFlags });
    await update(ledger, [vet([byId(strict2)])], { updateVettedPackagesForceFlags });
    await update(ledger, [vet([byId(base)])]);
  });

  it("refuses a second package of the same name and version, unless forced", async () => {
    const ledger = await unvettedLedger();
    await update(ledger, [vet([byId(strict)])]);
    const error = await rejectionOf(update(ledger, [vet([byId(rival)])]));
    expect(error.code).to.equal("KNOWN_PACKAGE_VERSION");
    expect(error.context).to.deep.equal({
      firstPackage: `${rival.packageId} (strict v1.0.0)`,
      secondPackage: `${strict.packageId} (strict v1.0.0)`,
    });
    const updateVettedPackagesForceFlags = [flag("ALLOW_VET_INCOMPATIBLE_UPGRADES")];
    await update(ledger, [vet([byId(rival)])], { updateVettedPackagesForceFlags });
    await update(ledger, [unvet(byId(strict))]);
  });

  const valid = [vet([byId(base)])];
  const refused: readonly (readonly [string, string, object])[] = [
    ["no changes", "INVALID_ARGUMENT", {}],
    ["a change without operation", "PROTO_DESERIALIZATION_FAILURE", { changes: [{}] }],
    [
      "an empty operation",
      "PROTO_DESERIALIZATION_FAILURE",
      { changes: [{ operation: { Empty: {} } }] },
    ],
    ["an empty reference", "PROTO_DESERIALIZATION_FAILURE", { changes: [vet([{}])] }],
    [
      "a version without name",
      "PROTO_DESERIALIZATION_FAILURE",
      { changes: [vet([{ packageVersion: "1.0.0" }])] },
    ],
    [
      "an id with a name but no version",
      "PROTO_DESERIALIZATION_FAILURE",
      { changes: [unvet({ ...byId(base), packageName: "base" })] },
    ],
    ["a malformed id", "PROTO_DESERIALIZATION_FAILURE", { changes: [vet([{ packageId: "a.b" }])] }],
    [
      "a malformed version",
      "PROTO_DESERIALIZATION_FAILURE",
      { changes: [vet([{ packageName: "base", packageVersion: "01" }])] },
    ],
    [
      "a malformed time",
      "INVALID_ARGUMENT",
      { changes: [vet([byId(base)], { newValidFromInclusive: "now" })] },
    ],
    [
      "a malformed synchronizer",
      "PROTO_DESERIALIZATION_FAILURE",
      { changes: valid, synchronizerId: "x" },
    ],
    [
      "a serial of 0",
      "PROTO_DESERIALIZATION_FAILURE",
      { changes: valid, expectedTopologySerial: { serial: { Prior: { value: 0 } } } },
    ],
    [
      "an unknown force flag",
      "INVALID_ARGUMENT",
      { changes: valid, updateVettedPackagesForceFlags: ["X"] },
    ],
    [
      "a synchronizer that is not connected",
      "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
      { changes: valid, synchronizerId: "x::1220ab" },
    ],
    [
      "an unknown package",
      "UNRESOLVED_VETTING_REFERENCE",
      { changes: [vet([{ packageName: "unknown" }])] },
    ],
    [
      "an id of another name",
      "UNRESOLVED_VETTING_REFERENCE",
      { changes: [vet([{ ...byId(base), packageName: "top", packageVersion: "1.0.0" }])] },
    ],
    [
      "a name and version of two packages",
      "AMBIGUOUS_VETTING_REFERENCE",
      { changes: [vet([{ packageName: "strict", packageVersion: "1.0.0" }])] },
    ],
    [
      "a validity period that ends when it begins",
      "TOPOLOGY_INVALID_MAPPING",
      {
        changes: [
          vet([byId(base)], {
            newValidFromInclusive: "2025-01-01T00:00:00Z",
            newValidUntilExclusive: "2025-01-01T00:00:00Z",
          }),
        ],
      },
    ],
    [
      "a name of two packages",
      "AMBIGUOUS_VETTING_REFERENCE",
      { changes: [vet([{ packageName: "top" }])] },
    ],
  ];
  for (const [what, code, request] of refused) {
    it(`refuses ${what} with ${code} and changes nothing`, async () => {
      const ledger = await unvettedLedger();
      const before = ledger.state;
      expect((await rejectionOf(updateVettedPackages(ledger, untyped(request)))).code).to.equal(
        code,
      );
      expect(ledger.state).to.equal(before);
    });
  }

  it("S9.1- refuses an empty list of changes", async () => {
    const error = await rejectionOf(update(await unvettedLedger(), []));
    expect(error.code).to.equal("INVALID_ARGUMENT");
  });

  it("S9.1+ with participant precedence, accepts an empty list of changes, and changes nothing", async () => {
    const ledger = await unvettedLedger(["local"], { precedence: "participant" });
    const { vetting } = ledger.state;
    const { pastVettedPackages, newVettedPackages } = await update(ledger, []);
    expect(newVettedPackages).to.deep.equal(pastVettedPackages);
    expect(ledger.state.vetting).to.equal(vetting);
  });

  it("S9.2- applies none of the changes when one of them fails", async () => {
    const ledger = await unvettedLedger();
    const before = ledger.state;
    const changes = [vet([byId(base)]), vet([{ packageName: "unknown" }])];
    const error = await rejectionOf(update(ledger, changes));
    expect(error.code).to.equal("UNRESOLVED_VETTING_REFERENCE");
    expect(ledger.state).to.equal(before);
  });

  it("includes the reason for a malformed request in the context", async () => {
    const error = await rejectionOf(update(await unvettedLedger(), [{}]));
    expect(error.context["reason"]).to.include("changes[0]");
  });

  it("S9.4+ S9.4- requires the synchronizer if there are several", async () => {
    const ledger = await unvettedLedger(["east", "west"]);
    const error = await rejectionOf(update(ledger, valid));
    expect(error.code).to.equal("PACKAGE_SERVICE_CANNOT_AUTODETECT_SYNCHRONIZER");
    const synchronizerId = ledger.state.synchronizers[1]?.id ?? "";
    const { newVettedPackages } = await update(ledger, valid, { synchronizerId });
    expect(newVettedPackages.synchronizerId).to.equal(synchronizerId);
  });

  it("is allowed only for participant administrators, for any request", async () => {
    const ledger = await unvettedLedger();
    for (const caller of [administratorOf("one"), userCaller("x")]) {
      const error = await rejectionOf(updateVettedPackages(ledger, untyped({}), caller));
      expect(error.code).to.equal("PERMISSION_DENIED");
    }
    const none = await rejectionOf(updateVettedPackages(ledger, untyped({}), anonymousCaller));
    expect(none.code).to.equal("UNAUTHENTICATED");
  });
});

describe("listVettedPackages", () => {
  const filled = async (): Promise<Ledger> => {
    const ledger = await unvettedLedger(["east", "west", "north"]);
    for (const { id } of ledger.state.synchronizers.slice(0, 2)) {
      await update(ledger, [allButStrict], { synchronizerId: id });
    }
    return ledger;
  };

  const pages = (ledger: Ledger, request: object): string[][] => {
    const found: string[][] = [];
    let pageToken = "";
    do {
      const page = listVettedPackages(ledger, { ...request, pageToken });
      found.push(page.vettedPackages.map(({ synchronizerId }) => synchronizerId));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    return found;
  };

  it("returns every synchronizer once, by id, and ends with an empty page", async () => {
    const ledger = await filled();
    const ids = [...ledger.state.vetting.keys()];
    expect(pages(ledger, { pageSize: 1 })).to.deep.equal([...ids.map((id) => [id]), []]);
    expect(pages(ledger, {})).to.deep.equal([ids, []]);
  });

  it("filters packages by id or the start of the name, and omits empty results", async () => {
    const ledger = await filled();
    const packageMetadataFilter = {
      packageIds: [top.packageId],
      packageNamePrefixes: ["mid"],
    };
    const { vettedPackages } = listVettedPackages(ledger, { packageMetadataFilter });
    expect(vettedPackages.map(namesIn)).to.deep.equal([
      ["middle 1.0.0", "top 1.0.0"],
      ["middle 1.0.0", "top 1.0.0"],
    ]);
  });

  it("filters by participant and synchronizer together", async () => {
    const ledger = await filled();
    const [first = "", second = ""] = ledger.state.vetting.keys();
    const list = (topologyStateFilter: object): readonly string[] =>
      listVettedPackages(ledger, { topologyStateFilter }).vettedPackages.map(
        ({ synchronizerId }) => synchronizerId,
      );
    const { participantId } = ledger.state;
    expect(list({ synchronizerIds: [second, first] })).to.deep.equal([first, second]);
    expect(list({ synchronizerIds: [second] })).to.deep.equal([second]);
    expect(list({ participantIds: [participantId], synchronizerIds: [first] })).to.deep.equal([
      first,
    ]);
    expect(list({ participantIds: ["other::1220ab"] })).to.deep.equal([]);
  });

  it("refuses a synchronizer that is not connected", async () => {
    const ledger = await unvettedLedger();
    const topologyStateFilter = { synchronizerIds: ["x::1220ab"] };
    const error = errorOf(() => listVettedPackages(ledger, { topologyStateFilter }));
    expect(error.code).to.equal("TOPOLOGY_STORE_NOT_FOUND");
    expect(error.context).to.deep.equal({ synchronizerId: "x::1220ab" });
  });

  for (const request of [
    { pageSize: 101 },
    { pageSize: -1 },
    { pageToken: "?" },
    { pageToken: "dXNlcnMvYQ==" },
    { packageMetadataFilter: { packageIds: ["xyz!"] } },
    { topologyStateFilter: { participantIds: ["PAR::other::1220ab"] } },
    { topologyStateFilter: { synchronizerIds: ["x"] } },
  ]) {
    it(`refuses ${JSON.stringify(request)}`, async () => {
      const ledger = await unvettedLedger();
      const error = errorOf(() => listVettedPackages(ledger, request));
      expect(error.code).to.equal("PROTO_DESERIALIZATION_FAILURE");
    });
  }

  it("is open to every user, and refuses callers without a token", async () => {
    const ledger = await filled();
    expect(listVettedPackages(ledger, {}, userCaller("x")).vettedPackages).to.not.be.empty;
    expect(errorOf(() => listVettedPackages(ledger, {}, anonymousCaller)).code).to.equal(
      "UNAUTHENTICATED",
    );
  });
});
