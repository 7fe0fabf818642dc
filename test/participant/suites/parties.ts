import { expect } from "chai";

import type { Asked, Fields } from "../../support/catalogue/asked.ts";
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

const allocate = async (asked: Asked, body: Fields = {}) =>
  (await asked.post<{ readonly partyDetails: Page["partyDetails"][number] }>(parties, body))
    .partyDetails;

const page = (asked: Asked, query: string) => asked.get<Page>(`${parties}?${query}`);

const walk = async (asked: Asked, size: number) => {
  const found: string[] = [];
  let token = "";
  do {
    const next = await page(asked, `pageSize=${size}&pageToken=${token}`);
    found.push(...namesIn(next));
    token = next.nextPageToken;
  } while (token !== "");
  return found;
};

const refusedHint = (asked: Asked, partyIdHint: string) =>
  asked.refused(400, "INVALID_ARGUMENT", ["POST", parties, { partyIdHint }]);

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
    PMGetPartiesUsingDifferentIdps: async (asked) => {
      await asked.post("/v2/idps", provider("one"));
      const own = await allocate(asked, { partyIdHint: "own", localMetadata: annotated });
      const other = await allocate(asked, {
        partyIdHint: "other",
        identityProviderId: "one",
        localMetadata: annotated,
      });
      expect(await asked.get<Page>(`${parties}/${other.party}`)).to.deep.equal({
        partyDetails: [
          {
            party: other.party,
            isLocal: true,
            localMetadata: { resourceVersion: "", annotations: {} },
            identityProviderId: "",
          },
        ],
      });
      const seen = await asked.get<Page>(`${parties}/${own.party}?identity-provider-id=one`);
      expect(seen.partyDetails[0]).to.include({ isLocal: false });
    },
    PMNonEmptyParticipantID: async (asked) => {
      expect((await asked.get(`${parties}/participant-id`))["participantId"]).to.match(/^.+::1220/);
    },
    PMAllocateWithHint: async (asked) => {
      expect((await allocate(asked, { partyIdHint: "alice" })).party).to.match(/^alice::1220/);
    },
    PMAllocateWithoutHint: async (asked) => {
      const { party, isLocal } = await allocate(asked);
      expect(party).to.match(/^party-[0-9a-f-]{36}::1220/);
      expect(isLocal).to.equal(true);
    },
    PMAllocateWithLocalMetadataAnnotations: async (asked) => {
      const { localMetadata } = await allocate(asked, { localMetadata: annotated });
      expect((localMetadata as Fields)["annotations"]).to.deep.equal(annotated.annotations);
    },
    PMFailToAllocateWhenAnnotationsHaveEmptyValues: (asked) =>
      asked.refused(400, "INVALID_ARGUMENT", [
        "POST",
        parties,
        { localMetadata: { resourceVersion: "", annotations: { a: "1", b: "" } } },
      ]),
    PMRejectionDuplicateHint: async (asked) => {
      await asked.party("alice");
      await refusedHint(asked, "alice");
    },
    PMRejectLongPartyHints: (asked) => refusedHint(asked, "x".repeat(256)),
    PMRejectInvalidPartyHints: (asked) => refusedHint(asked, "😀"),
    PMAllocateOneHundred: async (asked) => {
      const found = await Promise.all(Array.from({ length: 100 }, () => allocate(asked)));
      expect(new Set(found.map(({ party }) => party)).size).to.equal(100);
    },
    PMGetPartiesDetails: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      const found = await asked.get<Page>(`${parties}/${alice}?parties=${bob}&parties=nobody`);
      expect(namesIn(found)).to.have.members([alice, bob]);
      expect(namesIn(await asked.get<Page>(`${parties}/nobody`))).to.deep.equal([]);
    },
    PMListKnownParties: async (asked) => {
      const allocated = await asked.parties("alice", "bob", "carol");
      expect(namesIn(await asked.get<Page>(parties))).to.include.members(allocated);
    },
    PMGetPartiesBoundaryConditions: async (asked) => {
      expect(namesIn(await asked.get<Page>(`${parties}/nobody?parties=nothing`))).to.deep.equal([]);
      await asked.refused(400, "INVALID_ARGUMENT", [
        "GET",
        `${parties}/${encodeURIComponent("ä")}`,
      ]);
    },
    PMGetPartiesIsLocal: async (asked) => {
      const alice = await asked.party("alice");
      const { partyDetails } = await asked.get<Page>(`${parties}/${alice}`);
      expect(partyDetails[0]?.isLocal).to.equal(true);
    },
    PMPagedListKnownPartiesNewPartyVisibleOnPage: async (asked) => {
      await asked.parties("a", "c");
      await asked.party("b");
      const names = namesIn(await asked.get<Page>(parties));
      expect(names.filter((name) => name.startsWith("b::"))).to.have.length(1);
      expect(names).to.deep.equal(names.toSorted());
    },
    PMPagedListKnownPartiesNewPartyInvisibleOnNextPage: async (asked) => {
      await asked.parties("b", "c", "d", "e");
      const { nextPageToken } = await page(asked, "pageSize=2");
      const behind = namesIn(await page(asked, `pageSize=2&pageToken=${nextPageToken}`));
      await asked.party("a");
      const again = namesIn(await page(asked, `pageSize=2&pageToken=${nextPageToken}`));
      expect(again).to.deep.equal(behind);
    },
    PMPagedListKnownPartiesReachingTheLastPage: async (asked) => {
      await asked.parties("a", "b", "c", "d");
      expect(await walk(asked, 2)).to.deep.equal(namesIn(await asked.get<Page>(parties)));
    },
    PMPagedListKnownPartiesWithInvalidRequest: async (asked) => {
      await asked.refused(400, "INVALID_ARGUMENT", ["GET", `${parties}?pageSize=-1`]);
      await asked.refused(400, "INVALID_ARGUMENT", ["GET", `${parties}?pageToken=no-token`]);
    },
    PMPagedListKnownPartiesZeroPageSize: async (asked) => {
      await asked.parties("a", "b");
      const all = namesIn(await asked.get<Page>(parties));
      expect(namesIn(await page(asked, "pageSize=0"))).to.deep.equal(all);
    },
    PMListFilteredKnownParties: async (asked) => {
      const [alice] = await asked.parties("alice", "bob");
      expect(namesIn(await page(asked, "filter-party=ali"))).to.deep.equal([alice]);
    },
    PMPagedListKnownPartiesMaxPageSize: (asked) =>
      asked.refused(400, "INVALID_ARGUMENT", ["GET", `${parties}?pageSize=10001`]),
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
    PMUpdateAllUpdatableFields: async (asked) => {
      const localMetadata = { resourceVersion: "", annotations: { a: "1", b: "2", c: "3" } };
      const { party } = await allocate(asked, { localMetadata });
      const changes = { resourceVersion: "", annotations: { a: "9", b: "", d: "4" } };
      const [, path, body] = update(party, { localMetadata: changes }, ["local_metadata"]);
      const { partyDetails } = await asked.patch<{ readonly partyDetails: Fields }>(path, body);
      expect((partyDetails["localMetadata"] as Fields)["annotations"]).to.deep.equal({
        a: "9",
        c: "3",
        d: "4",
      });
    },
    PMFailAttemptingToUpdateIsLocal: async (asked) => {
      const alice = await asked.party("alice");
      await asked.refused(
        400,
        "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
        update(alice, { isLocal: false }, ["is_local"]),
      );
    },
    PMAllowSpecifyingIsLocalAndDisplayNameIfMatchingTheRealValues: async (asked) => {
      const alice = await asked.party("alice");
      const [, path, body] = update(alice, {}, ["is_local"]);
      await asked.patch(path, body);
    },
    UpdatePartyDetailsEvenIfMetadataIsNotSetInUpdateRequest: async (asked) => {
      const alice = await asked.party("alice");
      const [, path, body] = update(alice, {}, ["local_metadata.annotations"]);
      await asked.patch(path, body);
    },
    FailingUpdateRequestsWhenPartyDetailsFieldIsUnset: async (asked) => {
      const alice = await asked.party("alice");
      await asked.refused(400, "INVALID_ARGUMENT", [
        "PATCH",
        `${parties}/${alice}`,
        { updateMask: { paths: ["local_metadata"] } },
      ]);
    },
    FailUpdateNonExistentParty: (asked) =>
      asked.refused(
        404,
        "PARTY_NOT_FOUND",
        update("nobody", { isLocal: false }, ["local_metadata"]),
      ),
  },
};
