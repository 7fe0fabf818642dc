import { expect } from "chai";

import {
  type CaseLedger,
  createdIn,
  eventFormatFor,
  type Fields,
  formatFor,
} from "../../support/catalogue/case-ledger.ts";
import {
  exercise,
  modelsPackage,
  Note,
  noteOf,
  valuesJson,
} from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";

const wait = "/v2/commands/submit-and-wait";
const unknownPackage = "ab".repeat(32);

export const packages: Suite = {
  name: "PackageServiceIT",
  cases: {
    PackagesList: async (api) => {
      expect((await api.get("/v2/packages"))["packageIds"]).to.include(modelsPackage.packageId);
    },
    PackagesGetUnknown: (api) =>
      api.refused(404, "PACKAGE_NOT_FOUND", ["GET", `/v2/packages/${unknownPackage}`]),
    PackagesStatusKnown: async (api) => {
      const { packageStatus } = await api.get(`/v2/packages/${modelsPackage.packageId}/status`);
      expect(packageStatus).to.equal("PACKAGE_STATUS_REGISTERED");
    },
    PackagesStatusUnknown: async (api) => {
      const { packageStatus } = await api.get(`/v2/packages/${unknownPackage}/status`);
      expect(packageStatus).to.equal("PACKAGE_STATUS_UNSPECIFIED");
    },
  },
};

export const state: Suite = {
  name: "StateServiceIT",
  cases: {
    StateServiceGetConnectedSynchronizersWithoutParty: async (api) => {
      const { connectedSynchronizers } = await api.get("/v2/state/connected-synchronizers");
      expect(connectedSynchronizers).to.have.length(1);
      expect(JSON.stringify(connectedSynchronizers)).to.include(api.synchronizerId);
    },
  },
};

const later = "2024-01-01T13:00:00Z";

/** Creates a note, and submits a command that may be executed only an hour later. */
const waiting = async (api: CaseLedger) => {
  const alice = await api.party("alice");
  const contractId = await api.create(alice, noteOf(alice));
  return { alice, command: exercise(Note.reference, contractId, "After", { time: later }) };
};

const effectiveAt = async (api: CaseLedger) => {
  const alice = await api.party(`party-${api.end}`);
  return (await api.submit(alice, noteOf(alice)))["effectiveAt"];
};

export const time: Suite = {
  name: "TimeServiceIT",
  cases: {
    TSTimeIsStatic: async (api) => {
      expect(await effectiveAt(api)).to.equal(await effectiveAt(api));
    },
    TSTimeCanBeAdvanced: async (api) => {
      api.ledger.clock.advance("1h");
      expect(await effectiveAt(api)).to.equal(later);
    },
    TSFailWhenTimeNotAdvanced: async (api) => {
      const { alice, command } = await waiting(api);
      await api.refused(400, "DAML_FAILURE", ["POST", wait, api.commands(alice, command)]);
    },
    TSSucceedWhenTimeAdvanced: async (api) => {
      const { alice, command } = await waiting(api);
      api.ledger.clock.advance("1h");
      await api.submit(alice, command);
    },
  },
};

const activeContracts = "/v2/state/active-contracts";

const snapshot = (api: CaseLedger, more: Fields) => ({ activeAtOffset: api.end, ...more });

/** Creates a note of alice. Returns the contracts that a request in the given form finds. */
const foundOf = async (api: CaseLedger, formOf: (alice: string) => Fields) => {
  const alice = await api.party("alice");
  await api.create(alice, noteOf(alice));
  return api.post<readonly Fields[]>(activeContracts, snapshot(api, formOf(alice)));
};

const user = { id: "ann", isDeactivated: false, primaryParty: "", identityProviderId: "" };

const provider = {
  identityProviderId: "one",
  isDeactivated: false,
  issuer: "issuer",
  jwksUrl: "http://one.invalid",
  audience: "",
};

const kept = async (api: CaseLedger, name: string, value: unknown) => {
  const alice = await api.party("alice");
  const created = createdIn(await api.submit(alice, valuesJson(alice, { [name]: value })));
  expect(created.createArgument[name]).to.deep.equal(value);
};

