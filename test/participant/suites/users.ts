import { expect } from "chai";

import type { CaseLedger, Fields } from "../../support/catalogue/case-ledger.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const users = "/v2/users";
const rightTo = (kind: string, party?: string) => ({
  kind: { [kind]: { value: party === undefined ? {} : { party } } },
});

const create = (api: CaseLedger, id: string, more: Fields = {}, rights: readonly object[] = []) =>
  api.post<{ readonly user: Fields }>(users, { user: { id, ...more }, rights });

const idsOf = (page: Fields): readonly string[] =>
  (page["users"] as readonly { readonly id: string }[]).map(({ id }) => id);

const newRights = (answer: Fields) => (answer["newlyGrantedRights"] as readonly unknown[]).length;
const goneRights = (answer: Fields) => (answer["newlyRevokedRights"] as readonly unknown[]).length;

/** Makes calls concurrently. Returns the number of successful ones. */
const successes = async (
  api: CaseLedger,
  calls: readonly (readonly [string, string, unknown?])[],
) => {
  const answers = await Promise.all(calls.map((call) => api.send(...call)));
  return answers.filter(({ status }) => status === 200);
};

const provider = async (api: CaseLedger, identityProviderId: string) => {
  await api.post("/v2/idps", {
    identityProviderConfig: {
      identityProviderId,
      isDeactivated: false,
      issuer: `issuer of ${identityProviderId}`,
      jwksUrl: `http://${identityProviderId}.invalid`,
      audience: "",
    },
  });
  return identityProviderId;
};

const move = (source: string, target: string) => ({
  userId: "ann",
  sourceIdentityProviderId: source,
  targetIdentityProviderId: target,
});

const update = (user: Fields, paths: readonly string[], id = "ann") =>
  ["PATCH", `${users}/${id}`, { user: { id, ...user }, updateMask: { paths } }] as const;

const changed = async (api: CaseLedger, user: Fields, paths: readonly string[]) => {
  const [, path, body] = update(user, paths);
  return (await api.patch<{ readonly user: Fields }>(path, body)).user;
};

