import { expect } from "chai";

import { ledgerErrorOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";

describe("dryRun", () => {
  let given: IouLedger;

  beforeEach(async () => {
    given = await iouLedger();
    const { ledger, alice, bob } = given;
    const issue = Iou.create({ issuer: alice, owner: bob, amount: "5.0", watchers: [] });
    await ledger.submit({ actAs: alice, commands: issue });
  });

  const transfer = () => {
    const { ledger, bob, carol } = given;
    const [held] = ledger.contracts(Iou, { as: bob });
    if (held === undefined) return expect.fail("bob has no contract");
    return {
      held,
      request: { actAs: bob, commands: held.exercise(Iou.Transfer, { newOwner: carol }) },
    };
  };

  it("returns what a submission would create, archive and exercise, and writes nothing", async () => {
    const { ledger, carol } = given;
    const { held, request } = transfer();
    const { state } = ledger;
    const { result, transaction } = await ledger.dryRun(request);
    expect(result.created(Iou).map(({ payload }) => payload.owner)).to.deep.equal([carol]);
    expect(result.archived(Iou)).to.deep.equal([{ contractId: held.contractId }]);
    expect(transaction.events.map((event) => Object.keys(event)[0])).to.deep.equal([
      "ExercisedEvent",
      "CreatedEvent",
    ]);
    expect(ledger.state).to.equal(state);
    const submitted = await ledger.submit(request);
    expect(submitted.created(Iou).map(({ payload }) => payload)).to.deep.equal(
      result.created(Iou).map(({ payload }) => payload),
    );
  });

  it("returns which party would see each event", async () => {
    const { ledger, alice, bob, carol } = given;
    const { parties, seenBy, traffic } = await ledger.dryRun(transfer().request);
    expect(parties).to.have.members([alice, bob, carol]);
    const seen = (party: string) =>
      seenBy(party).map(({ kind, shown }) => `${kind} ${shown.ledgerEffects ? "yes" : "no"}`);
    expect(seen(bob)).to.deep.equal(["exercise yes", "create yes"]);
    expect(seen(carol)).to.deep.equal(["exercise no", "create yes"]);
    expect(traffic.totalTrafficCostEstimation).to.equal(0);
  });

  it("rejects with the error that the submission would get", async () => {
    const { ledger, carol } = given;
    const { request } = transfer();
    const refused = { ...request, actAs: carol };
    const dry = await ledgerErrorOf(ledger.dryRun(refused));
    const real = await ledgerErrorOf(ledger.submit(refused));
    expect(dry.details).to.deep.equal(real.details);
    expect(dry.reason).to.deep.equal(real.reason);
    const again = { ...request, commandId: "once" };
    await ledger.submit(again);
    expect((await ledgerErrorOf(ledger.dryRun(again))).code).to.equal("CONTRACT_NOT_FOUND");
  });

  it("rejects with the stack of its caller", async function () {
    // Only V8 adds the frames of waiting functions.
    if (new Error("V8").stack?.startsWith("Error: V8") !== true) this.skip();
    const { ledger, alice, bob } = given;
    const commands = Iou.create({ issuer: bob, owner: alice, amount: "1", watchers: [] });
    const tryIssue = async (): Promise<void> => {
      await ledger.dryRun({ actAs: alice, commands });
    };
    const { stack } = await ledgerErrorOf(tryIssue());
    expect(stack).to.match(/^ {4}at (?:async )?tryIssue /mu);
    expect(stack).to.not.include("decideSubmission");
  });

  it("runs at a ledger time after the clock's time without waiting for it", async () => {
    const { ledger } = given;
    const request = { ...transfer().request, minLedgerTimeAbs: "2024-01-02T00:00:00Z" };
    const { transaction } = await ledger.dryRun(request);
    expect(transaction.effectiveAt).to.equal("2024-01-02T00:00:00Z");
    expect(ledger.clock.time).to.equal("2024-01-01T12:00:00Z");
  });

  it("changes neither a fork nor its origin", async () => {
    const { request } = transfer();
    const fork = await given.ledger.fork();
    const { state } = fork;
    const { result } = await fork.dryRun(request);
    expect(result.created(Iou)).to.have.length(1);
    expect(fork.state).to.equal(state);
  });
});
