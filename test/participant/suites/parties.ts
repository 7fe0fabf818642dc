import { expect } from "chai";

import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const parties = "/v2/parties";

interface Page {
  readonly partyDetails: readonly (Fields & {
    readonly party: string;
    readonly isLocal: boolean;
  })[];
  readonly nextPageToken: string;
}

const namesIn = ({ partyDetails }: Page) => partyDetails.map(({ party }) => party);

const allocate = async (api: CaseLedger, body: Fields = {}) =>
  (await api.post<{ readonly partyDetails: Page["partyDetails"][number] }>(parties, body))
    .partyDetails;

const page = (api: CaseLedger, query: string) => api.get<Page>(`${parties}?${query}`);

const walk = async (api: CaseLedger, size: number) => {
  const found: string[] = [];
  let token = "";
  do {
    const next = await page(api, `pageSize=${size}&pageToken=${token}`);
    found.push(...namesIn(next));
    token = next.nextPageToken;
  } while (token !== "");
  return found;
};

const refusedHint = (api: CaseLedger, partyIdHint: string) =>
  api.refused(400, "INVALID_ARGUMENT", ["POST", parties, { partyIdHint }]);

const provider = (identityProviderId: string) => ({
  identityProviderConfig: {
    identityProviderId,
    isDeactivated: false,
    issuer: `issuer of ${identityProviderId}`,
    jwksUrl: `http://${identityProviderId}.invalid`,
    audience: "",
  },
});

export const partyManagement: Suite = {
  name: "PartyManagementServiceIT",
  cases: {
    PMGetPartiesUsingDifferentIdps: async (api) => {
      await api.post("/v2/idps", provider("one"));
      const own = await allocate(api, { partyIdHint: "own", localMetadata: annotated });
      const other = await allocate(api, {
        partyIdHint: "other",
        identityProviderId: "one",
        localMetadata: annotated,
      });
      expect(await api.get<Page>(`${parties}/${other.party}`)).to.deep.equal({
        partyDetails: [
          {
            party: other.party,
            isLocal: true,
            localMetadata: { resourceVersion: "", annotations: {} },
            identityProviderId: "",
          },
        ],
      });
      const seen = await api.get<Page>(`${parties}/${own.party}?identity-provider-id=one`);
      expect(seen.partyDetails[0]).to.include({ isLocal: false });
    },
    PMNonEmptyParticipantID: async (api) => {
      expect((await api.get(`${parties}/participant-id`))["participantId"]).to.match(/^.+::1220/);
    },
    PMAllocateWithHint: async (api) => {
      expect((await allocate(api, { partyIdHint: "alice" })).party).to.match(/^alice::1220/);
    },
    PMAllocateWithoutHint: async (api) => {
      const { party, isLocal } = await allocate(api);
      expect(party).to.match(/^party-[0-9a-f-]{36}::1220/);
      expect(isLocal).to.equal(true);
    },
    PMAllocateWithLocalMetadataAnnotations: async (api) => {
      const { localMetadata } = await allocate(api, { localMetadata: annotated });
      expect((localMetadata as Fields)["annotations"]).to.deep.equal(annotated.annotations);
    },
    PMFailToAllocateWhenAnnotationsHaveEmptyValues: (api) =>
      api.refused(400, "INVALID_ARGUMENT", [
        "POST",
        parties,
        { localMetadata: { resourceVersion: "", annotations: { a: "1", b: "" } } },
      ]),
    PMRejectionDuplicateHint: async (api) => {
      await api.party("alice");
      await refusedHint(api, "alice");
    },
    PMRejectLongPartyHints: (api) => refusedHint(api, "x".repeat(256)),
    PMRejectInvalidPartyHints: (api) => refusedHint(api, "😀"),
    PMAllocateOneHundred: async (api) => {
      const found = await Promise.all(Array.from({ length: 100 }, () => allocate(api)));
      expect(new Set(found.map(({ party }) => party)).size).to.equal(100);
    },
    PMGetPartiesDetails: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      const found = await api.get<Page>(`${parties}/${alice}?parties=${bob}&parties=nobody`);
      expect(namesIn(found)).to.have.members([alice, bob]);
      expect(namesIn(await api.get<Page>(`${parties}/nobody`))).to.deep.equal([]);
    },
    PMListKnownParties: async (api) => {
      const allocated = await api.parties("alice", "bob", "carol");
      expect(namesIn(await api.get<Page>(parties))).to.include.members(allocated);
    },
    PMGetPartiesBoundaryConditions: async (api) => {
      expect(namesIn(await api.get<Page>(`${parties}/nobody?parties=nothing`))).to.deep.equal([]);
      await api.refused(400, "INVALID_ARGUMENT", ["GET", `${parties}/${encodeURIComponent("ä")}`]);
    },
    PMGetPartiesIsLocal: async (api) => {
      const alice = await api.party("alice");
      const { partyDetails } = await api.get<Page>(`${parties}/${alice}`);
      expect(partyDetails[0]?.isLocal).to.equal(true);
    },
    PMPagedListKnownPartiesNewPartyVisibleOnPage: async (api) => {
      await api.parties("a", "c");
      await api.party("b");
      const names = namesIn(await api.get<Page>(parties));
      expect(names.filter((name) => name.startsWith("b::"))).to.have.length(1);
      expect(names).to.deep.equal(names.toSorted());
    },
    PMPagedListKnownPartiesNewPartyInvisibleOnNextPage: async (api) => {
      await api.parties("b", "c", "d", "e");
      const { nextPageToken } = await page(api, "pageSize=2");
      const behind = namesIn(await page(api, `pageSize=2&pageToken=${nextPageToken}`));
      await api.party("a");
      const again = namesIn(await page(api, `pageSize=2&pageToken=${nextPageToken}`));
      expect(again).to.deep.equal(behind);
    },
    PMPagedListKnownPartiesReachingTheLastPage: async (api) => {
      await api.parties("a", "b", "c", "d");
      expect(await walk(api, 2)).to.deep.equal(namesIn(await api.get<Page>(parties)));
    },
    PMPagedListKnownPartiesWithInvalidRequest: async (api) => {
      await api.refused(400, "INVALID_ARGUMENT", ["GET", `${parties}?pageSize=-1`]);
      await api.refused(400, "INVALID_ARGUMENT", ["GET", `${parties}?pageToken=no-token`]);
    },
    PMPagedListKnownPartiesZeroPageSize: async (api) => {
      await api.parties("a", "b");
      const all = namesIn(await api.get<Page>(parties));
      expect(namesIn(await page(api, "pageSize=0"))).to.deep.equal(all);
    },
    PMListFilteredKnownParties: async (api) => {
      const [alice] = await api.parties("alice", "bob");
      expect(namesIn(await page(api, "filter-party=ali"))).to.deep.equal([alice]);
    },
    PMPagedListKnownPartiesMaxPageSize: (api) =>
      api.refused(400, "INVALID_ARGUMENT", ["GET", `${parties}?pageSize=10001`]),
  },
};