export const userManagement: Suite = {
  name: "UserManagementServiceIT",
  cases: {
    UserManagementUpdateUserIdpWithNonDefaultIdps: async (api) => {
      const [one, two] = [await provider(api, "one"), await provider(api, "two")];
      await create(api, "ann", { identityProviderId: one });
      await api.patch(`${users}/ann/identity-provider-id`, move(one, two));
      const { user } = await api.get<{ readonly user: Fields }>(
        `${users}/ann?identity-provider-id=${two}`,
      );
      expect(user["identityProviderId"]).to.equal(two);
    },
    UserManagementUpdateUserIdpWithDefaultIdp: async (api) => {
      const one = await provider(api, "one");
      await create(api, "ann");
      await api.patch(`${users}/ann/identity-provider-id`, move("", one));
      await api.patch(`${users}/ann/identity-provider-id`, move(one, ""));
      expect((await api.get<{ readonly user: Fields }>(`${users}/ann`)).user).to.include({
        id: "ann",
      });
    },
    UserManagementUpdateUserIdpNonExistentIdps: async (api) => {
      await create(api, "ann");
      for (const body of [move("none", ""), move("", "none")]) {
        await api.refused(400, "INVALID_ARGUMENT", [
          "PATCH",
          `${users}/ann/identity-provider-id`,
          body,
        ]);
      }
    },
    UserManagementUpdateUserIdpMismatchedSourceIdp: async (api) => {
      const [one, two] = [await provider(api, "one"), await provider(api, "two")];
      await create(api, "ann", { identityProviderId: one });
      await api.refused(403, "NA", ["PATCH", `${users}/ann/identity-provider-id`, move(two, "")]);
    },
    UserManagementUpdateUserIdpSourceAndTargetIdpTheSame: async (api) => {
      const one = await provider(api, "one");
      await create(api, "ann", { identityProviderId: one });
      await api.patch(`${users}/ann/identity-provider-id`, move(one, one));
    },
    UserManagementUserRightsLimit: async (api) => {
      const many = Array.from({ length: api.ledger.config.maxRightsPerUser + 1 }, (_, index) =>
        rightTo("CanActAs", `party-${index}`),
      );
      await api.refused(400, "TOO_MANY_USER_RIGHTS", [
        "POST",
        users,
        { user: { id: "ann" }, rights: many },
      ]);
      await create(api, "ann", {}, many.slice(1));
      await api.refused(400, "TOO_MANY_USER_RIGHTS", [
        "POST",
        `${users}/ann/rights`,
        { userId: "ann", identityProviderId: "", rights: many.slice(0, 1) },
      ]);
    },
    UserManagementCreateUserInvalidArguments: async (api) => {
      for (const [code, user] of [
        ["MISSING_FIELD", { id: "" }],
        ["INVALID_FIELD", { id: "?" }],
        ["INVALID_ARGUMENT", { id: "ann", metadata: { annotations: { "no key!": "x" } } }],
        ["INVALID_ARGUMENT", { id: "ann", primaryParty: "no party!" }],
      ] as const) {
        await api.refused(400, code, ["POST", users, { user, rights: [] }]);
      }
      const rights = [rightTo("CanActAs", "no party!")];
      await api.refused(400, "INVALID_ARGUMENT", ["POST", users, { user: { id: "ann" }, rights }]);
    },
    UserManagementGetUserInvalidArguments: (api) =>
      // The JSON layer refuses the id, with another code than over gRPC.
      api.refused(400, "INVALID_ARGUMENT", ["GET", `${users}/%3F`]),
    RaceConditionCreateUsers: async (api) => {
      const call = ["POST", users, { user: { id: "ann" }, rights: [] }] as const;
      expect(await successes(api, Array(5).fill(call))).to.have.length(1);
    },
    RaceConditionDeleteUsers: async (api) => {
      await create(api, "ann");
      expect(await successes(api, Array(5).fill(["DELETE", `${users}/ann`]))).to.have.length(1);
    },
    RaceConditionGrantRights: async (api) => {
      const alice = await api.party("alice");
      await create(api, "ann");
      const body = { userId: "ann", identityProviderId: "", rights: [rightTo("CanActAs", alice)] };
      const answers = await successes(api, Array(5).fill(["POST", `${users}/ann/rights`, body]));
      expect(answers.map(({ json }) => newRights(json as Fields)).sort()).to.deep.equal([
        0, 0, 0, 0, 1,
      ]);
    },
    RaceConditionRevokeRights: async (api) => {
      const alice = await api.party("alice");
      await create(api, "ann", {}, [rightTo("CanActAs", alice)]);
      const body = { userId: "ann", identityProviderId: "", rights: [rightTo("CanActAs", alice)] };
      const answers = await successes(api, Array(5).fill(["PATCH", `${users}/ann/rights`, body]));
      expect(answers.map(({ json }) => goneRights(json as Fields)).sort()).to.deep.equal([
        0, 0, 0, 0, 1,
      ]);
    },
    TestAdminExists: async (api) => {
      const { rights } = await api.get<{ readonly rights: readonly unknown[] }>(
        `${users}/participant_admin/rights`,
      );
      expect(rights).to.deep.include(rightTo("ParticipantAdmin"));
    },
    TestCreateUser: async (api) => {
      const { user } = await create(api, "ann");
      expect(user).to.deep.include({ id: "ann", primaryParty: "", isDeactivated: false });
      await api.refused(409, "USER_ALREADY_EXISTS", [
        "POST",
        users,
        { user: { id: "ann" }, rights: [] },
      ]);
    },
    TestPrimaryPartyAuthenticationCreateUser: async (api) => {
      const alice = await api.party("alice");
      const { user } = await create(api, "ann", {
        primaryParty: alice,
        primaryPartyAuthentication: true,
      });
      expect(user["primaryPartyAuthentication"]).to.equal(true);
    },
    TestInvalidResourceVersionInCreateUser: (api) =>
      api.refused(400, "INVALID_ARGUMENT", [
        "POST",
        users,
        { user: { id: "ann", metadata: { resourceVersion: "1", annotations: {} } }, rights: [] },
      ]),
    TestGetUser: async (api) => {
      await create(api, "ann");
      expect((await api.get<{ readonly user: Fields }>(`${users}/ann`)).user).to.include({
        id: "ann",
      });
      await api.refused(404, "USER_NOT_FOUND", ["GET", `${users}/bob`]);
    },
    TestDeleteUser: async (api) => {
      await create(api, "ann");
      expect((await api.send("DELETE", `${users}/ann`)).status).to.equal(200);
      await api.refused(404, "USER_NOT_FOUND", ["DELETE", `${users}/ann`]);
    },
    TestListUsersVisibilityOfNewUserWhenCreatedAndThenDeleted: async (api) => {
      await create(api, "ann");
      expect(idsOf(await api.get(users))).to.include("ann");
      await api.send("DELETE", `${users}/ann`);
      expect(idsOf(await api.get(users))).to.not.include("ann");
    },
    TestListUsersCreateOrDeleteUserOnPreviousPage: async (api) => {
      for (const id of ["b1", "b2", "b3", "b4"]) await create(api, id);
      const first = await api.get(`${users}?pageSize=2`);
      const token = String(first["nextPageToken"]);
      const second = idsOf(await api.get(`${users}?pageSize=2&pageToken=${token}`));
      await create(api, "a1");
      await api.send("DELETE", `${users}/b1`);
      expect(idsOf(await api.get(`${users}?pageSize=2&pageToken=${token}`))).to.deep.equal(second);
    },
    TestListUsersReachingTheLastPage: async (api) => {
      for (const id of ["b1", "b2", "b3", "b4"]) await create(api, id);
      const found: string[] = [];
      let token = "";
      do {
        const page = await api.get(`${users}?pageSize=2&pageToken=${token}`);
        found.push(...idsOf(page));
        token = String(page["nextPageToken"]);
      } while (token !== "");
      expect(found).to.deep.equal(idsOf(await api.get(users)));
    },
    TestListUsersOnInvalidRequests: async (api) => {
      await api.refused(400, "INVALID_ARGUMENT", ["GET", `${users}?pageSize=-1`]);
      await api.refused(400, "INVALID_ARGUMENT", ["GET", `${users}?pageToken=no-token`]);
    },
    TestListUsersRequestPageSizeZero: async (api) => {
      await create(api, "ann");
      expect(idsOf(await api.get(`${users}?pageSize=0`))).to.deep.equal(
        idsOf(await api.get(users)),
      );
    },
    TestMaxUsersPageSize: async (api) => {
      expect(idsOf(await api.get(`${users}?pageSize=1000000`))).to.include("participant_admin");
    },
    TestGrantTheEmptyRight: async (api) => {
      await create(api, "ann");
      const body = { userId: "ann", identityProviderId: "", rights: [{}] };
      const { status } = await api.send("POST", `${users}/ann/rights`, body);
      expect(status).to.equal(400);
    },
    TestGrantingAndRevokingEmptyListOfRights: async (api) => {
      await create(api, "ann");
      const body = { userId: "ann", identityProviderId: "", rights: [] };
      expect(newRights(await api.post(`${users}/ann/rights`, body))).to.equal(0);
      expect(goneRights(await api.patch(`${users}/ann/rights`, body))).to.equal(0);
    },
    TestGrantUserRights: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await create(api, "ann");
      const grant = (...rights: readonly object[]) =>
        api.post(`${users}/ann/rights`, { userId: "ann", identityProviderId: "", rights });
      expect(newRights(await grant(rightTo("CanActAs", alice)))).to.equal(1);
      expect(
        newRights(await grant(rightTo("CanActAs", alice), rightTo("CanReadAs", bob))),
      ).to.equal(1);
      await api.refused(404, "USER_NOT_FOUND", [
        "POST",
        `${users}/bob/rights`,
        { userId: "bob", identityProviderId: "", rights: [] },
      ]);
    },
    TestAllocationTimeGrantUserRights: async (api) => {
      await create(api, "ann");
      const { partyDetails } = await api.post<{ readonly partyDetails: Fields }>("/v2/parties", {
        partyIdHint: "alice",
        userId: "ann",
      });
      const { rights } = await api.get(`${users}/ann/rights`);
      expect(rights).to.deep.equal([rightTo("CanActAs", String(partyDetails["party"]))]);
    },
    TestRevokeUserRights: async (api) => {
      const alice = await api.party("alice");
      await create(api, "ann", {}, [rightTo("CanActAs", alice)]);
      const body = { userId: "ann", identityProviderId: "", rights: [rightTo("CanActAs", alice)] };
      expect(goneRights(await api.patch(`${users}/ann/rights`, body))).to.equal(1);
      expect(goneRights(await api.patch(`${users}/ann/rights`, body))).to.equal(0);
    },
    TestListUserRights: async (api) => {
      const alice = await api.party("alice");
      const rights = [rightTo("CanActAs", alice), rightTo("ParticipantAdmin")];
      await create(api, "ann", {}, rights);
      expect((await api.get(`${users}/ann/rights`))["rights"]).to.have.deep.members(rights);
      await api.refused(404, "USER_NOT_FOUND", ["GET", `${users}/bob/rights`]);
    },
  },
};