export const jsonApi: Suite = {
  name: "JsonV2Tests",
  cases: {
    "allocate, update and get party": async (api) => {
      const alice = await api.party("alice");
      const localMetadata = { resourceVersion: "", annotations: { key: "value" } };
      await api.patch(`/v2/parties/${alice}`, {
        partyDetails: { party: alice, isLocal: true, localMetadata, identityProviderId: "" },
        updateMask: { paths: ["local_metadata"] },
      });
      const found = await api.get(`/v2/parties/${alice}`);
      expect(JSON.stringify(found)).to.include('"key":"value"');
    },
    "allocate a party on a specific synchronizers": async (api) => {
      const { synchronizerId } = api;
      const body = { partyIdHint: "alice", synchronizerId };
      const { partyDetails } = await api.post<{ readonly partyDetails: Fields }>(
        "/v2/parties",
        body,
      );
      expect(partyDetails["party"]).to.match(/^alice::/);
    },
    "get participant id": async (api) => {
      const { participantId } = await api.get("/v2/parties/participant-id");
      expect(participantId).to.equal(api.ledger.state.participantId);
    },
    "get version": async (api) => {
      expect((await api.get("/v2/version"))["version"]).to.match(/^3\.\d+\.\d+/);
    },
    "create, update and delete user": async (api) => {
      await api.post("/v2/users", { user, rights: [] });
      const { user: changed } = await api.patch<{ readonly user: Fields }>("/v2/users/ann", {
        user: { ...user, isDeactivated: true },
        updateMask: { paths: ["is_deactivated"] },
      });
      expect(changed["isDeactivated"]).to.equal(true);
      expect((await api.send("DELETE", "/v2/users/ann")).status).to.equal(200);
      await api.refused(404, "USER_NOT_FOUND", ["GET", "/v2/users/ann"]);
    },
    "manipulate user rights": async (api) => {
      await api.post("/v2/users", { user, rights: [] });
      const rights = [{ kind: { ParticipantAdmin: { value: {} } } }];
      const body = { userId: "ann", identityProviderId: "", rights };
      expect((await api.post("/v2/users/ann/rights", body))["newlyGrantedRights"]).to.deep.equal(
        rights,
      );
      expect((await api.patch("/v2/users/ann/rights", body))["newlyRevokedRights"]).to.deep.equal(
        rights,
      );
      expect((await api.get("/v2/users/ann/rights"))["rights"]).to.deep.equal([]);
    },
    "update identity provider": async (api) => {
      await api.post("/v2/idps", { identityProviderConfig: provider });
      await api.post("/v2/users", { user, rights: [] });
      await api.patch("/v2/users/ann/identity-provider-id", {
        userId: "ann",
        sourceIdentityProviderId: "",
        targetIdentityProviderId: "one",
      });
    },
    "add,patch and delete identity provider config": async (api) => {
      await api.post("/v2/idps", { identityProviderConfig: provider });
      await api.patch("/v2/idps/one", {
        identityProviderConfig: { ...provider, isDeactivated: true },
        updateMask: { paths: ["is_deactivated"] },
      });
      const { identityProviderConfig } = await api.get<{
        readonly identityProviderConfig: Fields;
      }>("/v2/idps/one");
      expect(identityProviderConfig["isDeactivated"]).to.equal(true);
      expect((await api.send("DELETE", "/v2/idps/one")).status).to.equal(200);
    },
    "return completions as list": async (api) => {
      const alice = await api.party("alice");
      await api.submit(alice, noteOf(alice));
      expect(await api.completions([alice])).to.have.length(1);
    },
    "return events by contract id": async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const found = await api.post("/v2/events/events-by-contract-id", {
        contractId,
        eventFormat: eventFormatFor([alice]),
      });
      expect(JSON.stringify(found)).to.include(contractId);
    },
    "return active contracts": async (api) => {
      const found = await foundOf(api, (alice) => ({ eventFormat: eventFormatFor([alice]) }));
      expect(found).to.have.length(1);
    },
    "return active contracts list": async (api) => {
      const found = await foundOf(api, (alice) => ({ eventFormat: eventFormatFor([alice]) }));
      expect(found[0]).to.have.nested.property("contractEntry.JsActiveContract.createdEvent");
    },
    "return active contracts (legacy fields)": async (api) => {
      const found = await foundOf(api, (alice) => ({
        filter: { filtersByParty: { [alice]: {} } },
        verbose: false,
      }));
      expect(found).to.have.length(1);
    },
    "return active contracts list (event_format and filter fields set)": async (api) => {
      const alice = await api.party("alice");
      const body = snapshot(api, {
        filter: { filtersByParty: { [alice]: {} } },
        eventFormat: eventFormatFor([alice]),
      });
      await api.refused(400, "INVALID_ARGUMENT", ["POST", activeContracts, body]);
    },
    "return active contracts list (event_format and verbose fields set)": async (api) => {
      const alice = await api.party("alice");
      const body = snapshot(api, { verbose: true, eventFormat: eventFormatFor([alice]) });
      await api.refused(400, "INVALID_ARGUMENT", ["POST", activeContracts, body]);
    },
    "handle offset after ledger end for active contracts list": async (api) => {
      const alice = await api.party("alice");
      const body = { activeAtOffset: api.end + 10, eventFormat: eventFormatFor([alice]) };
      await api.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", activeContracts, body]);
    },
    "return connected synchronizers": async (api) => {
      const alice = await api.party("alice");
      const found = await api.get(`/v2/state/connected-synchronizers?party=${alice}`);
      expect(found["connectedSynchronizers"]).to.have.length(1);
    },
    "get ledger end": async (api) => {
      expect((await api.get("/v2/state/ledger-end"))["offset"]).to.equal(api.end);
    },
    "get latest pruned offsets": async (api) => {
      expect(await api.get("/v2/state/latest-pruned-offsets")).to.deep.include({
        participantPrunedUpToInclusive: 0,
      });
    },
    "return updates": async (api) => {
      const alice = await api.party("alice");
      await api.submit(alice, noteOf(alice));
      const includeTransactions = formatFor([alice], "TRANSACTION_SHAPE_ACS_DELTA");
      expect(await api.updates({ includeTransactions })).to.have.length(1);
    },
    "handle date": (api) => kept(api, "day", "2024-02-29"),
    "handle timestamp": (api) => kept(api, "time", "2024-02-29T12:00:00.123456Z"),
    "handle textmap": (api) => kept(api, "byText", { a: "1", "": "2" }),
    "return OK status for livez endpoint": async (api) => {
      const { status, text } = await api.send("GET", "/livez");
      expect([status, text]).to.deep.equal([200, ""]);
    },
    "return OK response for readyz endpoint": async (api) => {
      const { status, text } = await api.send("GET", "/readyz");
      expect([status, text]).to.deep.equal([200, "[+] ledger ok (SERVING)\nreadyz check passed\n"]);
    },
  },
};

