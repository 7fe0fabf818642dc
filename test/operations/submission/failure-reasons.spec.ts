import { expect } from "chai";

import type { SubmissionFailureExplanation } from "../../../lib/api.ts";
import { type Command, createLedger, type PartyId } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { ledgerErrorOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";

describe("why a submission failed", () => {
  let given: IouLedger;
  let contractId: string;
  /** A contract id that this ledger does not know. */
  let unknownId: string;
  let asked = 0;

  const create = (issuer: PartyId, owner: PartyId): Command => ({
    CreateCommand: {
      templateId: "#iou:Iou:Iou",
      createArguments: { issuer, owner, amount: "1.0", watchers: [] },
    },
  });
  const exercise = (id: string, choice: string, choiceArgument: object = {}): Command => ({
    ExerciseCommand: { templateId: "#iou:Iou:Iou", contractId: id, choice, choiceArgument },
  });

  const submit = async (actAs: string, command: Command, commandId: string) => {
    const fetch = createFetch(given.ledger, { auth: "disabled" });
    const response = await fetch("/v2/commands/submit-and-wait-for-transaction", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ commands: commandsBody(actAs, command, { commandId }) }),
    });
    return { status: response.status, json: (await response.json()) as Answer };
  };

  interface Answer {
    readonly code?: string;
    readonly hint?: SubmissionFailureExplanation;
    readonly transaction?: {
      readonly events: readonly { CreatedEvent?: { contractId: string } }[];
    };
  }

  const reasonFor = async (
    actAs: string,
    command: Command,
  ): Promise<SubmissionFailureExplanation> => {
    const { json } = await submit(actAs, command, `ask-${++asked}`);
    const { cause = "", advice = "" } = json.hint ?? {};
    return { cause, advice };
  };

  const created = async (issuer: PartyId, owner: PartyId): Promise<string> => {
    const { json } = await submit(issuer, create(issuer, owner), `issue-${++asked}`);
    return json.transaction?.events[0]?.CreatedEvent?.contractId ?? expect.fail("no contract");
  };

  beforeEach(async () => {
    given = await iouLedger({ seed: 2 });
    unknownId = await created(given.alice, given.bob);
    given = await iouLedger();
    contractId = await created(given.alice, given.bob);
  });

  it("names the offset, the choice and the submitter's command that archived the contract", async () => {
    const { alice, bob, ledger } = given;
    await submit(bob, exercise(contractId, "Transfer", { newOwner: bob }), "transfer");
    const offset = ledger.state.ledgerEnd;
    expect(await reasonFor(bob, exercise(contractId, "Inspect"))).to.deep.equal({
      cause: `The contract was archived at offset ${offset} by the choice Transfer of Iou:Iou in the command transfer.`,
      advice: "Read the active contracts again, and use the contract that replaced this one.",
    });
    const { cause } = await reasonFor(alice, exercise(contractId, "Archive"));
    expect(cause).to.equal(
      `The contract was archived at offset ${offset} by the choice Transfer of Iou:Iou.`,
    );
  });

  it("is the same in process as over HTTP", async () => {
    const { bob, ledger } = given;
    await submit(bob, exercise(contractId, "Transfer", { newOwner: bob }), "transfer");
    const command = exercise(contractId, "Inspect");
    const error = await ledgerErrorOf(ledger.submit({ actAs: bob, commands: command }));
    expect(error.reason).to.deep.equal(await reasonFor(bob, command));
  });

  it("names the party to add to actAs if its authority is missing", async () => {
    const { alice, bob, carol } = given;
    expect(await reasonFor(bob, create(alice, bob))).to.deep.equal({
      cause: `The create needs the authority of its signatories: ${alice}. The command has only the authority of actAs: ${bob}.`,
      advice: `Add ${alice} to actAs.`,
    });
    const { cause, advice } = await reasonFor(alice, exercise(contractId, "Inspect"));
    expect(cause).to.include(`The exercise needs the authority of its controllers: ${bob}.`);
    expect(advice).to.equal(`Add ${bob} to actAs.`);
    expect((await reasonFor(carol, create(alice, bob))).advice).to.include(alice);
  });

  it("is the same for a contract of other parties and for an unknown id", async () => {
    const { alice, bob, carol } = given;
    const parties = [alice, bob, carol];
    const told = async (reader: string, id: string): Promise<string> => {
      const { json } = await submit(reader, exercise(id, "Archive"), `ask-${++asked}`);
      return JSON.stringify([json.code, json.hint]).replaceAll(id, "ID");
    };
    for (const issuer of parties) {
      for (const owner of parties) {
        const id = await created(issuer, owner);
        const others = parties.filter((party) => party !== issuer && party !== owner);
        for (const reader of others) {
          expect(await told(reader, id)).to.equal(await told(reader, unknownId));
        }
        await submit(issuer, exercise(id, "Archive"), `end-${++asked}`);
        for (const reader of others) {
          expect(await told(reader, id)).to.equal(await told(reader, unknownId));
        }
        if (owner !== issuer) expect(await told(owner, id)).to.not.include(`end-${asked - 1}`);
      }
    }
  });

  it("is absent from exact errors", async () => {
    const ledger = await createLedger();
    const fetch = createFetch(ledger, { auth: "disabled", errors: "exact" });
    const response = await fetch("/v2/commands/submit-and-wait", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(commandsBody("x::1220ab", exercise(unknownId, "Archive"))),
    });
    expect(await response.json()).to.not.have.property("hint");
  });
});
