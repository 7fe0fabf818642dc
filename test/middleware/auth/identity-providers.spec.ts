import { generateKeyPairSync, sign } from "node:crypto";
import type { RequestListener } from "node:http";

import { expect } from "chai";
import jsonwebtoken, { type Algorithm } from "jsonwebtoken";

import {
  createIdentityProvider,
  createUser,
  deleteIdentityProvider,
  updateIdentityProvider,
  updateUserIdentityProvider,
} from "../../../lib/api.ts";
import { isLedgerError, type Ledger } from "../../../lib/index.ts";
import {
  type Authenticator,
  createAuthenticationService,
  createAuthenticator,
} from "../../../middleware/auth/authenticator.ts";
import { fetchKeySet } from "../../../middleware/auth/fetch-key-set.ts";
import { IdentityProviderKeySet } from "../../../middleware/auth/provider-key-set.ts";
import { IdentityProviderKeys } from "../../../middleware/auth/provider-keys.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { keyEntry, type KeySets, keySetsInMemory } from "../../support/key-sets.ts";
import {
  confusedToken,
  type KeyPair,
  otherRsaKeys,
  p256Keys,
  p384Keys,
  p521Keys,
  rsaKeys,
  scopeClaims,
  secret,
  unsignedToken,
} from "../../support/tokens.ts";
import { untyped } from "../../support/untyped.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const issuer = "https://idp.example.com";
const jwksUrl = `${issuer}/keys`;
const config = { identityProviderId: "idp", isDeactivated: false, issuer, jwksUrl, audience: "" };

interface Signing {
  readonly keys?: KeyPair;
  readonly kid?: string;
  readonly algorithm?: Algorithm;
}

const tokenOf = (
  claims: object,
  { keys = rsaKeys, kid = "rsa", algorithm = "RS256" }: Signing = {},
): string =>
  jsonwebtoken.sign(claims, keys.privateKey, {
    algorithm,
    noTimestamp: true,
    ...(kid === "" ? {} : { keyid: kid }),
  });

const claims = (more: object = {}): object => scopeClaims("ann", { iss: issuer, ...more });

const outcomeOf = async (authenticate: Authenticator, token: string): Promise<string> => {
  try {
    return (await authenticate(token)).kind;
  } catch (error) {
    if (isLedgerError(error)) return error.code;
    throw error;
  }
};

