import { expect } from "chai";
import { expectTypeOf } from "expect-type";

import { hostUserId } from "../../../lib/api.ts";
import {
  type ContractId,
  type ContractOf,
  type CreateCommand,
  definePackage,
  defineTemplate,
  Party,
  type SubmitRequest,
} from "../../../lib/index.ts";
import { userCaller } from "../../support/callers.ts";
import { completionsOn } from "../../support/commands-body.ts";
import { errorOf, ledgerErrorOf, rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Holding, Iou } from "../../support/iou-package.ts";

describe("ledger.submit", () => {
  let given: IouLedger;

  beforeEach(async () => {
    given = await iouLedger();
  });

  const issue = (amount = "1") =>
    Iou.create({ issuer: given.alice, owner: given.bob, amount, watchers: [] });

  it("requires only a party and a command", async () => {
    const { ledger, alice } = given;
    const result = await ledger.submit({ actAs: alice, commands: issue() });
    expect(result.offset).to.equal(ledger.state.ledgerEnd);
    expect(result.completionOffset).to.equal(result.offset);
    expect(ledger.state.updateOffsets.get(result.updateId)).to.equal(result.offset);
  });

  it("names a required field that is absent", async () => {
    const { ledger, alice } = given;
    for (const [field, request] of [
      ["commands", { actAs: alice }],
      ["actAs", { commands: issue() }],
    ] as const) {
      const error = await rejectionOf(ledger.submit(request as object as SubmitRequest));
      expect(error).to.include({ code: "MISSING_FIELD", path: field });
    }
    const { cause } = await rejectionOf(ledger.submit(undefined as unknown as SubmitRequest));
    expect(cause).to.equal("Expected an object, got nothing.");
  });

  it("chooses a new command id every time", async () => {
    const { ledger, alice } = given;
    const first = await ledger.submit({ actAs: alice, commands: issue() });
    const second = await ledger.submit({ actAs: alice, commands: issue() });
    expect(first.commandId).to.match(/^[0-9a-f-]{36}$/);
    expect(second.commandId).to.not.equal(first.commandId);
  });

  it("submits for the host, or for the user that the host names", async () => {
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

  it("suggests the party for a hint in any field", async () => {
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

  it("explains how to add a package that the ledger does not have", async () => {
    const { ledger, alice } = given;
    const Note = defineTemplate("Main:Note", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    definePackage({ name: "notes", version: "1.0.0", templates: { Note } });
    const commands = Note.create({ owner: alice });
    const { code, cause } = await rejectionOf(ledger.submit({ actAs: alice, commands }));
    expect(code).to.equal("PACKAGE_NAMES_NOT_FOUND");
    expect(cause).to.include("Pass the package to createLedger({ packages })");
  });

  it("suggests the option, field or template that a misspelled name means", async () => {
    const { ledger, alice, bob } = given;
    const payload = { issuer: alice, owner: bob, amount: "1", watchers: [] };
    const misspelled: readonly (readonly [request: object, cause: string])[] = [
      [{ actas: alice, commands: issue() }, "There is no option actas; did you mean actAs?"],
      [{ actAs: alice, command: issue() }, "There is no option command; did you mean commands?"],
      [
        { actAs: alice, commands: issue(), commandID: "a" },
        "There is no option commandID; did you mean commandId?",
      ],
      [
        {
          actAs: alice,
          commands: { CreateCommand: { templateId: "#iou:Iou:Iuo", createArguments: payload } },
        },
        "#iou:Iou:Iuo is not known to this participant. Did you mean #iou:Iou:Iou?",
      ],
    ];
    for (const [request, expected] of misspelled) {
      const { cause } = await rejectionOf(ledger.submit(request as SubmitRequest));
      expect(cause).to.equal(expected);
    }
    const { owner, ...others } = payload;
    const create = () => Iou.create({ ...others, ownr: owner } as unknown as typeof payload);
    expect(errorOf(create).cause).to.equal("Iou:Iou has no field ownr; did you mean owner?");
    expect(errorOf(() => ledger.contracts("#iou:Iou:Iuo")).cause).to.match(
      / Did you mean #iou:Iou:Iou\?$/u,
    );
    expect(ledger.contracts("#iou:Iou:Iou")).to.deep.equal([]);
  });

  it("suggests no party if none or several have the hint", async () => {
    const { ledger } = given;
    for (const actAs of ["nobody", "ali", "nobody::1220"]) {
      const { cause } = await rejectionOf(ledger.submit({ actAs, commands: issue() }));
      expect(cause, actAs).to.match(/Allocate a party before using it\.$/u);
    }
  });

  it("checks the rights of the calling user", async () => {
    const { ledger, alice } = given;
    const error = await rejectionOf(
      ledger.submit({ actAs: alice, commands: issue() }, userCaller("ann")),
    );
    expect(error.code).to.equal("PERMISSION_DENIED");
  });

  it("executes several commands of several parties in one transaction", async () => {
    const { ledger, alice, bob } = given;
    const result = await ledger.submit({
      actAs: [alice, bob],
      commands: [issue("1"), Iou.create({ issuer: bob, owner: alice, amount: "2", watchers: [] })],
    });
    expect(result.created(Iou)).to.have.length(2);
  });

  it("submits many commands concurrently, in call order", async () => {
    const { ledger, alice } = given;
    const results = await Promise.all(
      Array.from({ length: 20 }, () => ledger.submit({ actAs: alice, commands: issue() })),
    );
    const offsets = results.map(({ offset }) => offset);
    expect(offsets).to.deep.equal(offsets.map((_, index) => (offsets[0] ?? 0) + index));
  });

  it("returns the created contracts of a template, typed", async () => {
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

  it("returns the created contracts of an interface", async () => {
    const { ledger, alice } = given;
    const result = await ledger.submit({
      actAs: alice,
      commands: [issue(), Counter.create({ owner: alice, name: "x", count: 1 })],
    });
    expect(result.created(Holding).map(String)).to.deep.equal(result.created(Iou).map(String));
  });

  it("does not return contracts that are already archived", async () => {
    const { ledger, alice } = given;
    const commands = Counter.createAndExercise(
      { owner: alice, name: "x", count: 1 },
      Counter.Increment,
    );
    const result = await ledger.submit({ actAs: alice, commands });
    expect(result.created(Counter)).to.have.length(1);
    expect(result.transaction.events).to.have.length(1);
  });

  it("returns the results of exercises in order", async () => {
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

  it("returns the transaction in the format of the endpoints", async () => {
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

  it("validates the request", async () => {
    const { ledger, alice } = given;
    // JavaScript callers can pass any value.
    const request = { actAs: alice, commands: issue(), tapsMaxPasses: "many" };
    const error = await rejectionOf(ledger.submit(request as never));
    expect(error).to.include({ code: "INVALID_ARGUMENT", path: "tapsMaxPasses" });
  });

  it("rejects with the stack of the function that awaits it", async function () {
    // Only V8 adds the frames of waiting functions.
    if (new Error("V8").stack?.startsWith("Error: V8") !== true) this.skip();
    const { ledger, alice } = given;
    const issueTooMuch = async (): Promise<void> => {
      await ledger.submit({ actAs: alice, commands: issue("-1") });
    };
    const { code, stack } = await ledgerErrorOf(issueTooMuch());
    expect(code).to.equal("DAML_FAILURE");
    expect(stack).to.match(/^ {4}at async issueTooMuch /mu);
    expect(stack).to.not.include("lib/operations");
  });

  it("keeps the stack of an error if no function awaits it", async () => {
    const { ledger, alice } = given;
    const submitted = ledger.submit({ actAs: alice, commands: issue("-1") });
    const { stack } = await new Promise<Error>((resolve) => {
      submitted.catch(resolve);
    });
    expect(stack?.split("\n")).to.have.length.above(2);
  });

  it("does not compile for requests without parties or commands", () => {
    expectTypeOf<{ commands: [] }>().not.toExtend<SubmitRequest>();
    expectTypeOf<{ actAs: string }>().not.toExtend<SubmitRequest>();
    expectTypeOf<{ actAs: string; commands: CreateCommand }>().toExtend<SubmitRequest>();
  });
});
