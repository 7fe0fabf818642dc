import { expect } from "chai";

import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import { exercise, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { plainPackage } from "../../support/plain-package.ts";

const list = "/v2/package-vetting/list";
const update = "/v2/package-vetting/update";

const dependency = plainPackage("vet-dep");
const first = plainPackage("vet-main", "1.0.0", { dependencies: [dependency.packageId] });
const second = plainPackage("vet-main", "2.0.0", { dependencies: [dependency.packageId] });
const field = { name: "a", type: { kind: "text" } } as const;
const typesOf = (...fields: (typeof field)[]) => ({
  dataTypes: new Map([["M:T", { kind: "record", parameters: [], fields } as const]]),
});
const narrow = plainPackage("vet-split", "1.0.0", typesOf());
const widened = plainPackage("vet-split", "2.0.0", typesOf(field));
const rival = { ...narrow, packageId: "11".repeat(32) };
const packages = [dependency, first, second, narrow, widened, rival];

interface Vetted {
  readonly packages: readonly { readonly packageId: string; readonly packageName: string }[];
  readonly topologySerial: number;
}

interface Updated {
  readonly pastVettedPackages: Vetted | null;
  readonly newVettedPackages: Vetted;
}

/** Uploads packages that the participant then knows but has not vetted. */
const uploaded = async (api: CaseLedger): Promise<void> => {
  const packageIds = packages.map(({ packageId }) => packageId);
  await api.ledger.commit(() => ({
    events: [{ kind: "packagesAdded", packageIds }],
    outcome: undefined,
    packages,
  }));
};

const vet = (references: readonly object[], bounds: Fields = {}) => ({
  operation: { Vet: { value: { packages: references, ...bounds } } },
});
const unvet = (...references: readonly object[]) => ({
  operation: { Unvet: { value: { packages: references } } },
});
const byId = ({ packageId }: { readonly packageId: string }) => ({ packageId });

const change = (api: CaseLedger, changes: readonly object[], more: Fields = {}) =>
  api.post<Updated>(update, { changes, ...more });

const listed = async (api: CaseLedger, request: Fields = {}): Promise<readonly Vetted[]> => {
  const answer = await api.post<{ readonly vettedPackages: readonly Vetted[] }>(list, request);
  return answer.vettedPackages;
};

const named = (...packageNamePrefixes: readonly string[]) => ({
  packageMetadataFilter: { packageNamePrefixes, packageIds: [] },
});

const idsOf = (vetted: readonly Vetted[]): readonly string[] =>
  vetted.flatMap((each) => each.packages.map(({ packageId }) => packageId));

/** Returns only the packages of this test. */
const ownOf = ({ packages: of }: Vetted): readonly string[] =>
  of.filter(({ packageName }) => packageName.startsWith("vet-")).map(({ packageId }) => packageId);

const sorted = (...of: readonly { readonly packageId: string }[]): readonly string[] =>
  of.map(({ packageId }) => packageId).sort();

const vets =
  (references: readonly object[], wanted: readonly { readonly packageId: string }[]): Case =>
  async (api) => {
    await uploaded(api);
    const { newVettedPackages } = await change(api, [vet([byId(dependency), ...references])]);
    expect([...ownOf(newVettedPackages)].sort()).to.deep.equal(sorted(dependency, ...wanted));
  };

const refusesReference =
  ([status, code]: readonly [number, string], reference: object): Case =>
  async (api) => {
    await uploaded(api);
    await api.refused(status, code, ["POST", update, { changes: [vet([reference])] }]);
  };

const unresolved = [404, "UNRESOLVED_VETTING_REFERENCE"] as const;
const ambiguous = [400, "AMBIGUOUS_VETTING_REFERENCE"] as const;

const flag = (name: string) => [`UPDATE_VETTED_PACKAGES_FORCE_FLAG_${name}`];

/** Returns a case: a change is refused with `code` unless the request has one certain force flag. */
const unlessForced =
  (changes: readonly object[], code: string, [right, wrong]: readonly [string, string]): Case =>
  async (api) => {
    await uploaded(api);
    for (const updateVettedPackagesForceFlags of [[], flag(wrong)]) {
      await api.refused(400, code, ["POST", update, { changes, updateVettedPackagesForceFlags }]);
    }
    await change(api, changes, { updateVettedPackagesForceFlags: flag(right) });
  };

const unvetted = "ALLOW_UNVETTED_DEPENDENCIES";
const incompatible = "ALLOW_VET_INCOMPATIBLE_UPGRADES";

const wrongSerial =
  (dryRun: boolean): Case =>
  async (api) => {
    await uploaded(api);
    const expectedTopologySerial = { serial: { Prior: { value: 99 } } };
    const body = { changes: [vet([byId(dependency)])], expectedTopologySerial, dryRun };
    await api.refused(400, "TOPOLOGY_SERIAL_MISMATCH", ["POST", update, body]);
  };

export const vetting: Suite = {
  name: "VettingIT",
  // The check of dependencies applies only before protocol version 35.
  options: { protocolVersion: 34 },
  cases: {
    PVListVettedPackagesBasic: async (api) => {
      await uploaded(api);
      await change(api, [vet([byId(dependency), byId(first)])]);
      const all = idsOf(await listed(api));
      expect(all).to.include.members([dependency.packageId, first.packageId]);
      expect(all.length).to.be.greaterThan(2);
      expect(idsOf(await listed(api, named("vet-d")))).to.deep.equal([dependency.packageId]);
      const packageIds = [first.packageId];
      const packageMetadataFilter = { packageIds, packageNamePrefixes: ["vet-d"] };
      expect([...idsOf(await listed(api, { packageMetadataFilter }))].sort()).to.deep.equal(
        sorted(dependency, first),
      );
    },
    PVUpdateVetDepThenV2Succeeds: async (api) => {
      await uploaded(api);
      const before = await change(api, [vet([byId(dependency)])]);
      const after = await change(api, [vet([byId(second)])]);
      expect(after.pastVettedPackages).to.deep.equal(before.newVettedPackages);
      expect([...ownOf(after.newVettedPackages)].sort()).to.deep.equal(sorted(dependency, second));
    },
    PVUpdateUnvetV2Succeeds: async (api) => {
      await vets([byId(second)], [second])(api);
      const { newVettedPackages } = await change(api, [unvet(byId(second))]);
      expect(ownOf(newVettedPackages)).to.deep.equal([dependency.packageId]);
    },
    PVUpdateVetTwoPackagesAtATimeSucceeds: vets([byId(first), byId(second)], [first, second]),
    PVUpdateVetMultipleByNameFails: refusesReference(ambiguous, {
      packageName: "vet-main",
    }),
    PVUpdateVetNonexistentNameFails: refusesReference(unresolved, {
      packageName: "vet-nothing",
    }),
    PVUpdateVetByNameAndVersion: vets(
      [{ packageName: "vet-main", packageVersion: "2.0.0" }],
      [second],
    ),
    PVUpdateVetByNameAndNonexistentVersion: refusesReference(unresolved, {
      packageName: "vet-main",
      packageVersion: "3.0.0",
    }),
    PVUpdateVetByIdAndNameAndVersion: vets(
      [{ ...byId(first), packageName: "vet-main", packageVersion: "1.0.0" }],
      [first],
    ),
    PVUpdateVetByIdWithWrongName: refusesReference(unresolved, {
      ...byId(first),
      packageName: "vet-dep",
      packageVersion: "1.0.0",
    }),
    PVUpdateVetByIdWithWrongVersion: refusesReference(unresolved, {
      ...byId(first),
      packageName: "vet-main",
      packageVersion: "2.0.0",
    }),
    PVUpdateVetWithSerial: async (api) => {
      await uploaded(api);
      const { newVettedPackages } = await change(api, [vet([byId(dependency)])]);
      const value = newVettedPackages.topologySerial;
      const again = await change(api, [unvet(byId(dependency))], {
        expectedTopologySerial: { serial: { Prior: { value } } },
      });
      expect(again.newVettedPackages.topologySerial).to.equal(value + 1);
    },
    PVUpdateVetWithWrongSerial: wrongSerial(false),
    PVDryRunWithWrongSerial: wrongSerial(true),
    PVListVettedPackagesNothingVetted: async (api) => {
      await uploaded(api);
      expect(idsOf(await listed(api, named("vet-")))).to.deep.equal([]);
    },
    PVDryRun: async (api) => {
      await uploaded(api);
      const { newVettedPackages } = await change(api, [vet([byId(dependency)])], {
        dryRun: true,
      });
      expect(ownOf(newVettedPackages)).to.deep.equal([dependency.packageId]);
      expect(idsOf(await listed(api, named("vet-")))).to.deep.equal([]);
    },
    PVWritingAndOverwritingBounds: async (api) => {
      await uploaded(api);
      const boundsAfter = async (bounds: Fields) => {
        const { newVettedPackages } = await change(api, [vet([byId(dependency)], bounds)]);
        return newVettedPackages.packages.find(
          ({ packageId }) => packageId === dependency.packageId,
        );
      };
      const newValidFromInclusive = "2024-02-01T00:00:00Z";
      const newValidUntilExclusive = "2024-03-01T00:00:00Z";
      expect(await boundsAfter({ newValidFromInclusive, newValidUntilExclusive })).to.include({
        validFromInclusive: newValidFromInclusive,
        validUntilExclusive: newValidUntilExclusive,
      });
      expect(await boundsAfter({ newValidUntilExclusive })).to.include({
        validFromInclusive: null,
        validUntilExclusive: newValidUntilExclusive,
      });
    },
    PVCheckUnvettedPackagesExceptWithForceFlag: unlessForced(
      [vet([byId(first)])],
      "TOPOLOGY_DEPENDENCIES_NOT_VETTED",
      [unvetted, incompatible],
    ),
    PVCheckUpgradeInvariantsExceptWithForceFlag: async (api) => {
      const split = [vet([byId(narrow), byId(widened)])];
      await unlessForced(split, "NOT_VALID_UPGRADE_PACKAGE", [incompatible, unvetted])(api);
      await change(api, [unvet(byId(widened))]);
      const equal = { changes: [vet([byId(rival)])] };
      await api.refused(400, "KNOWN_PACKAGE_VERSION", ["POST", update, equal]);
      await change(api, equal.changes, { updateVettedPackagesForceFlags: flag(incompatible) });
    },
    PVListVettedPackagesPagination: async (api) => {
      for (const request of [{ pageSize: -1 }, { pageSize: 1000 }, { pageToken: "nothing" }]) {
        await api.refused(400, "PROTO_DESERIALIZATION_FAILURE", ["POST", list, request]);
      }
      expect(await listed(api, { pageSize: 1 })).to.have.length(1);
    },
    PVUnvetPackageWithActiveContracts: async (api) => {
      const alice = await api.party("alice");
      const note = await api.create(alice, noteOf(alice));
      await change(api, [unvet({ packageName: "models" })]);
      expect(
        (await api.activeContracts([alice])).map(({ contractId }) => contractId),
      ).to.deep.equal([note]);
      const keep = api.commands(alice, exercise(Note.reference, note, "Keep"));
      const { status } = await api.send("POST", "/v2/commands/submit-and-wait", keep);
      expect(status).to.be.oneOf([400, 404]);
    },
  },
};