export const userUpdates: Suite = {
  name: "UserManagementServiceUpdateRpcIT",
  cases: {
    UpdateAllUpdatableFields: async (api) => {
      const alice = await api.party("alice");
      await create(api, "ann", {
        metadata: { resourceVersion: "", annotations: { a: "1", b: "2" } },
      });
      const user = await changed(
        api,
        {
          primaryParty: alice,
          isDeactivated: true,
          metadata: { annotations: { a: "3", b: "", c: "4" } },
        },
        ["primary_party", "is_deactivated", "metadata"],
      );
      expect(user).to.include({ primaryParty: alice, isDeactivated: true });
      expect((user["metadata"] as Fields)["annotations"]).to.deep.equal({ a: "3", c: "4" });
    },
    UpdateUserEvenIfMetadataIsNotSetInUpdateRequest: async (api) => {
      await create(api, "ann");
      expect(await changed(api, { isDeactivated: true }, ["is_deactivated"])).to.include({
        isDeactivated: true,
      });
    },
    InvalidUpdateRequestsUserFieldIsUnset: async (api) => {
      await create(api, "ann");
      await api.refused(400, "INVALID_ARGUMENT", [
        "PATCH",
        `${users}/ann`,
        { updateMask: { paths: ["metadata"] } },
      ]);
    },
    FailUpdateNonExistentUser: (api) =>
      api.refused(404, "USER_NOT_FOUND", update({ isDeactivated: true }, ["is_deactivated"])),
    InvalidUpdateRequestsInvalidUserIdSyntax: (api) =>
      api.refused(400, "INVALID_FIELD", [
        "PATCH",
        `${users}/%25%25!!!`,
        { user: { id: "%%!!!" }, updateMask: { paths: ["is_deactivated"] } },
      ]),
    UpdatePrimaryPartyUsingNonEmptyValue: async (api) => {
      const [alice, bob] = await api.parties("alice", "bob");
      await create(api, "ann", { primaryParty: alice });
      expect(await changed(api, { primaryParty: bob }, ["primary_party"])).to.include({
        primaryParty: bob,
      });
    },
    UpdatePrimaryPartyUsingEmptyValue: async (api) => {
      const alice = await api.party("alice");
      await create(api, "ann", { primaryParty: alice });
      expect(await changed(api, { primaryParty: "" }, ["primary_party"])).to.include({
        primaryParty: "",
      });
    },
    UpdateIsDeactivatedUsingNonDefaultValue: async (api) => {
      await create(api, "ann");
      expect(await changed(api, { isDeactivated: true }, ["is_deactivated"])).to.include({
        isDeactivated: true,
      });
    },
    UpdateIsDeactivatedUsingTheDefaultValue: async (api) => {
      await create(api, "ann", { isDeactivated: true });
      expect(await changed(api, { isDeactivated: false }, ["is_deactivated"])).to.include({
        isDeactivated: false,
      });
    },
    UpdatePrimaryPartyAuthentication: async (api) => {
      const alice = await api.party("alice");
      await create(api, "ann", { primaryParty: alice });
      const paths = ["primary_party_authentication"];
      expect(await changed(api, { primaryPartyAuthentication: true }, paths)).to.include({
        primaryPartyAuthentication: true,
      });
    },
  },
};

