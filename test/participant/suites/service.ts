import { expect } from "chai";

import {
  type Asked,
  createdIn,
  eventFormatFor,
  type Fields,
  formatFor,
} from "../../support/catalogue/asked.ts";
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
    PackagesList: async (asked) => {
      expect((await asked.get("/v2/packages"))["packageIds"]).to.include(modelsPackage.packageId);
    },
    PackagesGetUnknown: (asked) =>
      asked.refused(404, "PACKAGE_NOT_FOUND", ["GET", `/v2/packages/${unknownPackage}`]),
    PackagesStatusKnown: async (asked) => {
      const { packageStatus } = await asked.get(`/v2/packages/${modelsPackage.packageId}/status`);
      expect(packageStatus).to.equal("PACKAGE_STATUS_REGISTERED");
    },
    PackagesStatusUnknown: async (asked) => {
      const { packageStatus } = await asked.get(`/v2/packages/${unknownPackage}/status`);
      expect(packageStatus).to.equal("PACKAGE_STATUS_UNSPECIFIED");
    },
  },
};

export const state: Suite = {
  name: "StateServiceIT",
  cases: {
    StateServiceGetConnectedSynchronizersWithoutParty: async (asked) => {
      const { connectedSynchronizers } = await asked.get("/v2/state/connected-synchronizers");
      expect(connectedSynchronizers).to.have.length(1);
      expect(JSON.stringify(connectedSynchronizers)).to.include(asked.synchronizerId);
    },
  },
};

const later = "2024-01-01T13:00:00Z";

/** A note, and a command that may be executed an hour later. */
const waiting = async (asked: Asked) => {
  const alice = await asked.party("alice");
  const contractId = await asked.create(alice, noteOf(alice));
  return { alice, command: exercise(Note.reference, contractId, "After", { time: later }) };
};

const effectiveAt = async (asked: Asked) => {
  const alice = await asked.party(`party-${asked.end}`);
  return (await asked.submit(alice, noteOf(alice)))["effectiveAt"];
};

export const time: Suite = {
  name: "TimeServiceIT",
  cases: {
    TSTimeIsStatic: async (asked) => {
      expect(await effectiveAt(asked)).to.equal(await effectiveAt(asked));
    },
    TSTimeCanBeAdvanced: async (asked) => {
      asked.ledger.clock.advance("1h");
      expect(await effectiveAt(asked)).to.equal(later);
    },
    TSFailWhenTimeNotAdvanced: async (asked) => {
      const { alice, command } = await waiting(asked);
      await asked.refused(400, "DAML_FAILURE", ["POST", wait, asked.commands(alice, command)]);
    },
    TSSucceedWhenTimeAdvanced: async (asked) => {
      const { alice, command } = await waiting(asked);
      asked.ledger.clock.advance("1h");
      await asked.submit(alice, command);
    },
  },
};

const activeContracts = "/v2/state/active-contracts";

const snapshot = (asked: Asked, more: Fields) => ({ activeAtOffset: asked.end, ...more });

/** The contracts found by a request in one of its forms, of one note of alice. */
const foundOf = async (asked: Asked, formOf: (alice: string) => Fields) => {
  const alice = await asked.party("alice");
  await asked.create(alice, noteOf(alice));
  return asked.post<readonly Fields[]>(activeContracts, snapshot(asked, formOf(alice)));
};

const user = { id: "ann", isDeactivated: false, primaryParty: "", identityProviderId: "" };

const provider = {
  identityProviderId: "one",
  isDeactivated: false,
  issuer: "issuer",
  jwksUrl: "http://one.invalid",
  audience: "",
};

const kept = async (asked: Asked, name: string, value: unknown) => {
  const alice = await asked.party("alice");
  const created = createdIn(await asked.submit(alice, valuesJson(alice, { [name]: value })));
  expect(created.createArgument[name]).to.deep.equal(value);
};

