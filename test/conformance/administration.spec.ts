import { expect } from "chai";

import { createFetch } from "../../middleware/index.ts";
import { apiClient } from "../support/api-client.ts";
import { RuleLedger } from "../support/rule-ledger.ts";
import { scopeClaims, secret, signedToken } from "../support/tokens.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("administration endpoints", () => {
  let rules: RuleLedger;
  let party: string;

  const provider = (identityProviderId: string, more: Fields = {}) => ({
    identityProviderId,
    issuer: `https://${identityProviderId}.example.com`,
    jwksUrl: `https://${identityProviderId}.example.com/keys`,
    audience: "ledger",
    isDeactivated: false,
    ...more,
  });

  beforeEach(async () => {
    rules = await RuleLedger.open();
    party = rules.given.alice;
    await rules.answer("/v2/users", { user: { id: "eve", primaryParty: party }, rights: [] });
    await rules.answer("/v2/idps", { identityProviderConfig: provider("one") });
  });

  /** Returns the three update endpoints with their properties. */
  const endpoints = () => [
    {
      path: "/v2/users/eve",
      other: "/v2/users/bob",
      field: "user",
      body: { id: "eve", isDeactivated: false, metadata: { annotations: { a: "b" } } },
      named: "metadata.annotations",
      fixed: ["id", "identity_provider_id"],
      unknown: { path: "/v2/users/nobody", body: { id: "nobody" }, code: "USER_NOT_FOUND" },
      invalid: "INVALID_USER_UPDATE_REQUEST",
    },
    {
      path: `/v2/parties/${encodeURIComponent(party)}`,
      other: `/v2/parties/${encodeURIComponent(rules.given.bob)}`,
      field: "partyDetails",
      body: { party, localMetadata: { annotations: { a: "b" } } },
      named: "local_metadata.annotations",
      fixed: ["party", "identity_provider_id"],
      unknown: {
        path: "/v2/parties/nobody%3A%3A1220ab",
        body: { party: "nobody::1220ab" },
        code: "PARTY_NOT_FOUND",
      },
      invalid: "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
    },
    {
      path: "/v2/idps/one",
      other: "/v2/idps/two",
      field: "identityProviderConfig",
      body: provider("one", { audience: "other" }),
      named: "audience",
      fixed: ["identity_provider_id"],
      unknown: { path: "/v2/idps/two", body: provider("two"), code: "IDP_CONFIG_NOT_FOUND" },
      invalid: "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
    },
  ];

  it("S5.7+ S12.7+ S16.4+ update an object by a mask, and return the updated object", async () => {
    for (const { path, field, body, named } of endpoints()) {
      const request = { [field]: body, updateMask: { paths: [named] } };
      const { status, json, text } = await rules.patch(path, request);
      expect(status, text).to.equal(200);
      expect(Object.keys(json as Fields)).to.deep.equal([field]);
      const changed = JSON.stringify(json);
      expect(changed).to.match(/"a":"b"|"audience":"other"/);
    }
  });

  it("S5.7- S12.7- S16.4- refuse an update without an object or a mask", async () => {
    for (const { path, field, body } of endpoints()) {
      const updateMask = { paths: ["nothing"] };
      for (const request of [{ updateMask }, { [field]: body }, {}]) {
        const [status] = await rules.refusal(path, request, "PATCH");
        expect(status, path).to.equal(400);
      }
    }
  });

  it("S5.2+ S12.2+ S16.2+ S16.3+ accept one path or several in the mask", async () => {
    for (const { path, field, body, named, fixed } of endpoints()) {
      for (const paths of [[named], [named, ...fixed]]) {
        const refusal = await rules.refusal(
          path,
          { [field]: body, updateMask: { paths } },
          "PATCH",
        );
        expect(refusal, `${path} ${paths.join()}`).to.deep.equal([200]);
      }
    }
  });

  it("S5.8- S12.8- S16.5- refuse unknown and duplicate paths in the mask", async () => {
    for (const { path, field, body, named, invalid } of endpoints()) {
      for (const paths of [[], ["nothing"], [named, named], [named, "Nothing"]]) {
        const refusal = await rules.refusal(
          path,
          { [field]: body, updateMask: { paths } },
          "PATCH",
        );
        expect(refusal, `${path} ${paths.join()}`).to.deep.equal([400, invalid]);
      }
    }
  });

  it("S5.8+ S12.8+ S16.5+ accept the id and the identity provider in the mask without changing them", async () => {
    for (const { path, field, body, fixed } of endpoints()) {
      const unknownFields = { fields: {} };
      const request = { [field]: body, updateMask: { paths: fixed, unknownFields } };
      const { status, json, text } = await rules.patch(path, request);
      expect(status, text).to.equal(200);
      expect(JSON.stringify(json)).to.not.match(/"a":"b"|"audience":"other"/);
    }
  });

  it("S5.9- S12.9- S16.6- answer NOT_FOUND for an unknown id", async () => {
    for (const { field, named, unknown } of endpoints()) {
      const request = { [field]: unknown.body, updateMask: { paths: [named] } };
      const refusal = await rules.refusal(unknown.path, request, "PATCH");
      expect(refusal).to.deep.equal([404, unknown.code]);
    }
  });

  it("S5.9- S12.9- S16.6- reject a body whose id differs from the path or is missing", async () => {
    for (const { other, path, field, body, named } of endpoints()) {
      const updateMask = { paths: [named] };
      expect((await rules.refusal(other, { [field]: body, updateMask }, "PATCH"))[0]).to.equal(400);
      const anonymous = Object.fromEntries(Object.entries(body).slice(1));
      const refusal = await rules.refusal(path, { [field]: anonymous, updateMask }, "PATCH");
      expect(refusal[0], path).to.equal(400);
    }
  });

  it("S5.9+ S12.9+ S16.6+ accept the same id in path and body", async () => {
    for (const { path, field, body, named } of endpoints()) {
      const request = { [field]: body, updateMask: { paths: [named] } };
      expect(await rules.refusal(path, request, "PATCH")).to.deep.equal([200]);
    }
  });

  it("S5.3+ S12.3+ S16.3+ accept the path of a field or of a whole object", async () => {
    const metadata = { annotations: { a: "b" } };
    for (const [path, field, body, whole] of [
      ["/v2/users/eve", "user", { id: "eve", metadata }, "metadata"],
      [
        `/v2/parties/${encodeURIComponent(party)}`,
        "partyDetails",
        { party, localMetadata: metadata },
        "local_metadata",
      ],
    ] as const) {
      const request = { [field]: body, updateMask: { paths: [whole] } };
      const { json } = await rules.patch(path, request);
      expect(JSON.stringify(json)).to.include('"a":"b"');
    }
  });

  it("S16.3+ accept the path of each field of a provider config that may change", async () => {
    const changed = {
      is_deactivated: { isDeactivated: true },
      jwks_url: { jwksUrl: "https://elsewhere.example.com/keys" },
      issuer: { issuer: "https://elsewhere.example.com" },
      audience: { audience: "elsewhere" },
    };
    let stored = provider("one");
    for (const [path, change] of Object.entries(changed)) {
      const all = Object.assign({}, ...Object.values(changed)) as Fields;
      const request = {
        identityProviderConfig: provider("one", all),
        updateMask: { paths: [path] },
      };
      const { json } = await rules.patch("/v2/idps/one", request);
      stored = { ...stored, ...change };
      expect(json, path).to.deep.equal({ identityProviderConfig: stored });
    }
  });

  it("S16.7+ let participant administrators change an identity provider", async () => {
    expect(await changeAs("participant_admin")).to.equal(200);
  });

  it("S16.7- reject changes of an identity provider by other callers", async () => {
    expect(await changeAs("eve")).to.equal(403);
  });

  /** Updates an identity provider as this user and returns the status of the response. */
  const changeAs = async (userId: string) => {
    const fetch = createFetch(rules.given.ledger, { auth: { hs256Secret: secret } });
    const send = apiClient(fetch, "http://ledger.invalid");
    const { status } = await send("PATCH", "/v2/idps/one", {
      body: { identityProviderConfig: provider("one"), updateMask: { paths: ["audience"] } },
      headers: { authorization: `Bearer ${signedToken(scopeClaims(userId))}` },
    });
    return status;
  };
});