const annotated = { resourceVersion: "", annotations: { "key.a": "one" } };

const update = (party: string, more: Fields, paths: readonly string[]) =>
  [
    "PATCH",
    `${parties}/${party}`,
    { partyDetails: { party, isLocal: true, ...more }, updateMask: { paths } },
  ] as const;

export const partyUpdates: Suite = {
  name: "PartyManagementServiceUpdateRpcIT",
  cases: {
    PMUpdateAllUpdatableFields: async (api) => {
      const localMetadata = { resourceVersion: "", annotations: { a: "1", b: "2", c: "3" } };
      const { party } = await allocate(api, { localMetadata });
      const changes = { resourceVersion: "", annotations: { a: "9", b: "", d: "4" } };
      const [, path, body] = update(party, { localMetadata: changes }, ["local_metadata"]);
      const { partyDetails } = await api.patch<{ readonly partyDetails: Fields }>(path, body);
      expect((partyDetails["localMetadata"] as Fields)["annotations"]).to.deep.equal({
        a: "9",
        c: "3",
        d: "4",
      });
    },
    PMFailAttemptingToUpdateIsLocal: async (api) => {
      const alice = await api.party("alice");
      await api.refused(
        400,
        "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
        update(alice, { isLocal: false }, ["is_local"]),
      );
    },
    PMAllowSpecifyingIsLocalAndDisplayNameIfMatchingTheRealValues: async (api) => {
      const alice = await api.party("alice");
      const [, path, body] = update(alice, {}, ["is_local"]);
      await api.patch(path, body);
    },
    UpdatePartyDetailsEvenIfMetadataIsNotSetInUpdateRequest: async (api) => {
      const alice = await api.party("alice");
      const [, path, body] = update(alice, {}, ["local_metadata.annotations"]);
      await api.patch(path, body);
    },
    FailingUpdateRequestsWhenPartyDetailsFieldIsUnset: async (api) => {
      const alice = await api.party("alice");
      await api.refused(400, "INVALID_ARGUMENT", [
        "PATCH",
        `${parties}/${alice}`,
        { updateMask: { paths: ["local_metadata"] } },
      ]);
    },
    FailUpdateNonExistentParty: (api) =>
      api.refused(404, "PARTY_NOT_FOUND", update("nobody", { isLocal: false }, ["local_metadata"])),
  },
};