export const jsonApi: Suite = {
  name: "JsonV2Tests",
  cases: {
    "allocate, update and get party": async (asked) => {
      const alice = await asked.party("alice");
      const localMetadata = { resourceVersion: "", annotations: { key: "value" } };
      await asked.patch(`/v2/parties/${alice}`, {
        partyDetails: { party: alice, isLocal: true, localMetadata, identityProviderId: "" },
        updateMask: { paths: ["local_metadata"] },
      });
      const found = await asked.get(`/v2/parties/${alice}`);
      expect(JSON.stringify(found)).to.include('"key":"value"');
    },
    "allocate a party on a specific synchronizers": async (asked) => {
      const { synchronizerId } = asked;
      const body = { partyIdHint: "alice", synchronizerId };
      const { partyDetails } = await asked.post<{ readonly partyDetails: Fields }>(
        "/v2/parties",
        body,
      );
      expect(partyDetails["party"]).to.match(/^alice::/);
    },
    "get participant id": async (asked) => {
      const { participantId } = await asked.get("/v2/parties/participant-id");
      expect(participantId).to.equal(asked.ledger.state.participantId);
    },
    "get version": async (asked) => {
      expect((await asked.get("/v2/version"))["version"]).to.match(/^3\.\d+\.\d+/);
    },
    "create, update and delete user": async (asked) => {
      await asked.post("/v2/users", { user, rights: [] });
      const { user: changed } = await asked.patch<{ readonly user: Fields }>("/v2/users/ann", {
        user: { ...user, isDeactivated: true },
        updateMask: { paths: ["is_deactivated"] },
      });
      expect(changed["isDeactivated"]).to.equal(true);
      expect((await asked.send("DELETE", "/v2/users/ann")).status).to.equal(200);
      await asked.refused(404, "USER_NOT_FOUND", ["GET", "/v2/users/ann"]);
    },
    "manipulate user rights": async (asked) => {
      await asked.post("/v2/users", { user, rights: [] });
      const rights = [{ kind: { ParticipantAdmin: { value: {} } } }];
      const body = { userId: "ann", identityProviderId: "", rights };
      expect((await asked.post("/v2/users/ann/rights", body))["newlyGrantedRights"]).to.deep.equal(
        rights,
      );
      expect((await asked.patch("/v2/users/ann/rights", body))["newlyRevokedRights"]).to.deep.equal(
        rights,
      );
      expect((await asked.get("/v2/users/ann/rights"))["rights"]).to.deep.equal([]);
    },
    "update identity provider": async (asked) => {
      await asked.post("/v2/idps", { identityProviderConfig: provider });
      await asked.post("/v2/users", { user, rights: [] });
      await asked.patch("/v2/users/ann/identity-provider-id", {
        userId: "ann",
        sourceIdentityProviderId: "",
        targetIdentityProviderId: "one",
      });
    },
    "add,patch and delete identity provider config": async (asked) => {
      await asked.post("/v2/idps", { identityProviderConfig: provider });
      await asked.patch("/v2/idps/one", {
        identityProviderConfig: { ...provider, isDeactivated: true },
        updateMask: { paths: ["is_deactivated"] },
      });
      const { identityProviderConfig } = await asked.get<{
        readonly identityProviderConfig: Fields;
      }>("/v2/idps/one");
      expect(identityProviderConfig["isDeactivated"]).to.equal(true);
      expect((await asked.send("DELETE", "/v2/idps/one")).status).to.equal(200);
    },
    "return completions as list": async (asked) => {
      const alice = await asked.party("alice");
      await asked.submit(alice, noteOf(alice));
      expect(await asked.completions([alice])).to.have.length(1);
    },
    "return events by contract id": async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const found = await asked.post("/v2/events/events-by-contract-id", {
        contractId,
        eventFormat: eventFormatFor([alice]),
      });
      expect(JSON.stringify(found)).to.include(contractId);
    },
    "return active contracts": async (asked) => {
      const found = await foundOf(asked, (alice) => ({ eventFormat: eventFormatFor([alice]) }));
      expect(found).to.have.length(1);
    },
    "return active contracts list": async (asked) => {
      const found = await foundOf(asked, (alice) => ({ eventFormat: eventFormatFor([alice]) }));
      expect(found[0]).to.have.nested.property("contractEntry.JsActiveContract.createdEvent");
    },
    "return active contracts (legacy fields)": async (asked) => {
      const found = await foundOf(asked, (alice) => ({
        filter: { filtersByParty: { [alice]: {} } },
        verbose: false,
      }));
      expect(found).to.have.length(1);
    },
    "return active contracts list (event_format and filter fields set)": async (asked) => {
      const alice = await asked.party("alice");
      const body = snapshot(asked, {
        filter: { filtersByParty: { [alice]: {} } },
        eventFormat: eventFormatFor([alice]),
      });
      await asked.refused(400, "INVALID_ARGUMENT", ["POST", activeContracts, body]);
    },
    "return active contracts list (event_format and verbose fields set)": async (asked) => {
      const alice = await asked.party("alice");
      const body = snapshot(asked, { verbose: true, eventFormat: eventFormatFor([alice]) });
      await asked.refused(400, "INVALID_ARGUMENT", ["POST", activeContracts, body]);
    },
    "handle offset after ledger end for active contracts list": async (asked) => {
      const alice = await asked.party("alice");
      const body = { activeAtOffset: asked.end + 10, eventFormat: eventFormatFor([alice]) };
      await asked.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", activeContracts, body]);
    },
    "return connected synchronizers": async (asked) => {
      const alice = await asked.party("alice");
      const found = await asked.get(`/v2/state/connected-synchronizers?party=${alice}`);
      expect(found["connectedSynchronizers"]).to.have.length(1);
    },
    "get ledger end": async (asked) => {
      expect((await asked.get("/v2/state/ledger-end"))["offset"]).to.equal(asked.end);
    },
    "get latest pruned offsets": async (asked) => {
      expect(await asked.get("/v2/state/latest-pruned-offsets")).to.deep.include({
        participantPrunedUpToInclusive: 0,
      });
    },
    "return updates": async (asked) => {
      const alice = await asked.party("alice");
      await asked.submit(alice, noteOf(alice));
      const includeTransactions = formatFor([alice], "TRANSACTION_SHAPE_ACS_DELTA");
      expect(await asked.updates({ includeTransactions })).to.have.length(1);
    },
    "handle date": (asked) => kept(asked, "day", "2024-02-29"),
    "handle timestamp": (asked) => kept(asked, "time", "2024-02-29T12:00:00.123456Z"),
    "handle textmap": (asked) => kept(asked, "byText", { a: "1", "": "2" }),
    "return OK status for livez endpoint": async (asked) => {
      const { status, text } = await asked.send("GET", "/livez");
      expect([status, text]).to.deep.equal([200, ""]);
    },
    "return OK response for readyz endpoint": async (asked) => {
      const { status, text } = await asked.send("GET", "/readyz");
      expect([status, text]).to.deep.equal([200, "[+] ledger ok (SERVING)\nreadyz check passed\n"]);
    },
  },
};

