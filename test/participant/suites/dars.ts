import { createHash } from "node:crypto";

import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";

const counter = counterPackage();
const dar = assembleDar(counter);
const options = { daml: createDamlLoader() };

const upload = async (api: CaseLedger, bytes: Uint8Array, query = ""): Promise<void> => {
  expect(await api.post(`/v2/packages${query}`, bytes)).to.deep.equal({});
};

const list = "/v2/package-vetting/list";

interface Vetted {
  readonly synchronizerId: string;
  readonly participantId: string;
  readonly packages: readonly { readonly packageId: string }[];
}

const vettedIn = async (api: CaseLedger, request: Fields = {}): Promise<readonly Vetted[]> => {
  const answer = await api.post<{ readonly vettedPackages: readonly Vetted[] }>(list, request);
  return answer.vettedPackages;
};

const counters = { packageMetadataFilter: { packageNamePrefixes: ["counter"], packageIds: [] } };

const isVetted = async (api: CaseLedger): Promise<boolean> =>
  (await vettedIn(api, counters)).some(({ packages }) =>
    packages.some(({ packageId }) => packageId === counter.packageId),
  );

/** Downloads the bytes of a known package, with its hash. */
const downloads: Case = async (api) => {
  await upload(api, dar);
  const path = `/v2/packages/${counter.packageId}`;
  const { status, contentType, headers, bytes } = await api.send("GET", path);
  expect([status, contentType]).to.deep.equal([200, "application/octet-stream"]);
  expect(headers.get("Canton-Package-Hash")).to.equal(counter.packageId);
  expect(createHash("sha256").update(bytes).digest("hex")).to.equal(counter.packageId);
};

export const dars: readonly Suite[] = [
  {
    name: "PackageManagementServiceIT",
    options,
    cases: {
      PMEmptyUpload: (api) =>
        api.refused(400, "INVALID_DAR", ["POST", "/v2/packages", new Uint8Array()]),
      PMDuplicateSubmissionId: async (api) => {
        await upload(api, dar);
        const { end } = api;
        await upload(api, dar);
        expect(api.end).to.equal(end);
      },
      PMLoad: async (api) => {
        await Promise.all(Array.from({ length: 8 }, () => upload(api, dar)));
        const { packageIds } = await api.get<{ readonly packageIds: readonly string[] }>(
          "/v2/packages",
        );
        expect(packageIds.filter((id) => id === counter.packageId)).to.have.length(1);
      },
    },
  },
  { name: "PackageServiceIT", options, cases: { PackagesGetKnown: downloads } },
  { name: "JsonV2Tests", options, cases: { "upload and download dar": downloads } },
  {
    name: "VettingIT",
    options,
    cases: {
      PVUploadDarFileBasic: async (api) => {
        await upload(api, dar, "?vetAllPackages=false");
        expect(await isVetted(api)).to.equal(false);
        await upload(api, dar);
        expect(await isVetted(api)).to.equal(true);
      },
      PVValidateDarCheckUpgradeInvariants: async (api) => {
        await upload(api, dar);
        const validate = (bytes: Uint8Array) => ["POST", "/v2/dars/validate", bytes] as const;
        const rival = assembleDar(counterPackage({ extraField: true }));
        await api.refused(400, "KNOWN_PACKAGE_VERSION", validate(rival));
        const broken = assembleDar(counterPackage({ version: "2.0.0", extraField: true }));
        await api.refused(400, "NOT_VALID_UPGRADE_PACKAGE", validate(broken));
        expect(
          (await api.send(...validate(assembleDar(counterPackage({ version: "2.0.0" }))))).status,
        ).to.equal(200);
      },
    },
  },
  {
    name: "VettingIT",
    options: { synchronizers: [{ alias: "east" }, { alias: "west" }] },
    cases: {
      PVListVettedPackagesMultiSynchronizer: async (api) => {
        const [east = "", west = ""] = api.ledger.state.synchronizers.map(({ id }) => id);
        const { participantId } = await api.get("/v2/parties/participant-id");
        const found = async (topologyStateFilter: Fields) =>
          (await vettedIn(api, { topologyStateFilter })).map((each) => each.synchronizerId);
        const of = (participantIds: readonly unknown[], synchronizerIds: readonly string[]) =>
          found({ participantIds, synchronizerIds });
        expect(await of([], [])).to.have.members([east, west]);
        expect(await of([participantId], [])).to.have.members([east, west]);
        expect(await of([participantId], [west])).to.deep.equal([west]);
        expect(await of([], [east])).to.deep.equal([east]);
        expect(await of([`other::1220${"ab".repeat(32)}`], [])).to.deep.equal([]);
      },
    },
  },
  {
    name: "OpenReadings",
    options,
    cases: {
      "D7-KNOWN_PACKAGE_VERSION-unvetted": async (api) => {
        await upload(api, dar);
        const rival = counterPackage({ extraField: true });
        const bytes = assembleDar(rival);
        await api.refused(400, "KNOWN_PACKAGE_VERSION", ["POST", "/v2/packages", bytes]);
        await upload(api, bytes, "?vetAllPackages=false");
        const { packageIds } = await api.get("/v2/packages");
        expect(packageIds).to.include(rival.packageId);
      },
    },
  },
];
