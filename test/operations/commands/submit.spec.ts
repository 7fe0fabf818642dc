import { expect } from "chai";
import { expectTypeOf } from "expect-type";

import { hostUserId } from "../../../lib/api.ts";
import type { ContractId, ContractOf, CreateCommand, SubmitRequest } from "../../../lib/index.ts";
import { userCaller } from "../../support/callers.ts";
import { completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Holding, Iou } from "../../support/iou-package.ts";

describe("ledger.submit", () => {
  let given: IouLedger;

  beforeEach(async () => {
    given = await iouLedger();
  });

  const issue = (amount = "1") =>
    Iou.create({ issuer: given.alice, owner: given.bob, amount, watchers: [] });

  it("needs no more than a party and a command", async () => {
    const { ledger, alice } = given;
    const result = await ledger.submit({ actAs: alice, commands: issue() });
    expect(result.offset).to.equal(ledger.state.ledgerEnd);
    expect(result.completionOffset).to.equal(result.offset);
    expect(ledger.state.updateOffsets.get(result.updateId)).to.equal(result.offset);
  });

  it("chooses a command id, and another one every time", async () => {
    const { ledger, alice } = given;
    const first = await ledger.submit({ actAs: alice, commands: issue() });
    const second = await ledger.submit({ actAs: alice, commands: issue() });
    expect(first.commandId).to.match(/^[0-9a-f-]{36}$/);
    expect(second.commandId).to.not.equal(first.commandId);
  });

  it("submits for the host itself, or for the user that calls", async () => {
    const { ledger, alice } = given;
    await ledger.submit({ actAs: alice, commands: issue() });
    await ledger.submit({ actAs: alice, commands: issue(), userId: "ben" });
    const ann = userCaller("ann", [{ kind: "CanActAs", party: alice }]);
    await ledger.submit({ actAs: alice, commands: issue() }, ann);
    expect(completionsOn(ledger).map(({ submission }) => submission.userId)).to.deep.equal([
      hostUserId,
      "ben",
      "ann",
    ]);
  });

  it("says which party is meant by a hint alone, wherever it stands", async () => {
    const { ledger, alice, bob } = given;
    const [hint = ""] = alice.split("::");
    const acting = await rejectionOf(ledger.submit({ actAs: hint, commands: issue() }));
    const commands = Iou.create({ issuer: bob, owner: hint, amount: "1", watchers: [] });
    const owning = await rejectionOf(ledger.submit({ actAs: bob, commands }));
    for (const error of [acting, owning]) {
      expect(error.code).to.equal("UNKNOWN_INFORMEES");
      expect(error.cause).to.equal(
        `No connected synchronizer knows ${hint}. Allocate a party before using it. ` +
          `Parties are named by their full ids: write ${alice}.`,
      );
    }
  });

  it("offers no party where none has the hint, or more than one", async () => {
    const { ledger } = given;
    for (const actAs of ["nobody", "ali", "nobody::1220"]) {
      const { cause } = await rejectionOf(ledger.submit({ actAs, commands: issue() }));
      expect(cause, actAs).to.match(/Allocate a party before using it\.$/u);
    }
  });

  it("asks for the rights of a user that calls", async () => {
    const { ledger, alice } = given;
    const error = await rejectionOf(
      ledger.submit({ actAs: alice, commands: issue() }, userCaller("ann")),
    );
    expect(error.code).to.equal("PERMISSION_DENIED");
  });

  it("executes several commands of several parties at once", async () => {
    const { ledger, alice, bob } = given;
    const result = await ledger.submit({
      actAs: [alice, bob],
      commands: [issue("1"), Iou.create({ issuer: bob, owner: alice, amount: "2", watchers: [] })],
    });
    expect(result.created(Iou)).to.have.length(2);
  });

  it("submits many at once, each in the order of the calls", async () => {
    const { ledger, alice } = given;
    const results = await Promise.all(
      Array.from({ length: 20 }, () => ledger.submit({ actAs: alice, commands: issue() })),
    );
    const offsets = results.map(({ offset }) => offset);
    expect(offsets).to.deep.equal(offsets.map((_, index) => (offsets[0] ?? 0) + index));
  });

  it("answers the created contracts of a template, typed", async () => {
    const { ledger, alice } = given;
    const result = await ledger.submit({
      actAs: alice,
      commands: [issue(), Counter.create({ owner: alice, name: "x", count: 1 })],
    });
    const created = result.created(Iou);
    expectTypeOf(created).toEqualTypeOf<readonly ContractOf<typeof Iou>[]>();
    expectTypeOf(created).toExtend<readonly ContractId<"Iou:Iou">[]>();
    expect(created).to.have.length(1);
    expect(ledger.state.contracts.get(created[0]?.contractId ?? "")?.activation).to.not.equal(
      undefined,
    );
  });

  it("answers the created contracts behind an interface", async () => {
    const { ledger, alice } = given;
    const result = await ledger.submit({
      actAs: alice,
      commands: [issue(), Counter.create({ owner: alice, name: "x", count: 1 })],
    });
    expect(result.created(Holding).map(String)).to.deep.equal(result.created(Iou).map(String));
  });

  it("does not answer contracts that are gone already", async () => {
    const { ledger, alice } = given;
    const commands = Counter.createAndExercise(
      { owner: alice, name: "x", count: 1 },
      Counter.Increment,
    );
    const result = await ledger.submit({ actAs: alice, commands });
    expect(result.created(Counter)).to.have.length(1);
    expect(result.transaction.events).to.have.length(1);
  });

  it("answers the results of exercises in order", async () => {
    const { ledger, alice } = given;
    const increment = (count: number) =>
      Counter.createAndExercise({ owner: alice, name: "x", count }, Counter.Increment);
    const result = await ledger.submit({
      actAs: alice,
      commands: [increment(1), issue(), increment(10)],
    });
    expect(result.exerciseResults).to.deep.equal(["2", "11"]);
  });

  it("exercises a choice of an interface", async () => {
    const { ledger, alice, bob } = given;
    const [holding] = (await ledger.submit({ actAs: alice, commands: issue() })).created(Holding);
    if (holding === undefined) return expect.fail("no contract");
    const { transaction } = await ledger.submit({
      actAs: bob,
      commands: holding.exercise(Holding.Destroy),
    });
    expect(transaction.events[0]).to.have.nested.property(
      "ArchivedEvent.contractId",
      holding.contractId,
    );
  });

  it("answers the transaction as endpoints would show it", async () => {
    const { ledger, alice, bob } = given;
    const result = await ledger.submit({
      actAs: alice,
      readAs: bob,
      commands: issue(),
      workflowId: "flow",
      traceContext: { traceparent: "00-a-b-01" },
    });
    expect(result.transaction).to.deep.include({
      updateId: result.updateId,
      commandId: result.commandId,
      workflowId: "flow",
      traceContext: { traceparent: "00-a-b-01", tracestate: null },
    });
    expect(result.transaction.events[0])
      .to.have.nested.property("CreatedEvent.witnessParties")
      .with.length(2);
    expect(Object.keys(result.transactionTree.eventsById)).to.deep.equal(["0"]);
  });

  it("has only plain requests: what is wrong in one is found when it is submitted", async () => {
    const { ledger, alice } = given;
    // Callers without types can pass any value.
    const request = { actAs: alice, commands: issue(), tapsMaxPasses: "many" };
    const error = await rejectionOf(ledger.submit(request as never));
    expect(error).to.include({ code: "INVALID_ARGUMENT", path: "tapsMaxPasses" });
  });

  it("is a compile error for requests that name no party or no commands", () => {
    expectTypeOf<{ commands: [] }>().not.toExtend<SubmitRequest>();
    expectTypeOf<{ actAs: string }>().not.toExtend<SubmitRequest>();
    expectTypeOf<{ actAs: string; commands: CreateCommand }>().toExtend<SubmitRequest>();
  });
});