describe("authenticator for tokens of identity providers", () => {
  let ledger: Ledger;
  let keySets: KeySets;
  let authenticate: Authenticator;

  const outcome = (token: string): Promise<string> => outcomeOf(authenticate, token);

  beforeEach(async () => {
    ({ ledger } = await iouLedger());
    await createIdentityProvider(ledger, { identityProviderConfig: config });
    await createUser(ledger, { user: { id: "ann", identityProviderId: "idp" } });
    await createUser(ledger, { user: { id: "local" } });
    keySets = keySetsInMemory();
    keySets.served.set(jwksUrl, { keys: [keyEntry(rsaKeys, "rsa")] });
    authenticate = createAuthenticator(ledger, { hs256Secret: secret }, keySets);
  });

  it("A.6+ returns the user of the provider that a token names", async () => {
    const caller = await authenticate(tokenOf(claims()));
    expect(caller).to.deep.include({ kind: "user", userId: "ann", identityProviderId: "idp" });
  });

  const algorithms: readonly (readonly [Algorithm, KeyPair])[] = [
    ["RS256", rsaKeys],
    ["ES256", p256Keys],
    ["ES512", p521Keys],
  ];
  for (const [algorithm, keys] of algorithms) {
    it(`accepts signatures of ${algorithm}`, async () => {
      keySets.served.set(jwksUrl, { keys: [keyEntry(keys, "k")] });
      expect(await outcome(tokenOf(claims(), { keys, kid: "k", algorithm }))).to.equal("user");
    });
  }

  it("ignores forged tokens", async () => {
    keySets.served.set(jwksUrl, { keys: [keyEntry(rsaKeys, "rsa"), keyEntry(p384Keys, "p384")] });
    const now = Math.floor(Date.now() / 1000);
    for (const [title, token] of [
      ["another key", tokenOf(claims(), { keys: otherRsaKeys })],
      ["a longer hash of the right key", tokenOf(claims(), { algorithm: "RS512" })],
      ["another padding of the right key", tokenOf(claims(), { algorithm: "PS256" })],
      [
        "a curve for which there is no algorithm",
        tokenOf(claims(), { keys: p384Keys, kid: "p384", algorithm: "ES384" }),
      ],
      ["no signature", unsignedToken(claims())],
      ["a public key as secret", confusedToken(claims(), rsaKeys)],
      ["an unknown key", tokenOf(claims(), { kid: "other" })],
      ["expired", tokenOf(claims({ exp: now - 1 }))],
      ["not yet valid", tokenOf(claims({ nbf: now + 60 }))],
      ["another issuer", tokenOf(scopeClaims("ann", { iss: "https://elsewhere" }))],
      ["no issuer", tokenOf(scopeClaims("ann"))],
      ["neither audience nor scope", tokenOf({ sub: "ann", iss: issuer })],
    ] as const) {
      expect(await outcome(token), title).to.equal("anonymous");
    }
  });

  it("ignores EdDSA keys, and still uses the other keys of the set", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    keySets.served.set(jwksUrl, {
      keys: [keyEntry({ publicKey }, "ed"), keyEntry(rsaKeys, "rsa")],
    });
    const parts = [{ alg: "EdDSA", typ: "JWT", kid: "ed" }, claims()];
    const signed = parts
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const signature = sign(null, Buffer.from(signed), privateKey).toString("base64url");
    expect(await outcome(`${signed}.${signature}`)).to.equal("anonymous");
    expect(await outcome(tokenOf(claims()))).to.equal("user");
  });

  it("A.6- refuses tokens that name a user of another provider", async () => {
    const foreign = { sub: "local", scope: "daml_ledger_api", iss: issuer };
    expect(await outcome(tokenOf(foreign))).to.equal("PERMISSION_DENIED");
    expect(await outcome(tokenOf({ ...foreign, sub: "nobody" }))).to.equal("PERMISSION_DENIED");
    const own = jsonwebtoken.sign({ sub: "ann", scope: "daml_ledger_api" }, secret);
    expect(await outcome(own)).to.equal("PERMISSION_DENIED");
  });

  it("A.6+ A.6- accepts tokens only for the audience of the provider, if it has one", async () => {
    await updateIdentityProvider(ledger, {
      identityProviderConfig: { ...config, audience: "https://ledger" },
      updateMask: { paths: ["audience"] },
    });
    for (const [aud, expected] of [
      ["https://ledger", "user"],
      [["https://elsewhere", "https://ledger"], "user"],
      ["https://elsewhere", "anonymous"],
      [undefined, "anonymous"],
    ] as const) {
      const token = tokenOf({ ...claims(), ...(aud === undefined ? {} : { aud }) });
      expect(await outcome(token), String(aud)).to.equal(expected);
    }
  });

  it("A.6- refuses tokens as soon as the provider is deactivated, changed or deleted", async () => {
    const token = tokenOf(claims());
    const change = async (identityProviderConfig: object, path: string): Promise<void> => {
      await updateIdentityProvider(
        ledger,
        untyped({
          identityProviderConfig,
          updateMask: { paths: [path] },
        }),
      );
    };
    expect(await outcome(token)).to.equal("user");
    await change({ ...config, isDeactivated: true }, "is_deactivated");
    expect(await outcome(token)).to.equal("anonymous");
    await change(config, "is_deactivated");
    expect(await outcome(token)).to.equal("user");
    await change({ ...config, audience: "https://ledger" }, "audience");
    expect(await outcome(token)).to.equal("anonymous");
    await change(config, "audience");
    await change({ ...config, jwksUrl: `${issuer}/moved` }, "jwks_url");
    expect(await outcome(token)).to.equal("anonymous");
    await change(config, "jwks_url");
    expect(await outcome(token)).to.equal("user");
    const move = { userId: "ann", sourceIdentityProviderId: "idp" };
    await updateUserIdentityProvider(ledger, move);
    expect(await outcome(token)).to.equal("PERMISSION_DENIED");
    await deleteIdentityProvider(ledger, { identityProviderId: "idp" });
    expect(await outcome(token)).to.equal("anonymous");
  });

  it("fetches a key once for any number of tokens that it signed", async () => {
    const tokens = ["a", "b", "c", "d"].map((jti) => tokenOf(claims({ jti })));
    await Promise.all(tokens.map(outcome));
    await Promise.all(tokens.map(outcome));
    expect(keySets.fetched).to.deep.equal([jwksUrl]);
  });

  it("fetches the keys again for a token with a new key id", async () => {
    expect(await outcome(tokenOf(claims()))).to.equal("user");
    keySets.served.set(jwksUrl, { keys: [keyEntry(p256Keys, "new")] });
    const rotated = tokenOf(claims(), { keys: p256Keys, kid: "new", algorithm: "ES256" });
    expect(await outcome(rotated)).to.equal("user");
    expect(keySets.fetched).to.have.length(2);
  });

  it("fetches the keys at most ten times in immediate succession", async () => {
    expect(await outcome(tokenOf(claims()))).to.equal("user");
    for (let index = 0; index < 30; index++) {
      expect(await outcome(tokenOf(claims(), { kid: `made-up-${index}` }))).to.equal("anonymous");
    }
    expect(keySets.fetched).to.have.length(10);
    expect(await outcome(tokenOf(claims({ jti: "known key" })))).to.equal("user");
  });

  it("fetches no keys to explain a refusal", async () => {
    keySets.served.delete(jwksUrl);
    const authentication = createAuthenticationService(ledger, { hs256Secret: secret }, keySets);
    const token = tokenOf(claims());
    expect(await outcomeOf(authentication.authenticate, token)).to.equal("anonymous");
    const fault = await authentication.explain({ token, authorization: `Bearer ${token}` });
    expect(fault?.cause).to.include("could not be fetched");
    expect(keySets.fetched).to.deep.equal([jwksUrl]);
  });

  it("accepts a valid token after many forged ones with unknown key ids", async () => {
    keySets.served.set(jwksUrl, { keys: [keyEntry(rsaKeys, "rsa"), keyEntry(p256Keys, "p256")] });
    for (let index = 0; index < 12; index++) {
      const forged = tokenOf(claims(), { keys: otherRsaKeys, kid: `forged-${index}` });
      expect(await outcome(forged)).to.equal("anonymous");
    }
    expect(await outcome(tokenOf(claims()))).to.equal("user");
    const other = tokenOf(claims(), { keys: p256Keys, kid: "p256", algorithm: "ES256" });
    expect(await outcome(other)).to.equal("user");
  });

  it("accepts a token without a key id if the set has only one key", async () => {
    expect(await outcome(tokenOf(claims(), { kid: "" }))).to.equal("user");
    keySets.served.set(jwksUrl, { keys: [keyEntry(rsaKeys, "a"), keyEntry(p256Keys, "b")] });
    authenticate = createAuthenticator(ledger, { hs256Secret: secret }, keySets);
    expect(await outcome(tokenOf(claims(), { kid: "" }))).to.equal("anonymous");
  });

  it("ignores tokens if the key set is invalid", async () => {
    for (const nonsense of [
      null,
      "keys",
      [],
      {},
      { keys: null },
      { keys: "rsa" },
      { keys: [null, 1, "rsa", []] },
      { keys: [{ kid: "rsa", kty: "RSA", n: "!", e: "AQAB" }] },
      { keys: [{ kid: "rsa", kty: "oct", k: "c2VjcmV0" }] },
      { keys: [{ ...rsaKeys.privateKey.export({ format: "jwk" }), kid: "rsa" }] },
    ]) {
      keySets.served.set(jwksUrl, nonsense);
      authenticate = createAuthenticator(ledger, { hs256Secret: secret }, keySets);
      expect(await outcome(tokenOf(claims())), JSON.stringify(nonsense)).to.equal("anonymous");
    }
  });

  it("uses the valid keys of a set that also contains unsupported keys", async () => {
    const keys = [{ kid: "rsa", kty: "RSA" }, { kty: "?" }, keyEntry(rsaKeys, "rsa")];
    keySets.served.set(jwksUrl, { keys });
    expect(await outcome(tokenOf(claims()))).to.equal("user");
  });

  it("uses no key of a set that contains a malformed key", async () => {
    for (const broken of [null, "key", {}, { kid: "x" }, { kty: 5 }, { kty: "RSA", kid: 5 }]) {
      keySets.served.set(jwksUrl, { keys: [broken, keyEntry(rsaKeys, "rsa")] });
      authenticate = createAuthenticator(ledger, { hs256Secret: secret }, keySets);
      expect(await outcome(tokenOf(claims())), JSON.stringify(broken)).to.equal("anonymous");
    }
  });

  it("uses keys with any declared use, and keys with an empty id", async () => {
    for (const said of [{ use: "enc" }, { key_ops: ["sign"] }, { alg: "RS512" }]) {
      keySets.served.set(jwksUrl, { keys: [{ ...keyEntry(rsaKeys, "rsa"), ...said }] });
      authenticate = createAuthenticator(ledger, { hs256Secret: secret }, keySets);
      expect(await outcome(tokenOf(claims())), JSON.stringify(said)).to.equal("user");
    }
    keySets.served.set(jwksUrl, { keys: [keyEntry(otherRsaKeys, "x"), keyEntry(rsaKeys, "")] });
    authenticate = createAuthenticator(ledger, { hs256Secret: secret }, keySets);
    const header = { alg: "RS256", kid: "" } as const;
    const token = jsonwebtoken.sign(claims(), rsaKeys.privateKey, { algorithm: "RS256", header });
    expect(await outcome(token)).to.equal("user");
  });

  it("refuses tokens that exceed the maximum lifetime", async () => {
    const now = Math.floor(Date.now() / 1000);
    authenticate = createAuthenticator(
      ledger,
      { hs256Secret: secret },
      { ...keySets, maxTokenLifetimeSeconds: 300 },
    );
    expect(await outcome(tokenOf(claims({ exp: now + 290 })))).to.equal("user");
    expect(await outcome(tokenOf(claims({ exp: now + 310 })))).to.equal("anonymous");
    expect(await outcome(tokenOf(claims()))).to.equal("anonymous");
  });
});