export const unknownPaths: Suite = {
  name: "AbstractHttpServiceIntegrationTest",
  cases: {
    "request non-existent endpoint should return 404 with errors": async (api) => {
      const { status, json } = await api.send("GET", "/contracts/does-not-exist");
      expect([status, json]).to.deep.equal([
        404,
        {
          errors: ["HttpMethod(GET), uri: http://ledger.invalid/contracts/does-not-exist"],
          status: 404,
          ledgerApiError: null,
        },
      ]);
    },
  },
};

export const base64: Suite = {
  name: "Base64StringParserTest",
  cases: {
    "json api should reject invalid base64 string in body payload": async (api) => {
      const alice = await api.party("alice");
      const contractId = await api.create(alice, noteOf(alice));
      const commands = api.commands(alice, noteOf(alice), {
        disclosedContracts: [{ contractId, createdEventBlob: "no base64!", synchronizerId: "" }],
      });
      await api.refused(400, "Invalid value for: body", ["POST", wait, commands]);
    },
  },
};

export const decoding: Suite = {
  name: "JsonDecodingTest",
  cases: {
    "decode structure with only required properties": async (api) => {
      const alice = await api.party("alice");
      const { commands, commandId, actAs, userId } = api.commands(alice, noteOf(alice));
      await api.post(wait, { commands, commandId, actAs, userId });
    },
    "do not fail on extra/unspecified fields": async (api) => {
      const alice = await api.party("alice");
      await api.post(wait, { ...api.commands(alice, noteOf(alice)), unheardOf: { of: [] } });
    },
  },
};

/** Creates this many notes of alice. Returns a function that requests a list with a limit. */
const listed = async (api: CaseLedger, notes: number) => {
  const alice = await api.party("alice");
  await api.submit(
    alice,
    Array.from({ length: notes }, () => noteOf(alice)),
  );
  const body = snapshot(api, { eventFormat: eventFormatFor([alice]) });
  const path = (limit?: number) =>
    limit === undefined ? activeContracts : `${activeContracts}?limit=${limit}`;
  return {
    of: (limit?: number) => api.post<readonly unknown[]>(path(limit), body),
    request: ["POST", activeContracts, body] as const,
  };
};