export const unknownPaths: Suite = {
  name: "AbstractHttpServiceIntegrationTest",
  cases: {
    "request non-existent endpoint should return 404 with errors": async (asked) => {
      const { status, json } = await asked.send("GET", "/contracts/does-not-exist");
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
    "json api should reject invalid base64 string in body payload": async (asked) => {
      const alice = await asked.party("alice");
      const contractId = await asked.create(alice, noteOf(alice));
      const commands = asked.commands(alice, noteOf(alice), {
        disclosedContracts: [{ contractId, createdEventBlob: "no base64!", synchronizerId: "" }],
      });
      await asked.refused(400, "Invalid value for: body", ["POST", wait, commands]);
    },
  },
};

export const decoding: Suite = {
  name: "JsonDecodingTest",
  cases: {
    "decode structure with only required properties": async (asked) => {
      const alice = await asked.party("alice");
      const { commands, commandId, actAs, userId } = asked.commands(alice, noteOf(alice));
      await asked.post(wait, { commands, commandId, actAs, userId });
    },
    "do not fail on extra/unspecified fields": async (asked) => {
      const alice = await asked.party("alice");
      await asked.post(wait, { ...asked.commands(alice, noteOf(alice)), unheardOf: { of: [] } });
    },
  },
};

/** Creates this many notes of alice, and returns a function that lists that many. */
const listed = async (asked: Asked, notes: number) => {
  const alice = await asked.party("alice");
  await asked.submit(
    alice,
    Array.from({ length: notes }, () => noteOf(alice)),
  );
  const body = snapshot(asked, { eventFormat: eventFormatFor([alice]) });
  const path = (limit?: number) =>
    limit === undefined ? activeContracts : `${activeContracts}?limit=${limit}`;
  return {
    of: (limit?: number) => asked.post<readonly unknown[]>(path(limit), body),
    request: ["POST", activeContracts, body] as const,
  };
};

export const listLimits: Suite = {
  name: "JsonListLimitTest",
  cases: {
    "return error when list is beyond the node limit": async (asked) => {
      const { request } = await listed(asked, asked.ledger.config.maxListElements + 1);
      await asked.refused(413, "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", request);
    },
    "return list fragment when limit is provided in query": async (asked) => {
      const { of } = await listed(asked, asked.ledger.config.maxListElements + 1);
      expect(await of(3)).to.have.length(3);
    },
    "return list fragment when limit is provided in query and there are fewer results": async (
      asked,
    ) => {
      const { of } = await listed(asked, 2);
      expect(await of(3)).to.have.length(2);
    },
    "return list when size is below node limit": async (asked) => {
      const { of } = await listed(asked, asked.ledger.config.maxListElements);
      expect(await of()).to.have.length(asked.ledger.config.maxListElements);
    },
  },
};

export const documents: Suite = {
  name: "OpenApiTests",
  cases: {
    "contains expected openapi services": async (asked) => {
      const { text } = await asked.send("GET", "/docs/openapi");
      expect(text).to.include("/v2/commands/submit-and-wait").and.include("/v2/state/ledger-end");
    },
    "contains expected async services": async (asked) => {
      const { text } = await asked.send("GET", "/docs/asyncapi");
      expect(text).to.include("/v2/updates").and.include("/v2/commands/completions");
    },
    "has proper version": async (asked) => {
      const { version } = await asked.get("/v2/version");
      const { text } = await asked.send("GET", "/docs/openapi");
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
    ISSPreferredPackagesKnown: async (asked) => {
      const alice = await asked.party("alice");
      const { packageReferences } = await asked.post(preferred, requirement([alice]));
      expect(packageReferences).to.deep.equal([
        { packageId: modelsPackage.packageId, packageName: "models", packageVersion: "1.0.0" },
      ]);
    },
    ISSPreferredPackagesUnknownParty: (asked) =>
      asked.refused(404, "UNKNOWN_INFORMEES", ["POST", preferred, requirement(["nobody"])]),
    ISSPreferredPackagesUnknownPackageName: async (asked) => {
      const alice = await asked.party("alice");
      for (const [status, code, name] of [
        [404, "PACKAGE_NAMES_NOT_FOUND", "nothing"],
        [400, "INVALID_FIELD", "no name!"],
      ] as const) {
        await asked.refused(status, code, ["POST", preferred, requirement([alice], name)]);
      }
    },
    ISSPreferredPackagesUnknownSynchronizerId: async (asked) => {
      const alice = await asked.party("alice");
      for (const [code, synchronizerId] of [
        ["INVALID_PRESCRIBED_SYNCHRONIZER_ID", unknownSynchronizer],
        ["INVALID_FIELD", "nowhere"],
      ] as const) {
        const body = requirement([alice], "models", { synchronizerId });
        await asked.refused(400, code, ["POST", preferred, body]);
      }
    },
    ISSPreferredPackageVersionKnown: async (asked) => {
      const alice = await asked.party("alice");
      const { packagePreference } = await asked.get(
        `${preferredVersion}?parties=${alice}&package-name=models`,
      );
      expect(JSON.stringify(packagePreference)).to.include(modelsPackage.packageId);
    },
    ISSPreferredPackageVersionUnknownParty: (asked) =>
      asked.refused(404, "UNKNOWN_INFORMEES", [
        "GET",
        `${preferredVersion}?parties=nobody&package-name=models`,
      ]),
    ISSPreferredPackageVersionUnknownPackageName: async (asked) => {
      const alice = await asked.party("alice");
      await asked.refused(404, "PACKAGE_NAMES_NOT_FOUND", [
        "GET",
        `${preferredVersion}?parties=${alice}&package-name=nothing`,
      ]);
    },
    ISSPreferredPackageVersionUnknownSynchronizerId: async (asked) => {
      const alice = await asked.party("alice");
      await asked.refused(400, "INVALID_PRESCRIBED_SYNCHRONIZER_ID", [
        "GET",
        `${preferredVersion}?parties=${alice}&package-name=models&synchronizer-id=${unknownSynchronizer}`,
      ]);
    },
  },
};
