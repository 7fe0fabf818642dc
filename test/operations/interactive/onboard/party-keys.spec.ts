import { createPublicKey } from "node:crypto";

import { expect } from "chai";

import { onboardExternalParty, testKeyPair } from "../../../../fixtures/testing/index.ts";
import { allocateParty, anonymousCaller, partyKeys } from "../../../../lib/api.ts";
import { jsonWebKey } from "../../../../lib/operations/interactive/keys/json-web-key.ts";
import { keyFromRaw } from "../../../../lib/operations/interactive/keys/signing-key.ts";
import { userCaller } from "../../../support/callers.ts";
import { errorOf } from "../../../support/error-of.ts";
import { signingLedger } from "../../../support/signing-ledger.ts";
import { untyped } from "../../../support/untyped.ts";

const specs = ["ed25519", "p256", "p384", "secp256k1"] as const;

describe("partyKeys", () => {
  for (const spec of specs) {
    it(`tells a key as others write it: ${spec}`, async () => {
      const { ledger } = await signingLedger();
      const pair = testKeyPair("carol", { curve: spec });
      const party = await onboardExternalParty(ledger, "carol", pair);
      const synchronizer = ledger.state.synchronizers[0]?.id;
      const { keys } = partyKeys(ledger, untyped({ synchronizer, party }), userCaller("ann"));
      const [key] = ledger.state.signingKeys.get(party)?.get(synchronizer ?? "")?.keys ?? [];
      const spki = Buffer.from(key?.spki ?? []);
      const theirs = createPublicKey({ key: spki, format: "der", type: "spki" }).export({
        format: "jwk",
      });
      expect(keys).to.have.lengthOf(1);
      expect(keys[0]).to.deep.include(theirs);
      expect(keys[0]?.use).to.equal("sig");
    });
  }

  it("names a key by its thumbprint", () => {
    // The key of RFC 8037, A.2 and A.3.
    const raw = Buffer.from("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "base64url");
    const key = keyFromRaw("ed25519", raw);
    if (key === undefined) return expect.fail("no key");
    expect(jsonWebKey(key)).to.deep.equal({
      kty: "OKP",
      crv: "Ed25519",
      x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      alg: "EdDSA",
      kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
      use: "sig",
    });
  });

  it("refuses what is no id, unknown synchronizers, and parties without keys of their own", async () => {
    const { ledger, alice: party } = await signingLedger();
    const synchronizer = ledger.state.synchronizers[0]?.id;
    const codeOf = (request: object) => errorOf(() => partyKeys(ledger, untyped(request))).code;
    expect(codeOf({ synchronizer: "x", party })).to.equal("INVALID_ARGUMENT");
    expect(codeOf({ synchronizer, party: "alice" })).to.equal("INVALID_ARGUMENT");
    expect(codeOf({ synchronizer: "x::1220", party })).to.equal("SYNCHRONIZER_NOT_FOUND");
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "local" });
    const local = { synchronizer, party: partyDetails.party };
    expect(codeOf(local)).to.equal("PARTY_SIGNING_KEYS_NOT_FOUND");
    const { code } = errorOf(() =>
      partyKeys(ledger, untyped({ synchronizer, party }), anonymousCaller),
    );
    expect(code).to.equal("UNAUTHENTICATED");
  });
});
