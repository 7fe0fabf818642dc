import { expect } from "chai";

import {
  activeContracts,
  allocateParty,
  hostParty,
  submitAndWait,
  submitReassignmentAsync,
} from "../../../lib/api.ts";
import type { Command, ContractIdHex, PartyId } from "../../../lib/index.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { Counter } from "../../support/iou-package.ts";
import {
  assign,
  issueIou,
  reassignmentBody,
  type TwoSynchronizers,
  twoSynchronizers,
  unassign,
  unassignCommand,
} from "../../support/two-synchronizers.ts";

describe("commands on reassigned contracts", () => {
  let given: TwoSynchronizers;

  beforeEach(async () => {
    given = await twoSynchronizers();
  });

  const inspect = (contractId: ContractIdHex): Command => ({
    ExerciseCommand: {
      templateId: "#iou:Iou:Iou",
      contractId,
      choice: "Inspect",
      choiceArgument: {},
    },
  });
  const tell = (contractId: ContractIdHex, listener: PartyId): Command => ({
    ExerciseCommand: {
      templateId: "#iou:Iou:Iou",
      contractId,
      choice: "Tell",
      choiceArgument: { listener },
    },
  });

  const submit = (command: Command | readonly Command[], more = {}) =>
    submitAndWait(given.ledger, commandsBody(given.bob, command, more));

  const placeOf = async (answer: ReturnType<typeof submit>) => {
    const { completionOffset } = await answer;
    return given.ledger.state.log.get(completionOffset)?.update?.synchronizerId;
  };

  const blobOf = (contractId: ContractIdHex) => {
    const { ledger, alice } = given;
    const wildcard = { WildcardFilter: { value: { includeCreatedEventBlob: true } } };
    for (const { contractEntry } of activeContracts(ledger, {
      activeAtOffset: ledger.state.ledgerEnd,
      eventFormat: eventFormatJson([alice], wildcard),
    })) {
      if (!("JsActiveContract" in contractEntry)) continue;
      const { createdEvent } = contractEntry.JsActiveContract;
      if (createdEvent.contractId === contractId) return createdEvent.createdEventBlob;
    }
    return expect.fail("the contract is not active");
  };

  it("are rejected while the contract is in flight, with its id, and write nothing", async () => {
    const { ledger, bob } = given;
    const iou = await issueIou(given);
    await unassign(given, bob, iou);
    const before = ledger.state;
    const error = await rejectionOf(submit(inspect(iou)));
    expect(error.code).to.equal("UNKNOWN_CONTRACT_SYNCHRONIZERS");
    expect(error.resources).to.deep.equal([["CONTRACT_IDS", iou]]);
    expect(ledger.state).to.equal(before);
  });

  it("cannot see a contract in flight of other parties", async () => {
    const { ledger, bob, carol } = given;
    const iou = await issueIou(given);
    await unassign(given, bob, iou);
    const body = commandsBody(carol, tell(iou, carol));
    expect((await rejectionOf(submitAndWait(ledger, body))).code).to.equal("CONTRACT_NOT_FOUND");
  });

  it("are rejected if the contract is disclosed while in flight", async () => {
    const { ledger, bob, carol } = given;
    const iou = await issueIou(given);
    const disclosedContracts = [{ createdEventBlob: blobOf(iou) }];
    await unassign(given, bob, iou);
    const body = commandsBody(carol, tell(iou, carol), { disclosedContracts });
    expect((await rejectionOf(submitAndWait(ledger, body))).code).to.equal(
      "LOCAL_VERDICT_INACTIVE_CONTRACTS",
    );
    expect(completionsOn(ledger).at(-1)?.outcome.kind).to.equal("rejected");
  });

  it("do not find the contract by its key while it is in flight", async () => {
    const { ledger, bob } = given;
    const commands = Counter.create({ owner: bob, name: "n", count: 0 });
    const [counter] = (await ledger.submit({ actAs: bob, commands })).created(Counter);
    const reassignmentId = await unassign(given, bob, counter?.contractId ?? "");
    const increment = Counter.exerciseByKey({ owner: bob, name: "n" }, Counter.Increment);
    expect((await rejectionOf(submit(increment))).code).to.equal("CONTRACT_KEY_NOT_FOUND");
    await assign(given, bob, reassignmentId);
    expect(await placeOf(submit(increment))).to.equal(given.west);
  });

  it("are executed on the contract's new synchronizer", async () => {
    const { bob, west } = given;
    const iou = await issueIou(given);
    await assign(given, bob, await unassign(given, bob, iou));
    expect(await placeOf(submit(inspect(iou)))).to.equal(west);
  });

  it("cannot reassign a contract without a stakeholder among the submitters", async () => {
    const { ledger, bob, carol } = given;
    const iou = await issueIou(given);
    await assign(given, bob, await unassign(given, bob, iou));
    const disclosedContracts = [{ createdEventBlob: blobOf(iou) }];
    // Carol is hosted only on the other synchronizer.
    const body = commandsBody(carol, tell(iou, carol), { disclosedContracts });
    expect((await rejectionOf(submitAndWait(ledger, body))).code).to.equal(
      "SUBMITTER_ALWAYS_STAKEHOLDER",
    );
  });

  for (const [apiVersion, accepts] of [
    ["3.5", false],
    ["3.6", true],
  ] as const) {
    it(`in version ${apiVersion}, ${accepts ? "need not" : "must"} be submitted by a stakeholder of inputs that are not reassigned`, async () => {
      given = await twoSynchronizers({ apiVersion });
      const { ledger, east, west } = given;
      const { party: dave } = (
        await allocateParty(ledger, { partyIdHint: "dave", synchronizerId: east })
      ).partyDetails;
      await hostParty(ledger, { party: dave, synchronizerId: west });
      const staying = await issueIou(given);
      const moving = await issueIou(given, { owner: dave, synchronizerId: west });
      const body = commandsBody(dave, [tell(staying, dave), inspect(moving)], {
        synchronizerId: east,
        disclosedContracts: [{ createdEventBlob: blobOf(staying) }],
      });
      const submission = submitAndWait(ledger, body);
      if (accepts) expect(await placeOf(submission)).to.equal(east);
      else expect((await rejectionOf(submission)).code).to.equal("SUBMITTER_ALWAYS_STAKEHOLDER");
    });
  }

  it("are rejected with a completion if the contract is unassigned first", async () => {
    const { ledger, bob, east, west } = given;
    const iou = await issueIou(given);
    const leaving = submitReassignmentAsync(
      ledger,
      reassignmentBody(bob, unassignCommand(iou, east, west)),
    );
    const late = submit(inspect(iou));
    await leaving;
    const error = await rejectionOf(late);
    expect(error.code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    expect(completionsOn(ledger).at(-1)).to.deep.include({
      synchronizerId: east,
      outcome: { kind: "rejected", error },
    });
  });
});
