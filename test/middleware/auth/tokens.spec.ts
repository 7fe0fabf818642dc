import { expect } from "chai";
import fc from "fast-check";

import { createUser } from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import { createAuthenticationService } from "../../../middleware/auth/authenticator.ts";
import { VerifiedTokenCache } from "../../../middleware/auth/verified-tokens.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { runs } from "../../support/properties.ts";
import { rawToken, secret } from "../../support/tokens.ts";

const now = Math.floor(Date.now() / 1000);

const claim = fc.constantFrom<unknown>(
  ...[undefined, null, "", "ann", "daml_ledger_api", "daml_ledger_api x", 1, {}, []],
  ...[
    ["daml_ledger_api"],
    ["a", "b"],
    ["daml_ledger_api x"],
    "https://daml.com/jwt/aud/participant/p",
  ],
  ...[now - 100, now + 100, now + 100.5, (now + 100) * 1000, String(now), -1, 1e300],
);

const claims = fc.record(
  {
    sub: claim,
    scope: claim,
    scp: claim,
    aud: claim,
    iss: claim,
    exp: claim,
    nbf: claim,
    iat: claim,
  },
  { requiredKeys: [] },
);

const target = fc.record(
  { audience: fc.constantFrom("a", "ann"), scope: fc.constantFrom("x", "daml_ledger_api") },
  { requiredKeys: [] },
);

describe("explanation of a refused token", () => {
  let ledger: Ledger;

  before(async () => {
    ({ ledger } = await iouLedger());
    await createUser(ledger, { user: { id: "ann" } });
  });

  it("is given for every refused token and for no accepted one @property", async () => {
    const maxTokenLifetimeSeconds = fc.option(fc.constantFrom(50, 1_000), { nil: undefined });
    const damage = fc.option(fc.record({ at: fc.nat(), text: fc.constantFrom("", " ", ".", "x") }));
    await fc.assert(
      fc.asyncProperty(
        claims,
        target,
        maxTokenLifetimeSeconds,
        damage,
        async (written, wanted, seconds, change) => {
          const auth = { hs256Secret: secret, ...wanted };
          const options = { maxTokenLifetimeSeconds: seconds };
          const { authenticate, explain } = createAuthenticationService(ledger, auth, options);
          const whole = rawToken(written);
          const at = (change?.at ?? 0) % whole.length;
          const token =
            change === null ? whole : whole.slice(0, at) + change.text + whole.slice(at + 1);
          const isAnonymous = await Promise.resolve()
            .then(() => authenticate(token))
            .then(
              ({ kind }) => kind === "anonymous",
              () => false,
            );
          const fault = await explain({ token, authorization: `Bearer ${token}` });
          expect(fault !== undefined, JSON.stringify([written, wanted, fault])).to.equal(
            isAnonymous,
          );
          expect(JSON.stringify(fault ?? "")).not.to.include(secret);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it("comes from a custom verifier, and is absent if the verifier gives none", async () => {
    const fault = { step: 9, cause: "too green", advice: "Wait." };
    const mute = { verify: () => undefined };
    const credentials = { token: "t", authorization: "Bearer t" };
    for (const [auth, expected] of [
      [mute, undefined],
      [{ ...mute, explain: () => fault }, fault],
      [[mute, { ...mute, explain: () => Promise.resolve(fault) }], fault],
    ] as const) {
      const { explain } = createAuthenticationService(ledger, auth);
      expect(await explain(credentials)).to.deep.equal(expected);
    }
  });
});

describe("VerifiedTokens", () => {
  const verified = (expiresAtMillis?: number) => ({
    userId: "ann",
    participantId: undefined,
    identityProviderId: "",
    expiresAtMillis,
  });

  it("removes tokens when they expire", () => {
    const tokens = new VerifiedTokenCache(10);
    tokens.add("a", verified(1_000));
    expect(tokens.get("a", 999)).to.deep.equal(verified(1_000));
    expect(tokens.get("a", 1_000)).to.equal(undefined);
    expect(tokens.get("a", 0)).to.equal(undefined);
  });

  it("removes the least recently used token first", () => {
    const tokens = new VerifiedTokenCache(2);
    tokens.add("a", verified());
    tokens.add("b", verified());
    tokens.get("a", 0);
    tokens.add("c", verified());
    expect(tokens.get("a", 0)).not.to.equal(undefined);
    expect(tokens.get("b", 0)).to.equal(undefined);
    expect(tokens.get("c", 0)).not.to.equal(undefined);
  });
});