export const listLimits: Suite = {
  name: "JsonListLimitTest",
  cases: {
    "return error when list is beyond the node limit": async (api) => {
      const { request } = await listed(api, api.ledger.config.maxListElements + 1);
      await api.refused(413, "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", request);
    },
    "return list fragment when limit is provided in query": async (api) => {
      const { of } = await listed(api, api.ledger.config.maxListElements + 1);
      expect(await of(3)).to.have.length(3);
    },
    "return list fragment when limit is provided in query and there are fewer results": async (
      api,
    ) => {
      const { of } = await listed(api, 2);
      expect(await of(3)).to.have.length(2);
    },
    "return list when size is below node limit": async (api) => {
      const { of } = await listed(api, api.ledger.config.maxListElements);
      expect(await of()).to.have.length(api.ledger.config.maxListElements);
    },
  },
};

export const documents: Suite = {
  name: "OpenApiTests",
  cases: {
    "contains expected openapi services": async (api) => {
      const { text } = await api.send("GET", "/docs/openapi");
      expect(text).to.include("/v2/commands/submit-and-wait").and.include("/v2/state/ledger-end");
    },
    "contains expected async services": async (api) => {
      const { text } = await api.send("GET", "/docs/asyncapi");
      expect(text).to.include("/v2/updates").and.include("/v2/commands/completions");
    },
    "has proper version": async (api) => {
      const { version } = await api.get("/v2/version");
      const { text } = await api.send("GET", "/docs/openapi");
      expect(text).to.include(String(version));
    },
  },
};

const preferred = "/v2/interactive-submission/preferred-packages";
const preferredVersion = "/v2/interactive-submission/preferred-package-version";

const requirement = (parties: readonly string[], packageName = "models", more: Fields = {}) => ({
  packageVettingRequirements: [{ parties, packageName }],
  ...more,
});

const unknownSynchronizer = `unknown::1220${"ab".repeat(32)}`;

export const preferences: Suite = {
  name: "InteractiveSubmissionServiceIT",
  cases: {
    ISSPreferredPackagesKnown: async (api) => {
      const alice = await api.party("alice");
      const { packageReferences } = await api.post(preferred, requirement([alice]));
      expect(packageReferences).to.deep.equal([
        { packageId: modelsPackage.packageId, packageName: "models", packageVersion: "1.0.0" },
      ]);
    },
    ISSPreferredPackagesUnknownParty: (api) =>
      api.refused(404, "UNKNOWN_INFORMEES", ["POST", preferred, requirement(["nobody"])]),
    ISSPreferredPackagesUnknownPackageName: async (api) => {
      const alice = await api.party("alice");
      for (const [status, code, name] of [
        [404, "PACKAGE_NAMES_NOT_FOUND", "nothing"],
        [400, "INVALID_FIELD", "no name!"],
      ] as const) {
        await api.refused(status, code, ["POST", preferred, requirement([alice], name)]);
      }
    },
    ISSPreferredPackagesUnknownSynchronizerId: async (api) => {
      const alice = await api.party("alice");
      for (const [code, synchronizerId] of [
        ["INVALID_PRESCRIBED_SYNCHRONIZER_ID", unknownSynchronizer],
        ["INVALID_FIELD", "nowhere"],
      ] as const) {
        const body = requirement([alice], "models", { synchronizerId });
        await api.refused(400, code, ["POST", preferred, body]);
      }
    },
    ISSPreferredPackageVersionKnown: async (api) => {
      const alice = await api.party("alice");
      const { packagePreference } = await api.get(
        `${preferredVersion}?parties=${alice}&package-name=models`,
      );
      expect(JSON.stringify(packagePreference)).to.include(modelsPackage.packageId);
    },
    ISSPreferredPackageVersionUnknownParty: (api) =>
      api.refused(404, "UNKNOWN_INFORMEES", [
        "GET",
        `${preferredVersion}?parties=nobody&package-name=models`,
      ]),
    ISSPreferredPackageVersionUnknownPackageName: async (api) => {
      const alice = await api.party("alice");
      await api.refused(404, "PACKAGE_NAMES_NOT_FOUND", [
        "GET",
        `${preferredVersion}?parties=${alice}&package-name=nothing`,
      ]);
    },
    ISSPreferredPackageVersionUnknownSynchronizerId: async (api) => {
      const alice = await api.party("alice");
      await api.refused(400, "INVALID_PRESCRIBED_SYNCHRONIZER_ID", [
        "GET",
        `${preferredVersion}?parties=${alice}&package-name=models&synchronizer-id=${unknownSynchronizer}`,
      ]);
    },
  },
};
