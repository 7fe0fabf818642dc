import { expect } from "chai";

import type { Asked, Fields } from "../../support/catalogue/asked.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const users = "/v2/users";
const rightTo = (kind: string, party?: string) => ({
  kind: { [kind]: { value: party === undefined ? {} : { party } } },
});

const create = (asked: Asked, id: string, more: Fields = {}, rights: readonly object[] = []) =>
  asked.post<{ readonly user: Fields }>(users, { user: { id, ...more }, rights });

const idsOf = (page: Fields): readonly string[] =>
  (page["users"] as readonly { readonly id: string }[]).map(({ id }) => id);

const newRights = (answer: Fields) => (answer["newlyGrantedRights"] as readonly unknown[]).length;
const goneRights = (answer: Fields) => (answer["newlyRevokedRights"] as readonly unknown[]).length;

/** The number of successful calls among concurrent ones. */
const successes = async (asked: Asked, calls: readonly (readonly [string, string, unknown?])[]) => {
  const answers = await Promise.all(calls.map((call) => asked.send(...call)));
  return answers.filter(({ status }) => status === 200);
};

const provider = async (asked: Asked, identityProviderId: string) => {
  await asked.post("/v2/idps", {
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

const changed = async (asked: Asked, user: Fields, paths: readonly string[]) => {
  const [, path, body] = update(user, paths);
  return (await asked.patch<{ readonly user: Fields }>(path, body)).user;
};

export const userManagement: Suite = {
  name: "UserManagementServiceIT",
  cases: {
    UserManagementUpdateUserIdpWithNonDefaultIdps: async (asked) => {
      const [one, two] = [await provider(asked, "one"), await provider(asked, "two")];
      await create(asked, "ann", { identityProviderId: one });
      await asked.patch(`${users}/ann/identity-provider-id`, move(one, two));
      const { user } = await asked.get<{ readonly user: Fields }>(
        `${users}/ann?identity-provider-id=${two}`,
      );
      expect(user["identityProviderId"]).to.equal(two);
    },
    UserManagementUpdateUserIdpWithDefaultIdp: async (asked) => {
      const one = await provider(asked, "one");
      await create(asked, "ann");
      await asked.patch(`${users}/ann/identity-provider-id`, move("", one));
      await asked.patch(`${users}/ann/identity-provider-id`, move(one, ""));
      expect((await asked.get<{ readonly user: Fields }>(`${users}/ann`)).user).to.include({
        id: "ann",
      });
    },
    UserManagementUpdateUserIdpNonExistentIdps: async (asked) => {
      await create(asked, "ann");
      for (const body of [move("none", ""), move("", "none")]) {
        await asked.refused(400, "INVALID_ARGUMENT", [
          "PATCH",
          `${users}/ann/identity-provider-id`,
          body,
        ]);
      }
    },
    UserManagementUpdateUserIdpMismatchedSourceIdp: async (asked) => {
      const [one, two] = [await provider(asked, "one"), await provider(asked, "two")];
      await create(asked, "ann", { identityProviderId: one });
      await asked.refused(403, "NA", ["PATCH", `${users}/ann/identity-provider-id`, move(two, "")]);
    },
    UserManagementUpdateUserIdpSourceAndTargetIdpTheSame: async (asked) => {
      const one = await provider(asked, "one");
      await create(asked, "ann", { identityProviderId: one });
      await asked.patch(`${users}/ann/identity-provider-id`, move(one, one));
    },
    UserManagementUserRightsLimit: async (asked) => {
      const many = Array.from({ length: asked.ledger.config.maxRightsPerUser + 1 }, (_, index) =>
        rightTo("CanActAs", `party-${index}`),
      );
      await asked.refused(400, "TOO_MANY_USER_RIGHTS", [
        "POST",
        users,
        { user: { id: "ann" }, rights: many },
      ]);
      await create(asked, "ann", {}, many.slice(1));
      await asked.refused(400, "TOO_MANY_USER_RIGHTS", [
        "POST",
        `${users}/ann/rights`,
        { userId: "ann", identityProviderId: "", rights: many.slice(0, 1) },
      ]);
    },
    UserManagementCreateUserInvalidArguments: async (asked) => {
      for (const [code, user] of [
        ["MISSING_FIELD", { id: "" }],
        ["INVALID_FIELD", { id: "?" }],
        ["INVALID_ARGUMENT", { id: "ann", metadata: { annotations: { "no key!": "x" } } }],
        ["INVALID_ARGUMENT", { id: "ann", primaryParty: "no party!" }],
      ] as const) {
        await asked.refused(400, code, ["POST", users, { user, rights: [] }]);
      }
      const rights = [rightTo("CanActAs", "no party!")];
      await asked.refused(400, "INVALID_ARGUMENT", [
        "POST",
        users,
        { user: { id: "ann" }, rights },
      ]);
    },
    UserManagementGetUserInvalidArguments: (asked) =>
      // The JSON decoder detects it, with another code than over gRPC.
      asked.refused(400, "INVALID_ARGUMENT", ["GET", `${users}/%3F`]),
    RaceConditionCreateUsers: async (asked) => {
      const call = ["POST", users, { user: { id: "ann" }, rights: [] }] as const;
      expect(await successes(asked, Array(5).fill(call))).to.have.length(1);
    },
    RaceConditionDeleteUsers: async (asked) => {
      await create(asked, "ann");
      expect(await successes(asked, Array(5).fill(["DELETE", `${users}/ann`]))).to.have.length(1);
    },
    RaceConditionGrantRights: async (asked) => {
      const alice = await asked.party("alice");
      await create(asked, "ann");
      const body = { userId: "ann", identityProviderId: "", rights: [rightTo("CanActAs", alice)] };
      const answers = await successes(asked, Array(5).fill(["POST", `${users}/ann/rights`, body]));
      expect(answers.map(({ json }) => newRights(json as Fields)).sort()).to.deep.equal([
        0, 0, 0, 0, 1,
      ]);
    },
    RaceConditionRevokeRights: async (asked) => {
      const alice = await asked.party("alice");
      await create(asked, "ann", {}, [rightTo("CanActAs", alice)]);
      const body = { userId: "ann", identityProviderId: "", rights: [rightTo("CanActAs", alice)] };
      const answers = await successes(asked, Array(5).fill(["PATCH", `${users}/ann/rights`, body]));
      expect(answers.map(({ json }) => goneRights(json as Fields)).sort()).to.deep.equal([
        0, 0, 0, 0, 1,
      ]);
    },
    TestAdminExists: async (asked) => {
      const { rights } = await asked.get<{ readonly rights: readonly unknown[] }>(
        `${users}/participant_admin/rights`,
      );
      expect(rights).to.deep.include(rightTo("ParticipantAdmin"));
    },
    TestCreateUser: async (asked) => {
      const { user } = await create(asked, "ann");
      expect(user).to.deep.include({ id: "ann", primaryParty: "", isDeactivated: false });
      await asked.refused(409, "USER_ALREADY_EXISTS", [
        "POST",
        users,
        { user: { id: "ann" }, rights: [] },
      ]);
    },
    TestPrimaryPartyAuthenticationCreateUser: async (asked) => {
      const alice = await asked.party("alice");
      const { user } = await create(asked, "ann", {
        primaryParty: alice,
        primaryPartyAuthentication: true,
      });
      expect(user["primaryPartyAuthentication"]).to.equal(true);
    },
    TestInvalidResourceVersionInCreateUser: (asked) =>
      asked.refused(400, "INVALID_ARGUMENT", [
        "POST",
        users,
        { user: { id: "ann", metadata: { resourceVersion: "1", annotations: {} } }, rights: [] },
      ]),
    TestGetUser: async (asked) => {
      await create(asked, "ann");
      expect((await asked.get<{ readonly user: Fields }>(`${users}/ann`)).user).to.include({
        id: "ann",
      });
      await asked.refused(404, "USER_NOT_FOUND", ["GET", `${users}/bob`]);
    },
    TestDeleteUser: async (asked) => {
      await create(asked, "ann");
      expect((await asked.send("DELETE", `${users}/ann`)).status).to.equal(200);
      await asked.refused(404, "USER_NOT_FOUND", ["DELETE", `${users}/ann`]);
    },
    TestListUsersVisibilityOfNewUserWhenCreatedAndThenDeleted: async (asked) => {
      await create(asked, "ann");
      expect(idsOf(await asked.get(users))).to.include("ann");
      await asked.send("DELETE", `${users}/ann`);
      expect(idsOf(await asked.get(users))).to.not.include("ann");
    },
    TestListUsersCreateOrDeleteUserOnPreviousPage: async (asked) => {
      for (const id of ["b1", "b2", "b3", "b4"]) await create(asked, id);
      const first = await asked.get(`${users}?pageSize=2`);
      const token = String(first["nextPageToken"]);
      const second = idsOf(await asked.get(`${users}?pageSize=2&pageToken=${token}`));
      await create(asked, "a1");
      await asked.send("DELETE", `${users}/b1`);
      expect(idsOf(await asked.get(`${users}?pageSize=2&pageToken=${token}`))).to.deep.equal(
        second,
      );
    },
    TestListUsersReachingTheLastPage: async (asked) => {
      for (const id of ["b1", "b2", "b3", "b4"]) await create(asked, id);
      const found: string[] = [];
      let token = "";
      do {
        const page = await asked.get(`${users}?pageSize=2&pageToken=${token}`);
        found.push(...idsOf(page));
        token = String(page["nextPageToken"]);
      } while (token !== "");
      expect(found).to.deep.equal(idsOf(await asked.get(users)));
    },
    TestListUsersOnInvalidRequests: async (asked) => {
      await asked.refused(400, "INVALID_ARGUMENT", ["GET", `${users}?pageSize=-1`]);
      await asked.refused(400, "INVALID_ARGUMENT", ["GET", `${users}?pageToken=no-token`]);
    },
    TestListUsersRequestPageSizeZero: async (asked) => {
      await create(asked, "ann");
      expect(idsOf(await asked.get(`${users}?pageSize=0`))).to.deep.equal(
        idsOf(await asked.get(users)),
      );
    },
    TestMaxUsersPageSize: async (asked) => {
      expect(idsOf(await asked.get(`${users}?pageSize=1000000`))).to.include("participant_admin");
    },
    TestGrantTheEmptyRight: async (asked) => {
      await create(asked, "ann");
      const body = { userId: "ann", identityProviderId: "", rights: [{}] };
      const { status } = await asked.send("POST", `${users}/ann/rights`, body);
      expect(status).to.equal(400);
    },
    TestGrantingAndRevokingEmptyListOfRights: async (asked) => {
      await create(asked, "ann");
      const body = { userId: "ann", identityProviderId: "", rights: [] };
      expect(newRights(await asked.post(`${users}/ann/rights`, body))).to.equal(0);
      expect(goneRights(await asked.patch(`${users}/ann/rights`, body))).to.equal(0);
    },
    TestGrantUserRights: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      await create(asked, "ann");
      const grant = (...rights: readonly object[]) =>
        asked.post(`${users}/ann/rights`, { userId: "ann", identityProviderId: "", rights });
      expect(newRights(await grant(rightTo("CanActAs", alice)))).to.equal(1);
      expect(
        newRights(await grant(rightTo("CanActAs", alice), rightTo("CanReadAs", bob))),
      ).to.equal(1);
      await asked.refused(404, "USER_NOT_FOUND", [
        "POST",
        `${users}/bob/rights`,
        { userId: "bob", identityProviderId: "", rights: [] },
      ]);
    },
    TestAllocationTimeGrantUserRights: async (asked) => {
      await create(asked, "ann");
      const { partyDetails } = await asked.post<{ readonly partyDetails: Fields }>("/v2/parties", {
        partyIdHint: "alice",
        userId: "ann",
      });
      const { rights } = await asked.get(`${users}/ann/rights`);
      expect(rights).to.deep.equal([rightTo("CanActAs", String(partyDetails["party"]))]);
    },
    TestRevokeUserRights: async (asked) => {
      const alice = await asked.party("alice");
      await create(asked, "ann", {}, [rightTo("CanActAs", alice)]);
      const body = { userId: "ann", identityProviderId: "", rights: [rightTo("CanActAs", alice)] };
      expect(goneRights(await asked.patch(`${users}/ann/rights`, body))).to.equal(1);
      expect(goneRights(await asked.patch(`${users}/ann/rights`, body))).to.equal(0);
    },
    TestListUserRights: async (asked) => {
      const alice = await asked.party("alice");
      const rights = [rightTo("CanActAs", alice), rightTo("ParticipantAdmin")];
      await create(asked, "ann", {}, rights);
      expect((await asked.get(`${users}/ann/rights`))["rights"]).to.have.deep.members(rights);
      await asked.refused(404, "USER_NOT_FOUND", ["GET", `${users}/bob/rights`]);
    },
  },
};

export const userUpdates: Suite = {
  name: "UserManagementServiceUpdateRpcIT",
  cases: {
    UpdateAllUpdatableFields: async (asked) => {
      const alice = await asked.party("alice");
      await create(asked, "ann", {
        metadata: { resourceVersion: "", annotations: { a: "1", b: "2" } },
      });
      const user = await changed(
        asked,
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
    UpdateUserEvenIfMetadataIsNotSetInUpdateRequest: async (asked) => {
      await create(asked, "ann");
      expect(await changed(asked, { isDeactivated: true }, ["is_deactivated"])).to.include({
        isDeactivated: true,
      });
    },
    InvalidUpdateRequestsUserFieldIsUnset: async (asked) => {
      await create(asked, "ann");
      await asked.refused(400, "INVALID_ARGUMENT", [
        "PATCH",
        `${users}/ann`,
        { updateMask: { paths: ["metadata"] } },
      ]);
    },
    FailUpdateNonExistentUser: (asked) =>
      asked.refused(404, "USER_NOT_FOUND", update({ isDeactivated: true }, ["is_deactivated"])),
    InvalidUpdateRequestsInvalidUserIdSyntax: (asked) =>
      asked.refused(400, "INVALID_FIELD", [
        "PATCH",
        `${users}/%25%25!!!`,
        { user: { id: "%%!!!" }, updateMask: { paths: ["is_deactivated"] } },
      ]),
    UpdatePrimaryPartyUsingNonEmptyValue: async (asked) => {
      const [alice, bob] = await asked.parties("alice", "bob");
      await create(asked, "ann", { primaryParty: alice });
      expect(await changed(asked, { primaryParty: bob }, ["primary_party"])).to.include({
        primaryParty: bob,
      });
    },
    UpdatePrimaryPartyUsingEmptyValue: async (asked) => {
      const alice = await asked.party("alice");
      await create(asked, "ann", { primaryParty: alice });
      expect(await changed(asked, { primaryParty: "" }, ["primary_party"])).to.include({
        primaryParty: "",
      });
    },
    UpdateIsDeactivatedUsingNonDefaultValue: async (asked) => {
      await create(asked, "ann");
      expect(await changed(asked, { isDeactivated: true }, ["is_deactivated"])).to.include({
        isDeactivated: true,
      });
    },
    UpdateIsDeactivatedUsingTheDefaultValue: async (asked) => {
      await create(asked, "ann", { isDeactivated: true });
      expect(await changed(asked, { isDeactivated: false }, ["is_deactivated"])).to.include({
        isDeactivated: false,
      });
    },
    UpdatePrimaryPartyAuthentication: async (asked) => {
      const alice = await asked.party("alice");
      await create(asked, "ann", { primaryParty: alice });
      const paths = ["primary_party_authentication"];
      expect(await changed(asked, { primaryPartyAuthentication: true }, paths)).to.include({
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

const invalidId = (asked: Asked, method: string) =>
  asked.refused(400, "INVALID_FIELD", [method, `${idps}/!%40`]);

export const identityProviders: Suite = {
  name: "IdentityProviderConfigServiceIT",
  cases: {
    CreateConfigInvalidArguments: async (asked) => {
      for (const [code, more] of [
        ["MISSING_FIELD", { identityProviderId: "" }],
        ["INVALID_FIELD", { identityProviderId: "!@" }],
        ["MISSING_FIELD", { issuer: "" }],
        ["MISSING_FIELD", { jwksUrl: "" }],
        ["INVALID_FIELD", { jwksUrl: "no url" }],
      ] as const) {
        await asked.refused(400, code, ["POST", idps, config(more)]);
      }
    },
    GetConfigInvalidArguments: (asked) => invalidId(asked, "GET"),
    DeleteConfigInvalidArguments: (asked) => invalidId(asked, "DELETE"),
    UpdateConfigInvalidArguments: async (asked) => {
      await asked.post(idps, config());
      await asked.refused(400, "INVALID_FIELD", updated({}, ["issuer"], "!@"));
      await asked.refused(400, "INVALID_FIELD", updated({ jwksUrl: "no url" }, ["jwks_url"]));
      for (const paths of [[], ["nothing"], ["issuer", "issuer"]]) {
        await asked.refused(400, "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST", updated({}, paths));
      }
    },
    CreateConfigSuccess: async (asked) => {
      const made = await asked.post(idps, config());
      expect(made).to.deep.equal(config());
      await asked.refused(409, "IDP_CONFIG_ALREADY_EXISTS", [
        "POST",
        idps,
        config({ issuer: "other" }),
      ]);
      await asked.refused(409, "IDP_CONFIG_ISSUER_ALREADY_EXISTS", [
        "POST",
        idps,
        config({ identityProviderId: "two" }),
      ]);
    },
    UpdateConfigSuccess: async (asked) => {
      await asked.post(idps, config());
      await asked.post(idps, config({ identityProviderId: "two", issuer: "other" }));
      const changes = {
        isDeactivated: true,
        issuer: "new",
        jwksUrl: "http://new.invalid",
        audience: "x",
      };
      const [, path, body] = updated(changes, ["is_deactivated", "issuer", "jwks_url", "audience"]);
      expect(await asked.patch(path, body)).to.deep.equal(config(changes));
      await asked.refused(
        409,
        "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
        updated({ issuer: "other" }, ["issuer"]),
      );
    },
    GetConfigSuccess: async (asked) => {
      await asked.post(idps, config());
      expect(await asked.get(`${idps}/one`)).to.deep.equal(config());
      await asked.refused(404, "IDP_CONFIG_NOT_FOUND", ["GET", `${idps}/two`]);
    },
    ListConfig: async (asked) => {
      await asked.post(idps, config());
      expect((await asked.get(idps))["identityProviderConfigs"]).to.deep.equal([
        config().identityProviderConfig,
      ]);
    },
    DeleteConfigSuccess: async (asked) => {
      await asked.post(idps, config());
      expect((await asked.send("DELETE", `${idps}/one`)).status).to.equal(200);
      await asked.refused(404, "IDP_CONFIG_NOT_FOUND", ["DELETE", `${idps}/one`]);
    },
  },
};
