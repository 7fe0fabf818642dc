import { expect } from "chai";

import type { TestKeyPair } from "../../../../fixtures/testing/index.ts";
import {
  allocateParty,
  executePrepared,
  executePreparedAndWaitForTransaction,
  prepareTransaction,
} from "../../../../lib/api.ts";
import type { PartyId } from "../../../../lib/index.ts";
import { userCaller } from "../../../support/callers.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import {
  signedBody,
  type SigningLedger,
  signingLedger,
  waysToExecute,
} from "../../../support/signing-ledger.ts";
import { everythingOf } from "../../../support/values-package.ts";

/** Prepares a create of several parties. Returns it, and a function that signs it for one of them. */
const prepared = async ({ ledger, alice }: SigningLedger, ...others: readonly PartyId[]) => {
  const answer = await prepareTransaction(ledger, {
    commands: [everythingOf(alice)],
    commandId: "together",
    actAs: [alice, ...others],
    userId: "ann",
  });
  return (...signers: readonly (readonly [PartyId, TestKeyPair])[]) => {
    const [[, anyKey]] = signers as [readonly [PartyId, TestKeyPair]];
    const signatures = signers.flatMap(([party, key]) =>
      signedBody(answer, key).partySignatures.signatures.filter((each) => each.party === party),
    );
    return { ...signedBody(answer, anyKey), partySignatures: { signatures } };
  };
};

describe("transactions of several acting parties", () => {
  it("S7.5+ S14.1+ are executed after all of them have signed", async () => {
    const given = await signingLedger({ protocolVersion: 35 });
    const { ledger, alice, aliceKey, bob, bobKey } = given;
    const signedBy = await prepared(given, bob);
    const body = signedBy([alice, aliceKey], [bob, bobKey]);
    const { transaction } = await executePreparedAndWaitForTransaction(ledger, body);
    expect(transaction.events).to.have.length(1);
  });

  it("S7.5- S14.1- are refused if one of them has not signed, or has signed with another key", async () => {
    const given = await signingLedger();
    const { ledger, alice, aliceKey, bob, bobKey } = given;
    const signedBy = await prepared(given, bob);
    const before = ledger.state;
    for (const execute of waysToExecute) {
      const alone = await rejectionOf(execute(ledger, signedBy([alice, aliceKey])));
      expect(alone.code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
      expect(alone.cause).to.include(`did not provide an external signature: ${bob}`);
      const crossed = await rejectionOf(
        execute(ledger, signedBy([alice, bobKey], [bob, aliceKey])),
      );
      expect(crossed.cause).to.include("Received 0 valid signatures");
    }
    expect(ledger.state).to.equal(before);
  });

  it("are refused if one of them has no signing keys", async () => {
    const given = await signingLedger();
    const { ledger, alice, aliceKey } = given;
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "local" });
    const { party: local } = partyDetails;
    const signedBy = await prepared(given, local);
    const { cause } = await rejectionOf(
      executePrepared(ledger, signedBy([alice, aliceKey], [local, aliceKey])),
    );
    expect(cause).to.include(`Could not find party signing keys for ${local}`);
  });

  it("require the right to execute as all of them", async () => {
    const given = await signingLedger();
    const { ledger, alice, aliceKey, bob, bobKey } = given;
    const body = (await prepared(given, bob))([alice, aliceKey], [bob, bobKey]);
    const caller = userCaller("ann", [{ kind: "CanExecuteAs", party: alice }]);
    const { code } = await rejectionOf(executePrepared(ledger, body, caller));
    expect(code).to.equal("PERMISSION_DENIED");
  });
});
