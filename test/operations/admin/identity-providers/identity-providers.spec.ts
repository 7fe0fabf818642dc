import { expect } from "chai";

import {
  allocateParty,
  anonymousCaller,
  createIdentityProvider,
  createUser,
  deleteIdentityProvider,
  getIdentityProvider,
  getUser,
  listIdentityProviders,
  updateIdentityProvider,
  updateUserIdentityProvider,
} from "../../../../lib/api.ts";
import { createLedger, type Ledger, type LedgerOptions } from "../../../../lib/index.ts";
import { administratorOf, participantAdmin } from "../../../support/callers.ts";
import { errorOf, rejectionOf } from "../../../support/error-of.ts";
import { untyped } from "../../../support/untyped.ts";

const config = (identityProviderId: string, rest: object = {}) => ({
  identityProviderId,
  isDeactivated: false,
  issuer: `https://${identityProviderId}.example.com`,
  jwksUrl: "https://example.com/keys",
  audience: "ledger",
  ...rest,
});

const create = (ledger: Ledger, identityProviderConfig: unknown, caller = participantAdmin) =>
  createIdentityProvider(ledger, untyped({ identityProviderConfig }), caller);

describe("createIdentityProvider", () => {
  it("stores the config, and lists configs by id", async () => {
    const ledger = await createLedger({ seed: 1 });
    const answer = await create(ledger, config("two"));
    expect(answer).to.deep.equal({ identityProviderConfig: config("two") });
    await create(ledger, config("one"));
    expect(getIdentityProvider(ledger, { identityProviderId: "two" })).to.deep.equal(answer);
    expect(listIdentityProviders(ledger)).to.deep.equal({
      identityProviderConfigs: [config("one"), config("two")],
    });
  });

  const refused: readonly (readonly [string, string, unknown])[] = [
    ["an empty request", "MISSING_FIELD", undefined],
    ["no id", "MISSING_FIELD", config("")],
    ["a malformed id", "INVALID_FIELD", config("a@b")],
    ["no URL", "MISSING_FIELD", config("a", { jwksUrl: "" })],
    ["a relative URL", "INVALID_FIELD", config("a", { jwksUrl: "/keys" })],
    ["a URL without a server", "INVALID_FIELD", config("a", { jwksUrl: "data:text/plain,x" })],
    ["a URL with an unknown protocol", "INVALID_FIELD", config("a", { jwksUrl: "x://y/z" })],
    ["no issuer", "MISSING_FIELD", config("a", { issuer: "" })],
    ["a taken id", "IDP_CONFIG_ALREADY_EXISTS", config("taken", { issuer: "other" })],
    [
      "a taken issuer",
      "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
      config("a", { issuer: "https://taken.example.com" }),
    ],
  ];
  for (const [what, code, body] of refused) {
    it(`refuses ${what} with ${code}`, async () => {
      const ledger = await createLedger({ seed: 1 });
      await create(ledger, config("taken"));
      const before = ledger.state;
      expect((await rejectionOf(create(ledger, body))).code).to.equal(code);
      expect(ledger.state).to.equal(before);
    });
  }

  it("accepts a JWKS URL with a protocol that the ledger cannot fetch", async () => {
    const ledger = await createLedger({ seed: 1 });
    await create(ledger, config("a", { jwksUrl: "ftp://x/y" }));
    expect(ledger.state.identityProviders.get("a")?.jwksUrl).to.equal("ftp://x/y");
  });

  it("refuses to create more identity providers than the limit", async () => {
    const ledger = await createLedger({ seed: 1 });
    for (let index = 0; index < 16; index++) await create(ledger, config(`i${index}`));
    const error = await rejectionOf(create(ledger, config("i16")));
    expect(error.code).to.equal("TOO_MANY_IDENTITY_PROVIDER_CONFIGS");
  });
});