describe("ProviderKeys", () => {
  it("waits at most the configured time, even for a fetch that never ends", async () => {
    const keys = new IdentityProviderKeys(() => new Promise(() => undefined), 10);
    expect(await keys.find(jwksUrl, "rsa")).to.equal(undefined);
  });
});

describe("ProviderKeySet", () => {
  const minute = 60_000;
  const key = { algorithm: "RS256", key: rsaKeys.publicKey } as const;

  /** Creates a key set whose clock and fetches the test controls. */
  const setUp = () => {
    const world = { now: 0, fetched: 0, names: ["a"], isDown: false };
    const fetch = () => {
      world.fetched++;
      return world.isDown
        ? Promise.reject(new TypeError("down"))
        : Promise.resolve(world.names.map((name) => ({ name, key })));
    };
    const keys = new IdentityProviderKeySet(fetch, () => world.now);
    const knows = async (name: string): Promise<boolean> => (await keys.find(name)) !== undefined;
    return { world, knows };
  };

  it("fetches once per minute for an unknown key name", async () => {
    const { world, knows } = setUp();
    for (let index = 0; index < 20; index++) expect(await knows("x")).to.equal(false);
    expect(world.fetched).to.equal(1);
    world.names = ["x"];
    world.now += minute;
    expect(await knows("x")).to.equal(true);
  });

  it("finds a new key of the provider within six seconds, even after tokens with unknown key ids", async () => {
    const { world, knows } = setUp();
    for (let index = 0; index < 500; index++) await knows(`stranger-${index}`);
    world.names = ["b"];
    world.now += 6_000;
    expect(await knows("b")).to.equal(true);
    expect(world.fetched).to.be.at.most(11);
  });

  it("continues to use its keys for an hour while fetches fail", async () => {
    const { world, knows } = setUp();
    expect(await knows("a")).to.equal(true);
    world.isDown = true;
    for (let minutes = 0; minutes < 59; minutes++) {
      world.now += minute;
      expect(await knows("a"), `after ${minutes} minutes`).to.equal(true);
    }
    world.now += minute;
    expect(await knows("a")).to.equal(false);
    world.isDown = false;
    world.now += minute;
    expect(await knows("a")).to.equal(true);
  });

  it("stops using a key within five minutes after the provider removed it", async () => {
    for (const steps of [1, 5, 300]) {
      const { world, knows } = setUp();
      expect(await knows("a")).to.equal(true);
      world.names = ["b"];
      for (let step = 1; step < steps; step++) {
        world.now += (5 * minute) / steps;
        await knows("a");
      }
      world.now = 5 * minute;
      expect(await knows("a"), `${steps} steps`).to.equal(false);
    }
  });

  it("does not delay tokens with known keys by fetches for unknown ones", async () => {
    let fetched = 0;
    const endless = new Promise<never>(() => undefined);
    const fetch = () => (fetched++ === 0 ? Promise.resolve([{ name: "a", key }]) : endless);
    const keys = new IdentityProviderKeySet(fetch, () => 0);
    expect(await keys.find("a")).to.equal(key);
    void keys.find("stranger");
    expect(await keys.find("a")).to.equal(key);
  });
});

