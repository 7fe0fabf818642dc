import { expect } from "chai";

import {
  submitAndWait,
  submitAndWaitForTransaction,
  submitAndWaitForTransactionTree,
  submitAsync,
  trustedCaller,
} from "../../../lib/api.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Iou } from "../../support/iou-package.ts";
import { untyped } from "../../support/untyped.ts";

const wildcard = { cumulative: [] };

describe("command submission", () => {
  let given: IouLedger;

  beforeEach(async () => {
    given = await iouLedger();
  });

  const issue = (amount = "10"): ReturnType<typeof Iou.create> =>
    Iou.create({ issuer: given.alice, owner: given.bob, amount, watchers: [] });

  describe("submit-and-wait", () => {
    it("returns the id and the offset of the update", async () => {
      const { ledger, alice } = given;
      const answer = await submitAndWait(ledger, commandsBody(alice, issue()));
      expect(answer.completionOffset).to.equal(ledger.state.ledgerEnd);
      expect(ledger.state.updateOffsets.get(answer.updateId)).to.equal(answer.completionOffset);
      expect(answer.updateId).to.match(/^1220[0-9a-f]{64}$/);
    });

    it("C.4+ executes all commands in one transaction", async () => {
      const { ledger, alice } = given;
      const { completionOffset } = await submitAndWait(
        ledger,
        commandsBody(alice, [issue("1"), issue("2")]),
      );
      const update = ledger.state.log.get(completionOffset)?.update;
      expect(update?.kind === "transaction" && update.transaction.roots).to.deep.equal([0, 1]);
    });

    it("C.4- executes none of the commands if one fails", async () => {
      const { ledger, alice } = given;
      const before = ledger.state;
      const error = await rejectionOf(
        submitAndWait(ledger, commandsBody(alice, [issue("1"), issue("-1")])),
      );
      expect(error.code).to.equal("DAML_FAILURE");
      expect(ledger.state).to.equal(before);
    });

    it("C.8+ uses the client's submission id, or generates one", async () => {
      const { ledger, alice } = given;
      await submitAndWait(ledger, commandsBody(alice, issue(), { submissionId: "mine" }));
      await submitAndWait(ledger, commandsBody(alice, issue()));
      const [first, second] = completionsOn(ledger);
      expect(first?.submission.submissionId).to.equal("mine");
      expect(second?.submission.submissionId).to.match(
        /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      );
    });

    it("copies the trace context to update and completion", async () => {
      const { ledger, alice } = given;
      const traceContext = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
      const { completionOffset } = await submitAndWait(
        ledger,
        commandsBody(alice, issue()),
        trustedCaller,
        { traceContext },
      );
      const entry = ledger.state.log.get(completionOffset);
      expect(entry?.update?.traceContext).to.deep.equal(traceContext);
      expect(entry?.completion?.traceContext).to.deep.equal(traceContext);
    });

    it("returns the same ids for the same seed and commands, and other ids for another seed", async () => {
      const body = (party: string): Record<string, unknown> => ({
        ...commandsBody(
          party,
          Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] }),
        ),
        commandId: "same",
      });
      const run = async (seed: number): Promise<unknown> => {
        const { ledger, alice } = await iouLedger({ seed });
        const { transactionTree } = await submitAndWaitForTransactionTree(
          ledger,
          untyped(body(alice)),
        );
        return transactionTree;
      };
      expect(await run(7)).to.deep.equal(await run(7));
      expect(await run(7)).to.not.deep.equal(await run(8));
    });
  });

  describe("the four kinds of commands", () => {
    it("creates a contract", async () => {
      const { ledger, alice } = given;
      const { transaction } = await submitAndWaitForTransaction(ledger, {
        commands: commandsBody(alice, issue("2.5")),
      });
      const [event] = transaction.events;
      expect(event).to.have.nested.property("CreatedEvent.createArgument.amount", "2.5000000000");
    });

    it("exercises a choice", async () => {
      const { ledger, alice, bob, carol } = given;
      const [iou] = (await ledger.submit({ actAs: alice, commands: issue() })).created(Iou);
      if (iou === undefined) return expect.fail("no contract");
      const { transactionTree } = await submitAndWaitForTransactionTree(
        ledger,
        commandsBody(bob, iou.exercise(Iou.Transfer, { newOwner: carol })),
      );
      expect(transactionTree.eventsById[0]).to.have.nested.property(
        "ExercisedTreeEvent.value.contractId",
        iou.contractId,
      );
      expect(transactionTree.eventsById[1]).to.have.nested.property(
        "CreatedTreeEvent.value.createArgument.owner",
        carol,
      );
    });

    it("exercises a choice on the contract with a key", async () => {
      const { ledger, alice } = given;
      const key = { owner: alice, name: "visits" };
      await submitAndWait(ledger, commandsBody(alice, Counter.create({ ...key, count: 1 })));
      const { transactionTree } = await submitAndWaitForTransactionTree(
        ledger,
        commandsBody(alice, Counter.exerciseByKey(key, Counter.Increment)),
      );
      expect(transactionTree.eventsById[0]).to.have.nested.property(
        "ExercisedTreeEvent.value.exerciseResult",
        "2",
      );
    });

    it("creates a contract and exercises a choice on it", async () => {
      const { ledger, alice } = given;
      const { transactionTree } = await submitAndWaitForTransactionTree(
        ledger,
        commandsBody(
          alice,
          Counter.createAndExercise({ owner: alice, name: "x", count: 5 }, Counter.Increment),
        ),
      );
      expect(Object.keys(transactionTree.eventsById)).to.deep.equal(["0", "1", "2"]);
      expect(transactionTree.eventsById[1]).to.have.nested.property(
        "ExercisedTreeEvent.value.exerciseResult",
        "6",
      );
    });

    it("treats a missing choice argument as one without fields", async () => {
      const { ledger, alice } = given;
      const { CreateAndExerciseCommand: command } = Counter.createAndExercise(
        { owner: alice, name: "x", count: 5 },
        Counter.Increment,
      );
      const body = commandsBody(alice, [
        { CreateAndExerciseCommand: { ...command, choiceArgument: null } },
      ]);
      expect(await submitAndWait(ledger, body)).to.have.property("updateId");
    });

    it("fails with CONTRACT_KEY_NOT_FOUND if no contract has the key", async () => {
      const { ledger, alice } = given;
      const command = Counter.exerciseByKey({ owner: alice, name: "none" }, Counter.Increment);
      const error = await rejectionOf(submitAndWait(ledger, commandsBody(alice, command)));
      expect(error.code).to.equal("CONTRACT_KEY_NOT_FOUND");
    });
  });

  describe("submit-and-wait-for-transaction", () => {
    it("S10.2+ returns what actAs and readAs parties see, as an ACS delta by default", async () => {
      const { ledger, alice, bob } = given;
      const { transaction } = await submitAndWaitForTransaction(ledger, {
        commands: commandsBody(alice, issue(), { readAs: [bob], workflowId: "flow" }),
      });
      expect(transaction.events).to.have.length(1);
      expect(transaction.events[0])
        .to.have.nested.property("CreatedEvent.witnessParties")
        .that.has.members([alice, bob]);
      expect(transaction).to.include({ workflowId: "flow", offset: ledger.state.ledgerEnd });
    });

    it("S10.1+ returns what the given format requests", async () => {
      const { ledger, alice, bob } = given;
      const { transaction } = await submitAndWaitForTransaction(ledger, {
        commands: commandsBody(alice, [
          issue(),
          Counter.createAndExercise({ owner: alice, name: "x", count: 1 }, Counter.Increment),
        ]),
        transactionFormat: {
          eventFormat: { filtersByParty: { [bob]: wildcard } },
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const,
        },
      });
      expect(transaction.events).to.have.length(1);
      expect(transaction.events[0]).to.have.nested.property("CreatedEvent.packageName", "iou");
      expect(transaction.commandId).to.equal("");
    });

    it("S10.3+ returns a transaction without events if the format excludes them all", async () => {
      const { ledger, alice, carol } = given;
      const { transaction } = await submitAndWaitForTransaction(ledger, {
        commands: commandsBody(alice, issue()),
        transactionFormat: {
          eventFormat: { filtersByParty: { [carol]: wildcard } },
          transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
        },
      });
      expect(transaction.events).to.deep.equal([]);
      expect(transaction.offset).to.equal(ledger.state.ledgerEnd);
      expect(transaction.commandId).to.not.equal("");
      expect(transaction.paidTrafficCost).to.equal(0);
    });

    it("returns command id and cost even of a transaction without events", async () => {
      const { ledger, alice, carol } = given;
      const { transaction } = await submitAndWaitForTransaction(ledger, {
        commands: commandsBody(alice, issue(), { commandId: "unseen" }),
        transactionFormat: {
          eventFormat: { filtersByParty: { [carol]: wildcard } },
          transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
        },
      });
      expect(transaction).to.deep.include({ commandId: "unseen", events: [], paidTrafficCost: 0 });
    });

    it("refuses a body with commands at the top level", async () => {
      const { ledger, alice } = given;
      const error = await rejectionOf(
        submitAndWaitForTransaction(
          ledger,
          untyped({
            ...commandsBody(alice, issue()),
            commands: undefined,
          }),
        ),
      );
      expect(error).to.include({ code: "MISSING_FIELD", path: "commands" });
    });

    it("checks the format before the commands", async () => {
      const { ledger, alice } = given;
      const error = await rejectionOf(
        submitAndWaitForTransaction(ledger, {
          commands: commandsBody(alice, issue(), { commandId: "" }),
          transactionFormat: {
            eventFormat: { filtersByParty: {} },
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
          },
        }),
      );
      expect(error).to.include({ code: "INVALID_ARGUMENT" });
      expect(error.path).to.match(/^transactionFormat/);
    });
  });

  describe("submit-and-wait-for-transaction-tree", () => {
    it("returns what actAs parties see, and nothing that only readAs parties see", async () => {
      const { ledger, alice, bob } = given;
      await submitAndWait(ledger, commandsBody(alice, issue()));
      const { transactionTree } = await submitAndWaitForTransactionTree(
        ledger,
        commandsBody(alice, issue(), { readAs: [bob] }),
      );
      expect(transactionTree.eventsById[0])
        .to.have.nested.property("CreatedTreeEvent.value.witnessParties")
        .that.deep.equals([alice]);
    });
  });

  describe("async/submit", () => {
    it("returns nothing, and reports the outcome in the completions", async () => {
      const { ledger, alice } = given;
      expect(await submitAsync(ledger, commandsBody(alice, issue()))).to.deep.equal({});
      expect(completionsOn(ledger).map(({ outcome }) => outcome.kind)).to.deep.equal(["accepted"]);
    });

    it("returns nothing for a duplicate, and reports it in a completion", async () => {
      const { ledger, alice } = given;
      const body = commandsBody(alice, issue());
      await submitAsync(ledger, body);
      expect(await submitAsync(ledger, body)).to.deep.equal({});
      expect(completionsOn(ledger).map(({ outcome }) => outcome.kind)).to.deep.equal([
        "accepted",
        "rejected",
      ]);
    });

    it("rejects commands that cannot be interpreted immediately, without a completion", async () => {
      const { ledger, alice } = given;
      const error = await rejectionOf(submitAsync(ledger, commandsBody(alice, issue("-1"))));
      expect(error.code).to.equal("DAML_FAILURE");
      expect(completionsOn(ledger)).to.deep.equal([]);
    });
  });
});
