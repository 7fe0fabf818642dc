import { createHash } from "node:crypto";

import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import type { Asked, Fields } from "../../support/catalogue/asked.ts";
import type { Case, Suite } from "../../support/catalogue/suite.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";

const counter = counterPackage();
const dar = assembleDar(counter);
const options = { daml: createDamlLoader() };

const upload = async (asked: Asked, bytes: Uint8Array, query = ""): Promise<void> => {
  expect(await asked.post(`/v2/packages${query}`, bytes)).to.deep.equal({});
};

const list = "/v2/package-vetting/list";

interface Vetted {
  readonly synchronizerId: string;
  readonly participantId: string;
  readonly packages: readonly { readonly packageId: string }[];
}

const vettedIn = async (asked: Asked, request: Fields = {}): Promise<readonly Vetted[]> => {
  const answer = await asked.post<{ readonly vettedPackages: readonly Vetted[] }>(list, request);
  return answer.vettedPackages;
};

const counters = { packageMetadataFilter: { packageNamePrefixes: ["counter"], packageIds: [] } };

const isVetted = async (asked: Asked): Promise<boolean> =>
  (await vettedIn(asked, counters)).some(({ packages }) =>
    packages.some(({ packageId }) => packageId === counter.packageId),
  );

/** Downloads the bytes of a known package, with its hash. */
const downloads: Case = async (asked) => {
  await upload(asked, dar);
  const path = `/v2/packages/${counter.packageId}`;
  const { status, contentType, headers, bytes } = await asked.send("GET", path);
  expect([status, contentType]).to.deep.equal([200, "application/octet-stream"]);
  expect(headers.get("Canton-Package-Hash")).to.equal(counter.packageId);
  expect(createHash("sha256").update(bytes).digest("hex")).to.equal(counter.packageId);
};

export const dars: readonly Suite[] = [
  {
    name: "PackageManagementServiceIT",
    options,
    cases: {
      PMEmptyUpload: (asked) =>
        asked.refused(400, "INVALID_DAR", ["POST", "/v2/packages", new Uint8Array()]),
      PMDuplicateSubmissionId: async (asked) => {
        await upload(asked, dar);
        const { end } = asked;
        await upload(asked, dar);
        expect(asked.end).to.equal(end);
      },
      PMLoad: async (asked) => {
        await Promise.all(Array.from({ length: 8 }, () => upload(asked, dar)));
        const { packageIds } = await asked.get<{ readonly packageIds: readonly string[] }>(
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
      PVUploadDarFileBasic: async (asked) => {
        await upload(asked, dar, "?vetAllPackages=false");
        expect(await isVetted(asked)).to.equal(false);
        await upload(asked, dar);
        expect(await isVetted(asked)).to.equal(true);
      },
      PVValidateDarCheckUpgradeInvariants: async (asked) => {
        await upload(asked, dar);
        const validate = (bytes: Uint8Array) => ["POST", "/v2/dars/validate", bytes] as const;
        const rival = assembleDar(counterPackage({ extraField: true }));
        await asked.refused(400, "KNOWN_PACKAGE_VERSION", validate(rival));
        const broken = assembleDar(counterPackage({ version: "2.0.0", extraField: true }));
        await asked.refused(400, "NOT_VALID_UPGRADE_PACKAGE", validate(broken));
        expect(
          (await asked.send(...validate(assembleDar(counterPackage({ version: "2.0.0" }))))).status,
        ).to.equal(200);
      },
    },
  },
  {
    name: "VettingIT",
    options: { synchronizers: [{ alias: "east" }, { alias: "west" }] },
    cases: {
      PVListVettedPackagesMultiSynchronizer: async (asked) => {
        const [east = "", west = ""] = asked.ledger.state.synchronizers.map(({ id }) => id);
        const { participantId } = await asked.get("/v2/parties/participant-id");
        const found = async (topologyStateFilter: Fields) =>
          (await vettedIn(asked, { topologyStateFilter })).map((each) => each.synchronizerId);
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
      "D7-KNOWN_PACKAGE_VERSION-unvetted": async (asked) => {
        await upload(asked, dar);
        const rival = counterPackage({ extraField: true });
        const bytes = assembleDar(rival);
        await asked.refused(400, "KNOWN_PACKAGE_VERSION", ["POST", "/v2/packages", bytes]);
        await upload(asked, bytes, "?vetAllPackages=false");
        const { packageIds } = await asked.get("/v2/packages");
        expect(packageIds).to.include(rival.packageId);
      },
    },
  },
];