describe("fetchKeySet", () => {
  const respond =
    (status: number, headers: Record<string, string>, body: string): RequestListener =>
    (_, response) => {
      response.writeHead(status, headers).end(body);
    };
  const fetched = (listener: RequestListener, millis = 2_000): Promise<unknown> =>
    withListeningServer(listener, (baseUrl) =>
      fetchKeySet(`${baseUrl}/keys`, AbortSignal.timeout(millis)).catch(() => "rejected"),
    );

  it("returns JSON", async () => {
    expect(await fetched(respond(200, {}, `{"keys":[]}`))).to.deep.equal({ keys: [] });
  });

  it("follows redirects", async () => {
    const listener: RequestListener = (request, response) => {
      if (request.url === "/keys") response.writeHead(302, { Location: "/elsewhere" }).end();
      else response.end(`{"keys":[]}`);
    };
    expect(await fetched(listener)).to.deep.equal({ keys: [] });
  });

  it("accepts every success status", async () => {
    expect(await fetched(respond(201, {}, `{"keys":[]}`))).to.deep.equal({ keys: [] });
  });

  it("rejects every other status and bodies that are not JSON", async () => {
    for (const listener of [
      respond(500, {}, `{"keys":[]}`),
      respond(404, {}, ""),
      respond(204, {}, ""),
      respond(200, {}, "<html>"),
      respond(200, {}, ""),
    ]) {
      expect(await fetched(listener)).to.equal("rejected");
    }
  });

  it("stops reading a body that is too large", async () => {
    const listener: RequestListener = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write("[".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    };
    expect(await fetched(listener, 60_000)).to.equal("rejected");
  });

  it("times out, before and after the first byte", async () => {
    expect(await fetched(() => undefined, 20)).to.equal("rejected");
    expect(await fetched((_, response) => void response.write("{"), 20)).to.equal("rejected");
  });

  it("rejects if there is no answer", async () => {
    const rejected = fetchKeySet("http://127.0.0.1:1/keys", AbortSignal.timeout(2_000)).catch(
      () => "rejected",
    );
    expect(await rejected).to.equal("rejected");
  });
});
