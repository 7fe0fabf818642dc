import { expect } from "chai";
import jsonwebtoken, { type JwtHeader } from "jsonwebtoken";

import {
  type Caller,
  createUser,
  deleteUser,
  grantUserRights,
  revokeUserRights,
} from "../../../lib/api.ts";
import { isLedgerError, type Ledger } from "../../../lib/index.ts";
import { createAuthenticator } from "../../../middleware/auth/authenticator.ts";
import type {
  AuthOption,
  TokenPrivilege,
  TokenVerificationKeyOption,
} from "../../../middleware/index.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import {
  confusedToken,
  otherRsaKeys,
  p256Keys,
  p384Keys,
  p521Keys,
  rawToken,
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

  /** Returns the kind of caller, or the error code. */
  const outcome = async (token: string | undefined, auth: AuthOption): Promise<string> => {
    const authenticate = createAuthenticator(ledger, auth);
    try {
      return (await authenticate(token)).kind;
    } catch (error) {
      if (isLedgerError(error)) return error.code;
      throw error;
    }
  };

  const byName = { hs256Secret: secret } as const;

  it("trusts all callers only if authorization is disabled", async () => {
    expect(await outcome(undefined, "disabled")).to.equal("trusted");
    expect(await outcome("nonsense", "disabled")).to.equal("trusted");
  });

  it("A.7+ knows the user of a token and the user's rights", async () => {
    const authenticate = createAuthenticator(ledger, byName);
    const caller = await authenticate(signedToken(scopeClaims("ann")));
    if (caller.kind !== "user") return expect.fail(caller.kind);
    expect(caller.userId).to.equal("ann");
    expect([...caller.claims.actAs]).to.deep.equal([alice]);
    expect(caller.claims.admin).to.equal(false);
  });

  it("refuses a token with a critical header that the ledger does not know", async () => {
    for (const crit of [["exp"], ["b64"], [], null, "x"]) {
      const header = { alg: "HS256", crit, b64: false } as unknown as JwtHeader;
      const token = jsonwebtoken.sign(scopeClaims("ann"), secret, { header });
      expect(await outcome(token, byName), JSON.stringify(crit)).to.equal("anonymous");
    }
    expect(await outcome(signedToken(scopeClaims("ann")), byName)).to.equal("user");
  });

  const accepted: readonly (readonly [string, TokenVerificationKeyOption, () => string])[] = [
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

  describe("a token is treated as missing if it", () => {
    const claims = scopeClaims("ann");
    const rsa = { rs256PublicKey: rsaKeys.publicPem };
    const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
    const refused: readonly (readonly [string, AuthOption, () => string | undefined])[] = [
      ["is not there", byName, () => undefined],
      ["is empty", byName, () => ""],
      ["is no JWT", byName, () => "a.b.c"],
      ["is signed with another secret", byName, () => signedToken(claims, "another secret")],
      ["is not signed", byName, () => unsignedToken(claims)],
      ["is not signed although RSA signatures are required", rsa, () => unsignedToken(claims)],
      [
        "is signed with another key",
        rsa,
        () => signedToken(claims, otherRsaKeys.privateKey, "RS256"),
      ],
      ["is signed with the public key as secret", rsa, () => confusedToken(claims, rsaKeys)],
      [
        "is signed with another algorithm of the key",
        rsa,
        () => signedToken(claims, rsaKeys.privateKey, "RS384"),
      ],
      ["is signed over a longer hash", byName, () => signedToken(claims, secret, "HS512")],
      ["has expired", byName, () => signedToken(scopeClaims("ann", { exp: inSeconds(-10) }))],
      [
        "is not yet valid",
        byName,
        () => signedToken(scopeClaims("ann", { nbf: inSeconds(3_600) })),
      ],
      ["was altered", byName, () => `${signedToken(claims).slice(0, -4)}AAAA`],
      ["has neither an audience nor a scope", byName, () => signedToken({ sub: "ann" })],
      ["has another scope", byName, () => signedToken({ sub: "ann", scope: "openid" })],
      ["is longer than any header", byName, () => `${"a".repeat(1_000_000)}.b.c`],
      ["names no user", byName, () => signedToken(scopeClaims(undefined))],
      ["names null as its user", byName, () => signedToken(scopeClaims(null))],
      ["names a number as its user", byName, () => signedToken(scopeClaims(5))],
      ["was issued in the future", byName, () => rawToken({ iat: inSeconds(60) })],
      ["expires in the middle of a second", byName, () => rawToken({ exp: inSeconds(100) + 0.5 })],
      ["expires beyond the largest time", byName, () => rawToken({ exp: 1e300 })],
      ["expires at a text", byName, () => rawToken({ exp: String(inSeconds(100)) })],
      ["begins at a text", byName, () => rawToken({ nbf: "x" })],
      ["was issued at a text", byName, () => rawToken({ iat: "x" })],
      ["is issued by a number", byName, () => rawToken({ iss: 5 })],
      ["is for a number", byName, () => rawToken({ aud: 5 })],
      ["is for a number, too", byName, () => rawToken({ aud: ["x", 5] })],
      ["is for an object", byName, () => rawToken({ aud: {} })],
    ];
    for (const [title, auth, token] of refused) {
      it(title, async () => {
        expect(await outcome(token(), auth)).to.equal("anonymous");
      });
    }
  });

  it("tolerates the configured clock skew", async () => {
    const token = signedToken(scopeClaims("ann", { exp: Math.floor(Date.now() / 1000) - 10 }));
    expect(await outcome(token, { ...byName, leewaySeconds: 60 })).to.equal("user");
  });

  it("treats null times as absent, and accepts a signature with padding", async () => {
    expect(await outcome(rawToken({ exp: null, nbf: null, iat: null }), byName)).to.equal("user");
    expect(await outcome(`${rawToken({})}=`, byName)).to.equal("user");
    expect(await outcome(`${rawToken({})}==`, byName)).to.equal("anonymous");
  });

  describe("createAuthenticator with a maximum token lifetime", () => {
    const authenticate = (token: string): Promise<Caller> =>
      Promise.resolve(createAuthenticator(ledger, byName, { maxTokenLifetimeSeconds: 300 })(token));
    const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

    it("accepts tokens that expire within the maximum lifetime", async () => {
      const token = signedToken(scopeClaims("ann", { exp: inSeconds(290) }));
      expect((await authenticate(token)).kind).to.equal("user");
    });

    it("treats a token that expires later or never as missing", async () => {
      for (const times of [{ exp: inSeconds(310) }, { exp: 99_999_999_999 }, {}]) {
        const token = signedToken(scopeClaims("ann", times));
        expect((await authenticate(token)).kind, JSON.stringify(times)).to.equal("anonymous");
      }
    });
  });

  it("tries keys in order", async () => {
    const auth = [{ es256PublicKey: p256Keys.publicKey }, byName];
    expect(await outcome(signedToken(scopeClaims("ann")), auth)).to.equal("user");
  });

  describe("kinds of tokens", () => {
    const participant = () => audience + ledger.state.participantId;

    const scope = "daml_ledger_api";
    const kinds: readonly (readonly [string, () => object, string])[] = [
      ["the audience of this participant", () => ({ aud: participant() }), "user"],
      [
        "the audience of this participant among others",
        () => ({ aud: [participant(), "https://elsewhere"] }),
        "user",
      ],
      [
        "the audience of another participant",
        () => ({ aud: `${audience}other::1220` }),
        "PERMISSION_DENIED",
      ],
      ["the audience of no participant", () => ({ aud: audience }), "anonymous"],
      [
        "the audiences of two participants",
        () => ({ aud: [participant(), `${audience}other::1220`] }),
        "anonymous",
      ],
      ["another audience", () => ({ aud: "https://elsewhere" }), "anonymous"],
      ["the scope among others", () => ({ scope: `openid ${scope}` }), "user"],
      ["the scope in a list called scp", () => ({ scp: ["openid", scope] }), "user"],
      ["the scope called scp", () => ({ scp: scope }), "user"],
      ["the scope in a text of several called scp", () => ({ scp: `a ${scope}` }), "anonymous"],
      ["the scope in an entry of several", () => ({ scp: [`a ${scope}`] }), "anonymous"],
      ["a scp beside another scope", () => ({ scope: "openid", scp: scope }), "anonymous"],
      ["a scp beside an empty scope", () => ({ scope: "", scp: scope }), "anonymous"],
      ["a scp beside a scope of spaces", () => ({ scope: " ", scp: scope }), "user"],
      ["a scp beside a scope that is a list", () => ({ scope: [scope], scp: scope }), "user"],
      ["a scp with a number in it", () => ({ scp: [scope, 5] }), "anonymous"],
      [
        "the audience of this participant and the audience of no participant",
        () => ({ aud: [participant(), audience] }),
        "user",
      ],
      [
        "the scope, made for this participant",
        () => ({ scope, aud: ledger.state.participantId }),
        "user",
      ],
      [
        "the scope, made for another participant",
        () => ({ scope, aud: "other::1220" }),
        "PERMISSION_DENIED",
      ],
      ["a scope that begins alike", () => ({ scope: `${scope}_x` }), "anonymous"],
    ];
    for (const [title, claims, expected] of kinds) {
      it(`a token with ${title} gives ${expected}`, async () => {
        const token = signedToken({ sub: "ann", ...claims() });
        expect(await outcome(token, byName)).to.equal(expected);
      });
    }

    it("accepts only tokens for the configured audience or scope", async () => {
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

    it("accepts tokens with the configured scope in the claim scp", async () => {
      const forScope = { ...byName, scope: "ledger" };
      const outcomes = async (claims: object) =>
        outcome(signedToken({ sub: "ann", ...claims }), forScope);
      for (const scp of ["ledger", "a ledger", ["a", "ledger"], ["a ledger"]]) {
        expect(await outcomes({ scp }), String(scp)).to.equal("user");
      }
      expect(await outcomes({ scope: "other", scp: "ledger" })).to.equal("anonymous");
      expect(await outcomes({ scope: "ledger", aud: ["a", "b"] })).to.equal("user");
      expect(await outcomes({ scope: "ledger", aud: 5 })).to.equal("anonymous");
    });
  });

  describe("users of tokens", () => {
    const refusedUsers: readonly (readonly [string, string | undefined, string])[] = [
      ["is unknown", "nobody", "PERMISSION_DENIED"],
      ["is deactivated", "gone", "PERMISSION_DENIED"],
      ["has the id __proto__", "__proto__", "PERMISSION_DENIED"],
      ["has an empty id", "", "INVALID_TOKEN"],
      ["has an id with a space", "a b", "INVALID_TOKEN"],
      ["has too long an id", "x".repeat(129), "INVALID_TOKEN"],
      ["has an id with another character", "ü", "INVALID_TOKEN"],
    ];
    for (const [title, userId, code] of refusedUsers) {
      it(`A.7- are refused with ${code} if the user ${title}`, async () => {
        expect(await outcome(signedToken(scopeClaims(userId)), byName)).to.equal(code);
      });
    }

    it("applies granted and revoked rights to the next request", async () => {
      const authenticate = createAuthenticator(ledger, byName);
      const token = signedToken(scopeClaims("eve"));
      const right = { kind: { ParticipantAdmin: { value: {} } } };
      const isAdmin = (caller: Caller): boolean => caller.kind === "user" && caller.claims.admin;
      await createUser(ledger, { user: { id: "eve" } });
      expect(isAdmin(await authenticate(token))).to.equal(false);
      await grantUserRights(ledger, { userId: "eve", rights: [right] });
      expect(isAdmin(await authenticate(token))).to.equal(true);
      await revokeUserRights(ledger, { userId: "eve", rights: [right] });
      expect(isAdmin(await authenticate(token))).to.equal(false);
      await deleteUser(ledger, { userId: "eve" });
      expect(() => authenticate(token))
        .to.throw()
        .with.property("code", "PERMISSION_DENIED");
    });

    it("refuses users of another identity provider and of unknown providers", async () => {
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

  describe("createAuthenticator with privileged tokens", () => {
    const privilegedBy = (privileged: TokenPrivilege): AuthOption => ({
      hs256Secret: secret,
      scope: "all",
      privileged,
    });
    const token = signedToken({ sub: "nobody-known", scope: "all" });
    const callerBy = async (privileged: TokenPrivilege, of = token): Promise<Caller> =>
      createAuthenticator(ledger, privilegedBy(privileged))(of);

    it("gives administrator rights to the user that the token names, known or not", async () => {
      const caller = await callerBy("admin");
      expect(caller).to.deep.include({ kind: "user", userId: "nobody-known" });
      expect(caller).to.have.nested.property("claims.admin", true);
      expect(caller).to.have.nested.property("claims.readAsAnyParty", false);
      const ann = await callerBy("admin", signedToken({ sub: "ann", scope: "all" }));
      expect(ann).to.have.nested.property("claims.actAs.size", 0);
    });

    it("gives the right to act as any party too, if configured so", async () => {
      const caller = await callerBy("wildcard");
      expect(caller).to.have.nested.property("claims.admin", true);
      expect(caller).to.have.nested.property("claims.actAsAnyParty", true);
    });

    it("refuses privileged tokens that are for another purpose, expired, or signed by another key", async () => {
      for (const of of [
        signedToken({ sub: "ann", scope: "daml_ledger_api" }),
        signedToken({ sub: "ann", scope: "all", exp: 1_000_000_000 }),
        signedToken({ sub: "ann", scope: "all" }, "another secret"),
      ]) {
        expect(await outcome(of, privilegedBy("admin"))).to.equal("anonymous");
      }
      const named = signedToken({ sub: "a b", scope: "all" });
      expect(await outcome(named, privilegedBy("admin"))).to.equal("INVALID_TOKEN");
    });

    it("throws for options without an audience or scope, and for an unknown access level", () => {
      for (const option of [{ privileged: "admin" }, { privileged: "root", scope: "all" }]) {
        const auth = { hs256Secret: secret, ...option };
        expect(() => createAuthenticator(ledger, auth as AuthOption)).to.throw(TypeError);
      }
    });
  });

  it("verifies the signature of a token only once until the token expires", async () => {
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
    for (let call = 0; call < 5; call++) await authenticate("long");
    expect(verifications).to.equal(1);
    await authenticate("short");
    while (Date.now() < expiresAtMillis);
    await authenticate("short");
    expect(verifications).to.equal(3);
  });

  it("names the option of a key that is undefined, such as one from an unset environment variable", () => {
    for (const name of ["hs256Secret", "rs256PublicKey"]) {
      const create = (): unknown =>
        createAuthenticator(ledger, { [name]: undefined } as unknown as AuthOption);
      expect(create).to.throw(TypeError, `auth.${name} has no value`);
    }
  });

  it("refuses options without a key, or with an invalid key", () => {
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