describe("version endpoint", () => {
  it("S13.2+ reports the maximum delay of offset checkpoints with the fields of a duration", async () => {
    const { json } = await (await RuleLedger.open()).send("GET", "/v2/version");
    expect(json)
      .to.have.nested.property("features.offsetCheckpoint.maxOffsetCheckpointEmissionDelay")
      .that.deep.equals({ seconds: 75, nanos: 0, unknownFields: { fields: {} } });
  });

  it("S13.3+ reports a frozen clock", async () => {
    const supported = async (clock: "real" | { readonly freeze: string }) =>
      (await (await RuleLedger.open({ clock })).send("GET", "/v2/version")).json;
    const place = "features.experimental.staticTime.supported";
    expect(await supported({ freeze: "2024-01-01T00:00:00Z" })).to.have.nested.property(
      place,
      true,
    );
    expect(await supported("real")).to.have.nested.property(place, false);
  });

  it("S13.4+ reports the limits in force", async () => {
    const limits = {
      maxRightsPerUser: 2,
      maxUsersPageSize: 3,
      maxPartiesPageSize: 4,
      maxVettedPackagesPageSize: 5,
    };
    const rules = await RuleLedger.open({ limits });
    const { json } = await rules.send("GET", "/v2/version");
    expect(json).to.deep.nested.include({
      "features.userManagement": { supported: true, maxRightsPerUser: 2, maxUsersPageSize: 3 },
      "features.partyManagement": { maxPartiesPageSize: 4 },
      "features.packageFeature": { maxVettedPackagesPageSize: 5 },
    });
  });

  it("S13.4- reports the maximum number of rights of a user; the ledger refuses more", async () => {
    const rules = await RuleLedger.open({ limits: { maxRightsPerUser: 2 } });
    const { alice, bob, carol } = rules.given;
    const rights = (...parties: readonly string[]) =>
      parties.map((party) => ({ kind: { CanActAs: { value: { party } } } }));
    const user = { id: "eve", primaryParty: alice };
    expect(
      (await rules.refusal("/v2/users", { user, rights: rights(alice, bob, carol) }))[1],
    ).to.equal("TOO_MANY_USER_RIGHTS");
    await rules.answer("/v2/users", { user, rights: rights(alice, bob) });
    const more = { userId: "eve", rights: rights(carol) };
    expect((await rules.refusal("/v2/users/eve/rights", more))[1]).to.equal("TOO_MANY_USER_RIGHTS");
  });
});