const idps = "/v2/idps";

const config = (more: Fields = {}) => ({
  identityProviderConfig: {
    identityProviderId: "one",
    isDeactivated: false,
    issuer: "issuer of one",
    jwksUrl: "http://one.invalid",
    audience: "",
    ...more,
  },
});

const updated = (more: Fields, paths: readonly string[], id = "one") =>
  [
    "PATCH",
    `${idps}/${encodeURIComponent(id)}`,
    { ...config({ identityProviderId: id, ...more }), updateMask: { paths } },
  ] as const;

const invalidId = (api: CaseLedger, method: string) =>
  api.refused(400, "INVALID_FIELD", [method, `${idps}/!%40`]);

export const identityProviders: Suite = {
  name: "IdentityProviderConfigServiceIT",
  cases: {
    CreateConfigInvalidArguments: async (api) => {
      for (const [code, more] of [
        ["MISSING_FIELD", { identityProviderId: "" }],
        ["INVALID_FIELD", { identityProviderId: "!@" }],
        ["MISSING_FIELD", { issuer: "" }],
        ["MISSING_FIELD", { jwksUrl: "" }],
        ["INVALID_FIELD", { jwksUrl: "no url" }],
      ] as const) {
        await api.refused(400, code, ["POST", idps, config(more)]);
      }
    },
    GetConfigInvalidArguments: (api) => invalidId(api, "GET"),
    DeleteConfigInvalidArguments: (api) => invalidId(api, "DELETE"),
    UpdateConfigInvalidArguments: async (api) => {
      await api.post(idps, config());
      await api.refused(400, "INVALID_FIELD", updated({}, ["issuer"], "!@"));
      await api.refused(400, "INVALID_FIELD", updated({ jwksUrl: "no url" }, ["jwks_url"]));
      for (const paths of [[], ["nothing"], ["issuer", "issuer"]]) {
        await api.refused(400, "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST", updated({}, paths));
      }
    },
    CreateConfigSuccess: async (api) => {
      const made = await api.post(idps, config());
      expect(made).to.deep.equal(config());
      await api.refused(409, "IDP_CONFIG_ALREADY_EXISTS", [
        "POST",
        idps,
        config({ issuer: "other" }),
      ]);
      await api.refused(409, "IDP_CONFIG_ISSUER_ALREADY_EXISTS", [
        "POST",
        idps,
        config({ identityProviderId: "two" }),
      ]);
    },
    UpdateConfigSuccess: async (api) => {
      await api.post(idps, config());
      await api.post(idps, config({ identityProviderId: "two", issuer: "other" }));
      const changes = {
        isDeactivated: true,
        issuer: "new",
        jwksUrl: "http://new.invalid",
        audience: "x",
      };
      const [, path, body] = updated(changes, ["is_deactivated", "issuer", "jwks_url", "audience"]);
      expect(await api.patch(path, body)).to.deep.equal(config(changes));
      await api.refused(
        409,
        "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
        updated({ issuer: "other" }, ["issuer"]),
      );
    },
    GetConfigSuccess: async (api) => {
      await api.post(idps, config());
      expect(await api.get(`${idps}/one`)).to.deep.equal(config());
      await api.refused(404, "IDP_CONFIG_NOT_FOUND", ["GET", `${idps}/two`]);
    },
    ListConfig: async (api) => {
      await api.post(idps, config());
      expect((await api.get(idps))["identityProviderConfigs"]).to.deep.equal([
        config().identityProviderConfig,
      ]);
    },
    DeleteConfigSuccess: async (api) => {
      await api.post(idps, config());
      expect((await api.send("DELETE", `${idps}/one`)).status).to.equal(200);
      await api.refused(404, "IDP_CONFIG_NOT_FOUND", ["DELETE", `${idps}/one`]);
    },
  },
};
