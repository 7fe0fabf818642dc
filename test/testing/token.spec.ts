import { expect } from "chai";
import fc from "fast-check";
import jsonwebtoken from "jsonwebtoken";

import { tokenFor, type TokenOptions } from "../../fixtures/testing/index.ts";
import { createUser } from "../../lib/api.ts";
import { createLedger } from "../../lib/index.ts";
import { createFetch, type LedgerApiOptions } from "../../middleware/index.ts";
import { errorOf } from "../support/error-of.ts";

describe("test token", () => {
  /** Returns the status with which a ledger with one user answers a request with the token. */
  const statusOf = async (
    token: string,
    auth: LedgerApiOptions["auth"] = { hs256Secret: "secret" },
  ): Promise<number> => {
    const ledger = await createLedger();
    await createUser(ledger, { user: { id: "alice" } });
    const fetch = createFetch(ledger, { auth });
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch("/v2/authenticated-user", { headers })).status;
  };

  it("authenticates a user", async () => {
    expect(await statusOf(tokenFor("secret", "alice"))).to.equal(200);
  });

  it("is refused with another secret, when expired, and for an unknown user", async () => {
    expect(await statusOf(tokenFor("other", "alice"))).to.equal(401);
    expect(await statusOf(tokenFor("secret", "alice", { expiresInSeconds: -1 }))).to.equal(401);
    expect(await statusOf(tokenFor("secret", "bob"))).to.equal(403);
  });

  it("is created for an audience or a scope", async () => {
    const forAudience = { hs256Secret: "secret", audience: "me" };
    expect(await statusOf(tokenFor("secret", "alice", { audience: "me" }), forAudience)).to.equal(
      200,
    );
    expect(await statusOf(tokenFor("secret", "alice"), forAudience)).to.equal(401);
    const ofScope = { hs256Secret: "secret", scope: "mine" };
    expect(await statusOf(tokenFor("secret", "alice", { scope: "mine" }), ofScope)).to.equal(200);
    expect(await statusOf(tokenFor("secret", "alice"), ofScope)).to.equal(401);
  });

  it("never expires on request", () => {
    const claims = (options: TokenOptions): object =>
      jsonwebtoken.verify(tokenFor("s", "a", options), "s") as object;
    expect(claims({ expiresInSeconds: Infinity })).to.not.have.property("exp");
    expect(claims({})).to.have.property("exp");
  });

  it("is accepted by a JWT library, for any user and secret", () => {
    const texts = fc.string({ unit: "grapheme", minLength: 1 });
    const secrets = fc.oneof(texts, fc.uint8Array({ minLength: 1, maxLength: 200 }));
    fc.assert(
      fc.property(secrets, texts, (secret, userId) => {
        const key = typeof secret === "string" ? secret : Buffer.from(secret);
        const claims = jsonwebtoken.verify(tokenFor(secret, userId), key, {
          algorithms: ["HS256"],
        });
        expect(claims).to.deep.include({ sub: userId, scope: "daml_ledger_api" });
      }),
    );
  });

  it("requires a secret and a lifetime in whole seconds", () => {
    for (const secret of ["", undefined as unknown as string]) {
      const { code, cause } = errorOf(() => tokenFor(secret, "alice"));
      expect([code, cause.includes("a secret")]).to.deep.equal(["INVALID_ARGUMENT", true]);
    }
    for (const expiresInSeconds of [1.5, Number.NaN]) {
      expect(errorOf(() => tokenFor("s", "a", { expiresInSeconds })).code).to.equal(
        "INVALID_ARGUMENT",
      );
    }
  });
});
