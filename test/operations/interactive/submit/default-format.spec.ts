import { expect } from "chai";

import {
  allocateParty,
  type Caller,
  type EventJson,
  executePreparedAndWaitForTransaction,
  trustedCaller,
} from "../../../../lib/api.ts";
import type { LedgerOptions } from "../../../../lib/index.ts";
import { userCaller } from "../../../support/callers.ts";
import { Iou } from "../../../support/iou-package.ts";
import { prepare, signedBody, signingLedger } from "../../../support/signing-ledger.ts";

const createdIn = (events: readonly EventJson[]) =>
  events.flatMap((event) => ("CreatedEvent" in event ? [event.CreatedEvent] : []));

describe("default response of an execution", () => {
  /**
   * Prepares, signs and executes a create of alice for an owner, reading as the owner. Returns the events of
   * the response.
   */
  const executed = async (options: LedgerOptions, callerOf: CallerOf = () => trustedCaller) => {
    const { ledger, alice, aliceKey } = await signingLedger(options);
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "owner" });
    const owner = partyDetails.party;
    const command = Iou.create({ issuer: alice, owner, amount: "1", watchers: [] });
    const prepared = await prepare(ledger, alice, command, { readAs: [owner] });
    const body = signedBody(prepared, aliceKey);
    const caller = callerOf({ alice, owner });
    const { transaction } = await executePreparedAndWaitForTransaction(ledger, body, caller);
    const [created] = createdIn(transaction.events);
    return { created, alice, owner };
  };

  type CallerOf = (parties: { readonly alice: string; readonly owner: string }) => Caller;

  it("S7.8+ S7.10+ S7.13+ is the ACS delta that the acting and reading parties see", async () => {
    const { created, alice, owner } = await executed({});
    expect(created).to.include({ acsDelta: true });
    expect(created?.witnessParties).to.deep.equal([alice, owner]);
  });

  it("S7.10+ includes only reading parties that the caller may read as", async () => {
    const executor: CallerOf = ({ alice }) =>
      userCaller("ann", [{ kind: "CanExecuteAs", party: alice }]);
    const actor: CallerOf = ({ alice, owner }) =>
      userCaller("ann", [
        { kind: "CanExecuteAs", party: alice },
        { kind: "CanReadAs", party: owner },
      ]);
    const alone = await executed({}, executor);
    expect(alone.created?.witnessParties).to.deep.equal([alone.alice]);
    const both = await executed({}, actor);
    expect(both.created?.witnessParties).to.deep.equal([both.alice, both.owner]);
  });

  it("S7.10+ with participant precedence, contains what the acting party sees", async () => {
    const { created, alice } = await executed({ precedence: "participant" });
    expect(created?.witnessParties).to.deep.equal([alice]);
  });

  it("S7.10- does not list other parties as witnesses", async () => {
    const { ledger, alice, bob, aliceKey } = await signingLedger();
    const command = Iou.create({ issuer: alice, owner: alice, amount: "1", watchers: [bob] });
    const body = signedBody(await prepare(ledger, alice, command), aliceKey);
    const { transaction } = await executePreparedAndWaitForTransaction(ledger, body);
    expect(createdIn(transaction.events)[0]?.witnessParties).to.deep.equal([alice]);
  });
});
