import { expect } from "chai";

import { isLedgerError } from "../../../lib/ground/errors/ledger-error.ts";
import type { Ledger } from "../../../lib/index.ts";
import { createUser } from "../../../lib/operations/admin/users/create-user.ts";
import { deleteUser } from "../../../lib/operations/admin/users/delete-user.ts";
import {
  grantUserRights,
  revokeUserRights,
} from "../../../lib/operations/admin/users/user-rights.ts";
import type { Caller } from "../../../lib/operations/authorization/caller.ts";
import { type AuthOption, createAuthenticator } from "../../../middleware/auth/authenticator.ts";
import type { KeyOption } from "../../../middleware/auth/verification-key.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import {
  confusedToken,
  otherRsaKeys,
  p256Keys,
  p384Keys,
  p521Keys,
  rsaKeys,
  scopeClaims,
  secret,
  signedToken,
  unsignedToken,
} from "../../support/tokens.ts";

const audience = "https://daml.com/jwt/aud/participant/";

describe("createAuthenticator", () => {
  let ledger: Ledger;
  let alice: string;

  before(async () => {
    ({ ledger, alice } = await iouLedger());
    await createUser(ledger, {
      user: { id: "ann" },
      rights: [{ kind: { CanActAs: { value: { party: alice } } } }],
    });
    await createUser(ledger, { user: { id: "gone", isDeactivated: true } });
  });

  /** The kind of caller, or the code of the error. */
  const outcome = async (token: string | undefined, auth: AuthOption): Promise<string> => {
    const authenticate = createAuthenticator(ledger, auth);
    try {
      return (await authenticate(token === undefined ? undefined : `Bearer ${token}`)).kind;
    } catch (error) {
      if (isLedgerError(error)) return error.code;
      throw error;
    }
  };

  const byName = { hs256Secret: secret } as const;

  it("trusts everybody only when told so", async () => {
    expect(await outcome(undefined, "disabled")).to.equal("trusted");
    expect(await outcome("nonsense", "disabled")).to.equal("trusted");
  });

  it("knows the user of a token and what it may do", async () => {
    const authenticate = createAuthenticator(ledger, byName);
    const caller = await authenticate(`Bearer ${signedToken(scopeClaims("ann"))}`);
    if (caller.kind !== "user") return expect.fail(caller.kind);
    expect(caller.userId).to.equal("ann");
    expect([...caller.claims.actAs]).to.deep.equal([alice]);
    expect(caller.claims.admin).to.equal(false);
  });

  const accepted: readonly (readonly [string, KeyOption, () => string])[] = [
    ["HS256", byName, () => signedToken(scopeClaims("ann"))],
    ["HS256 by bytes", { hs256Secret: Buffer.from(secret) }, () => signedToken(scopeClaims("ann"))],
    [
      "RS256",
      { rs256PublicKey: rsaKeys.publicKey },
      () => signedToken(scopeClaims("ann"), rsaKeys.privateKey, "RS256"),
    ],
    [
      "RS256 by PEM",
      { rs256PublicKey: rsaKeys.publicPem },
      () => signedToken(scopeClaims("ann"), rsaKeys.privateKey, "RS256"),
    ],
    [
      "RS512 by PEM bytes",
      { rs512PublicKey: Buffer.from(rsaKeys.publicPem) },
      () => signedToken(scopeClaims("ann"), rsaKeys.privateKey, "RS512"),
    ],
    [
      "ES256",
      { es256PublicKey: p256Keys.publicPem },
      () => signedToken(scopeClaims("ann"), p256Keys.privateKey, "ES256"),
    ],
    [
      "ES384",
      { es384PublicKey: p384Keys.publicKey },
      () => signedToken(scopeClaims("ann"), p384Keys.privateKey, "ES384"),
    ],
    [
      "ES512",
      { es512PublicKey: p521Keys.publicKey },
      () => signedToken(scopeClaims("ann"), p521Keys.privateKey, "ES512"),
    ],
  ];
  for (const [title, key, token] of accepted) {
    it(`accepts ${title}`, async () => {
      expect(await outcome(token(), key)).to.equal("user");
    });
  }

  it("treats every token that is not genuine like none", async () => {
    const claims = scopeClaims("ann");
    const rsa = { rs256PublicKey: rsaKeys.publicPem };
    const hour = 3_600;
    const now = Math.floor(Date.now() / 1000);
    const tokens: readonly (readonly [string, string | undefined, AuthOption])[] = [
      ["none", undefined, byName],
      ["no token", "", byName],
      ["no JWT", "a.b.c", byName],
      ["another secret", signedToken(claims, "another secret"), byName],
      ["no signature", unsignedToken(claims), byName],
      ["no signature, RSA wanted", unsignedToken(claims), rsa],
      ["another key", signedToken(claims, otherRsaKeys.privateKey, "RS256"), rsa],
      ["a public key as secret", confusedToken(claims, rsaKeys), rsa],
      ["another algorithm of the key", signedToken(claims, rsaKeys.privateKey, "RS384"), rsa],
      ["a longer hash", signedToken(claims, secret, "HS512"), byName],
      ["expired", signedToken(scopeClaims("ann", { exp: now - 10 })), byName],
      ["not yet valid", signedToken(scopeClaims("ann", { nbf: now + hour })), byName],
      ["altered", `${signedToken(claims).slice(0, -4)}AAAA`, byName],
      ["of no kind", signedToken({ sub: "ann" }), byName],
      ["of another scope", signedToken({ sub: "ann", scope: "openid" }), byName],
      ["longer than any header", `${"a".repeat(1_000_000)}.b.c`, byName],
    ];
    for (const [title, token, auth] of tokens) {
      expect(await outcome(token, auth), title).to.equal("anonymous");
    }
  });

  it("insists on the scheme as it is written", async () => {
    const authenticate = createAuthenticator(ledger, byName);
    const token = signedToken(scopeClaims("ann"));
    for (const header of [`bearer ${token}`, `Basic ${token}`, token]) {
      expect((await authenticate(header)).kind).to.equal("anonymous");
    }
  });

  it("allows for clocks that differ as far as told", async () => {
    const token = signedToken(scopeClaims("ann", { exp: Math.floor(Date.now() / 1000) - 10 }));
    expect(await outcome(token, { ...byName, leewaySeconds: 60 })).to.equal("user");
  });

  it("tries keys in their order", async () => {
    const auth = [{ es256PublicKey: p256Keys.publicKey }, byName];
    expect(await outcome(signedToken(scopeClaims("ann")), auth)).to.equal("user");
  });

  describe("kinds of token", () => {
    const participant = () => audience + ledger.state.participantId;

    it("recognises tokens by audience", async () => {
      const kinds: readonly (readonly [unknown, string])[] = [
        [participant(), "user"],
        [[participant(), "https://elsewhere"], "user"],
        [`${audience}other::1220`, "PERMISSION_DENIED"],
        [audience, "anonymous"],
        [[participant(), `${audience}other::1220`], "anonymous"],
        ["https://elsewhere", "anonymous"],
      ];
      for (const [aud, expected] of kinds) {
        const token = signedToken({ sub: "ann", aud });
        expect(await outcome(token, byName), JSON.stringify(aud)).to.equal(expected);
      }
    });

    it("recognises tokens by scope", async () => {
      const kinds: readonly (readonly [object, string])[] = [
        [{ scope: "openid daml_ledger_api" }, "user"],
        [{ scp: ["openid", "daml_ledger_api"] }, "user"],
        [{ scp: "daml_ledger_api" }, "user"],
        [{ scope: "daml_ledger_api", aud: ledger.state.participantId }, "user"],
        [{ scope: "daml_ledger_api", aud: "other::1220" }, "PERMISSION_DENIED"],
        [{ scope: "daml_ledger_api_x" }, "anonymous"],
      ];
      for (const [claims, expected] of kinds) {
        const token = signedToken({ sub: "ann", ...claims });
        expect(await outcome(token, byName), JSON.stringify(claims)).to.equal(expected);
      }
    });

    it("takes only tokens made for the configured target", async () => {
      const forAudience = { ...byName, audience: "https://my.app" };
      const forScope = { ...byName, scope: "ledger" };
      const aud = ["https://my.app", "https://elsewhere"];
      expect(await outcome(signedToken({ sub: "ann", aud }), forAudience)).to.equal("user");
      expect(await outcome(signedToken({ sub: "ann", scope: "ledger" }), forScope)).to.equal(
        "user",
      );
      const usual = signedToken(scopeClaims("ann", { aud: ledger.state.participantId }));
      expect(await outcome(usual, forAudience)).to.equal("anonymous");
      expect(await outcome(usual, forScope)).to.equal("anonymous");
    });
  });

  describe("users", () => {
    it("refuses tokens of users that are unknown or deactivated", async () => {
      for (const userId of ["nobody", "gone", "__proto__"]) {
        const token = signedToken(scopeClaims(userId));
        expect(await outcome(token, byName), userId).to.equal("PERMISSION_DENIED");
      }
    });

    it("refuses tokens without a usable user id", async () => {
      for (const userId of [undefined, "", "a b", "x".repeat(129), "ü"]) {
        const token = signedToken(scopeClaims(userId));
        expect(await outcome(token, byName), userId).to.equal("INVALID_TOKEN");
      }
    });

    it("notices at once when rights and users come and go", async () => {
      const authenticate = createAuthenticator(ledger, byName);
      const authorization = `Bearer ${signedToken(scopeClaims("eve"))}`;
      const right = { kind: { ParticipantAdmin: { value: {} } } };
      const isAdmin = (caller: Caller): boolean => caller.kind === "user" && caller.claims.admin;
      await createUser(ledger, { user: { id: "eve" } });
      expect(isAdmin(await authenticate(authorization))).to.equal(false);
      await grantUserRights(ledger, { userId: "eve", rights: [right] });
      expect(isAdmin(await authenticate(authorization))).to.equal(true);
      await revokeUserRights(ledger, { userId: "eve", rights: [right] });
      expect(isAdmin(await authenticate(authorization))).to.equal(false);
      await deleteUser(ledger, { userId: "eve" });
      expect(() => authenticate(authorization))
        .to.throw()
        .with.property("code", "PERMISSION_DENIED");
    });

    it("refuses users of another identity provider, and tokens of providers that are not stored", async () => {
      const tokenOf = (identityProviderId: string): AuthOption => ({
        verify: () => ({
          userId: "ann",
          participantId: undefined,
          identityProviderId,
          expiresAtMillis: undefined,
        }),
      });
      expect(await outcome("any", tokenOf("idp-1"))).to.equal("anonymous");
      await ledger.commit(() => ({
        events: [
          {
            kind: "identityProviderChanged",
            config: {
              identityProviderId: "idp-1",
              isDeactivated: false,
              issuer: "https://idp-1",
              jwksUrl: "https://idp-1/keys",
              audience: "",
            },
          },
        ],
        outcome: undefined,
      }));
      expect(await outcome("any", tokenOf("idp-1"))).to.equal("PERMISSION_DENIED");
      expect(await outcome("any", tokenOf(""))).to.equal("user");
    });
  });

  it("verifies a token once, until it expires", async () => {
    let verifications = 0;
    const expiresAtMillis = Date.now() + 20;
    const authenticate = createAuthenticator(ledger, {
      verify: async (token) => {
        await Promise.resolve();
        verifications++;
        return {
          userId: "ann",
          participantId: undefined,
          identityProviderId: "",
          expiresAtMillis: token === "short" ? expiresAtMillis : undefined,
        };
      },
    });
    for (let call = 0; call < 5; call++) await authenticate("Bearer long");
    expect(verifications).to.equal(1);
    await authenticate("Bearer short");
    while (Date.now() < expiresAtMillis);
    await authenticate("Bearer short");
    expect(verifications).to.equal(3);
  });

  it("refuses options that name no key, or a key that is none", () => {
    const options: readonly unknown[] = [
      undefined,
      null,
      "enabled",
      [],
      {},
      { hs256Secret: "" },
      { rs256PublicKey: "no key" },
      [byName, undefined],
    ];
    for (const option of options) {
      const create = (): unknown => createAuthenticator(ledger, option as AuthOption);
      expect(create, JSON.stringify(option)).to.throw(Error);
    }
  });
});
