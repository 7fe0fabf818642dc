import { createPublicKey } from "node:crypto";

import { expect } from "chai";

import { onboardExternalParty, testKeyPair } from "../../../../fixtures/testing/index.ts";
import { allocateParty, anonymousCaller, partyKeys } from "../../../../lib/api.ts";
import { userCaller } from "../../../support/callers.ts";
import { errorOf } from "../../../support/error-of.ts";
import { signingLedger } from "../../../support/signing-ledger.ts";
import { untyped } from "../../../support/untyped.ts";

const specs = ["ed25519", "p256", "p384", "secp256k1"] as const;

describe("partyKeys", () => {
  for (const spec of specs) {
    it(`returns a key in the standard encoding: ${spec}`, async () => {
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

  it("refuses invalid ids, unknown synchronizers, and parties without keys", async () => {
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