describe("updateIdentityProvider", () => {
  const patch = (requested: object, ...paths: string[]) => patchOn({}, requested, ...paths);
  const patchOn = async (options: LedgerOptions, requested: object, ...paths: string[]) => {
    const ledger = await createLedger({ seed: 1, ...options });
    await create(ledger, config("one"));
    await create(ledger, config("two"));
    const updateMask = { paths };
    const identityProviderConfig = { identityProviderId: "one", ...requested };
    const answer = await updateIdentityProvider(ledger, { identityProviderConfig, updateMask });
    expect(getIdentityProvider(ledger, { identityProviderId: "one" })).to.deep.equal(answer);
    return answer.identityProviderConfig;
  };

  it("S16.1+ changes exactly the fields in the mask", async () => {
    const requested = { isDeactivated: true, issuer: "new", audience: "new" };
    expect(await patch(requested, "is_deactivated", "audience")).to.deep.equal(
      config("one", { isDeactivated: true, audience: "new" }),
    );
  });

  it("S16.1- clears the audience, but neither issuer nor URL", async () => {
    expect(await patch({}, "audience")).to.deep.equal(config("one", { audience: "" }));
    for (const path of ["issuer", "jwks_url"]) {
      const { code, context } = await rejectionOf(patch({}, path));
      expect([code, context["field_name"]]).to.deep.equal(["MISSING_FIELD", path]);
    }
  });

  it("S16.1+ with participant precedence, changes nothing for an empty issuer or URL", async () => {
    const asThere = { precedence: "participant" } as const;
    expect(await patchOn(asThere, {}, "audience", "issuer", "jwks_url")).to.deep.equal(
      config("one", { audience: "" }),
    );
  });

  it("accepts an unchanged issuer", async () => {
    const { issuer } = config("one");
    expect(await patch({ issuer }, "issuer", "identity_provider_id")).to.deep.equal(config("one"));
  });

  const refused: readonly (readonly [string, string, object, readonly string[]])[] = [
    ["no id", "MISSING_FIELD", { identityProviderId: "" }, ["audience"]],
    ["a relative URL, named or not", "INVALID_FIELD", { jwksUrl: "keys" }, ["audience"]],
    ["an unknown id", "IDP_CONFIG_NOT_FOUND", { identityProviderId: "three" }, ["audience"]],
    [
      "a taken issuer",
      "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
      { issuer: config("two").issuer },
      ["issuer"],
    ],
  ];
  for (const [what, code, requested, paths] of refused) {
    it(`refuses ${what} with ${code}`, async () => {
      expect((await rejectionOf(patch(requested, ...paths))).code).to.equal(code);
    });
  }

  it("S16.2- refuses a mask without a path", async () => {
    const error = await rejectionOf(patch({ audience: "new" }));
    expect(error.code).to.equal("INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST");
  });

  it("S16.3- refuses unknown paths, and paths in camel case", async () => {
    for (const path of ["name", "jwksUrl", "audience.x"]) {
      const error = await rejectionOf(patch({ audience: "new" }, path));
      expect(error.code, path).to.equal("INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST");
    }
  });

  it("requires a config and a mask", async () => {
    const ledger = await createLedger({ seed: 1 });
    await create(ledger, config("one"));
    for (const request of [
      { updateMask: { paths: ["audience"] } },
      { identityProviderConfig: config("one") },
    ]) {
      const error = await rejectionOf(updateIdentityProvider(ledger, untyped(request)));
      expect(error.code).to.equal("MISSING_FIELD");
    }
  });
});

describe("deleteIdentityProvider", () => {
  it("deletes the config", async () => {
    const ledger = await createLedger({ seed: 1 });
    await create(ledger, config("one"));
    const request = { identityProviderId: "one" };
    expect(await deleteIdentityProvider(ledger, request)).to.deep.equal({});
    const again = await rejectionOf(deleteIdentityProvider(ledger, request));
    expect(again.code).to.equal("IDP_CONFIG_NOT_FOUND");
    expect(errorOf(() => getIdentityProvider(ledger, request)).code).to.equal(
      "IDP_CONFIG_NOT_FOUND",
    );
    const malformed = { identityProviderId: "a@b" };
    expect(errorOf(() => getIdentityProvider(ledger, malformed)).code).to.equal("INVALID_FIELD");
    expect((await rejectionOf(deleteIdentityProvider(ledger, malformed))).code).to.equal(
      "INVALID_FIELD",
    );
  });

  it("refuses a provider with a user or a party, and deletes nothing", async () => {
    const ledger = await createLedger({ seed: 1 });
    await create(ledger, config("users"));
    await create(ledger, config("parties"));
    await createUser(ledger, { user: { id: "alice", identityProviderId: "users" } });
    await allocateParty(ledger, { identityProviderId: "parties" });
    const before = ledger.state;
    for (const identityProviderId of ["users", "parties"]) {
      const error = await rejectionOf(deleteIdentityProvider(ledger, { identityProviderId }));
      expect(error.code, identityProviderId).to.equal("INVALID_ARGUMENT");
    }
    expect(ledger.state).to.equal(before);
    const move = { userId: "alice", sourceIdentityProviderId: "users" };
    await updateUserIdentityProvider(ledger, move);
    await deleteIdentityProvider(ledger, { identityProviderId: "users" });
  });
});

describe("updateUserIdentityProvider", () => {
  const move = async (request: object) => {
    const ledger = await createLedger({ seed: 1 });
    await create(ledger, config("one"));
    await createUser(ledger, { user: { id: "alice" } });
    expect(await updateUserIdentityProvider(ledger, { userId: "alice", ...request })).to.deep.equal(
      {},
    );
    return ledger;
  };

  it("moves the user to another provider, and back", async () => {
    const ledger = await move({ targetIdentityProviderId: "one" });
    const one = administratorOf("one");
    expect(getUser(ledger, { userId: "alice" }, one).user.identityProviderId).to.equal("one");
    const back = { userId: "alice", sourceIdentityProviderId: "one" };
    await updateUserIdentityProvider(ledger, back);
    expect(getUser(ledger, { userId: "alice" }).user.identityProviderId).to.equal("");
  });

  const refused: readonly (readonly [string, string, object])[] = [
    ["no user", "MISSING_FIELD", { userId: "" }],
    ["a malformed user", "INVALID_FIELD", { userId: "a b" }],
    ["an unknown user", "USER_NOT_FOUND", { userId: "bob" }],
    ["a malformed target", "INVALID_FIELD", { targetIdentityProviderId: "@" }],
    ["an unknown target", "INVALID_ARGUMENT", { targetIdentityProviderId: "two" }],
    ["an unknown source", "INVALID_ARGUMENT", { sourceIdentityProviderId: "two" }],
    [
      "a source the user does not belong to",
      "PERMISSION_DENIED",
      { sourceIdentityProviderId: "one" },
    ],
  ];
  for (const [what, code, request] of refused) {
    it(`refuses ${what} with ${code}`, async () => {
      expect((await rejectionOf(move(request))).code).to.equal(code);
    });
  }
});

describe("administration of identity providers", () => {
  it("is forbidden to administrators of an identity provider and callers without a token", async () => {
    const ledger = await createLedger({ seed: 1 });
    await create(ledger, config("one"));
    const before = ledger.state;
    const attempt = async (caller: typeof anonymousCaller | typeof participantAdmin) => {
      const id = { identityProviderId: "one" };
      const change = { identityProviderConfig: config("one"), updateMask: { paths: ["audience"] } };
      const attempts = [
        createIdentityProvider(ledger, { identityProviderConfig: config("two") }, caller),
        updateIdentityProvider(ledger, change, caller),
        deleteIdentityProvider(ledger, id, caller),
        updateUserIdentityProvider(ledger, { userId: "participant_admin" }, caller),
        Promise.resolve().then(() => listIdentityProviders(ledger, {}, caller)),
        Promise.resolve().then(() => getIdentityProvider(ledger, id, caller)),
      ];
      return new Set(
        await Promise.all(attempts.map(async (each) => (await rejectionOf(each)).code)),
      );
    };
    expect([...(await attempt(administratorOf("one")))]).to.deep.equal(["PERMISSION_DENIED"]);
    expect([...(await attempt(anonymousCaller))]).to.deep.equal(["UNAUTHENTICATED"]);
    expect(ledger.state).to.equal(before);
  });
});
