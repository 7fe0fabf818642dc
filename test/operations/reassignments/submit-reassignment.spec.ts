import { expect } from "chai";

import {
  formatTimestamp,
  hostParty,
  submitAndWaitForReassignment,
  submitReassignmentAsync,
  unhostParty,
  updateVettedPackages,
} from "../../../lib/api.ts";
import type { ContractIdHex, PartyId } from "../../../lib/index.ts";
import { completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { Counter, Iou, iouPackage } from "../../support/iou-package.ts";
import {
  assign,
  assignCommand,
  issueIou,
  reassignmentBody,
  type TwoSynchronizers,
  twoSynchronizers,
  unassign,
  unassignCommand,
} from "../../support/two-synchronizers.ts";
import { untyped } from "../../support/untyped.ts";

let given: TwoSynchronizers;

beforeEach(async () => {
  given = await twoSynchronizers();
});

/** Submits commands that must be rejected without update and completion, and returns the error. */
const refusalOf = async (submitter: PartyId, commands: unknown) => {
  const before = given.ledger.state;
  const body = reassignmentBody(submitter, untyped(commands));
  const { code } = await rejectionOf(submitAndWaitForReassignment(given.ledger, body));
  expect(given.ledger.state).to.equal(before);
  return code;
};

const placeOf = (contractId: ContractIdHex) => {
  const { activation } = given.ledger.state.contracts.get(contractId) ?? {};
  return activation && [activation.synchronizerId, activation.reassignmentCounter];
};

describe("unassign commands", () => {
  it("make a contract inactive on its synchronizer", async () => {
    const { ledger, bob, east, west } = given;
    const iou = await issueIou(given);
    const reassignmentId = await unassign(given, bob, iou);
    expect(placeOf(iou)).to.equal(undefined);
    expect(reassignmentId).to.match(/^00([0-9a-f]{2})+$/);
    const flying = ledger.state.inFlight.get(reassignmentId);
    expect(flying?.offset).to.equal(ledger.state.ledgerEnd);
    const [event] = flying?.events ?? [];
    expect(event).to.deep.include({ contractId: iou, source: east, target: west, submitter: bob });
    expect(event?.reassignmentCounter).to.equal(1);
  });

  it("return the same reassignment id for the same seed and history", async () => {
    const reassigned = async () => {
      const world = await twoSynchronizers();
      return unassign(world, world.bob, await issueIou(world));
    };
    expect(await reassigned()).to.equal(await reassigned());
  });

  it("have different ids for different reassignments", async () => {
    const ids = [];
    for (const iou of [await issueIou(given), await issueIou(given)]) {
      ids.push(await unassign(given, given.bob, iou));
    }
    expect(new Set(ids).size).to.equal(2);
  });

  it("S8.5+ unassign a batch together", async () => {
    const { ledger, bob, west } = given;
    const ious = [await issueIou(given), await issueIou(given), await issueIou(given)];
    const reassignmentId = await unassign(given, bob, ious);
    const { events } = ledger.state.inFlight.get(reassignmentId) ?? {};
    expect(events?.map(({ contractId, nodeId }) => [contractId, nodeId])).to.deep.equal(
      ious.map((iou, nodeId) => [iou, nodeId]),
    );
    await assign(given, bob, reassignmentId);
    expect(ious.map(placeOf)).to.deep.equal(ious.map(() => [west, 1]));
  });

  it("S8.5- unassign nothing of a batch if one contract cannot be reassigned", async () => {
    const { ledger, bob, east, west } = given;
    const [one, other] = [await issueIou(given), await issueIou(given, { synchronizerId: west })];
    const commands = [one, other].map((iou) => unassignCommand(iou, east, west));
    expect(await refusalOf(bob, commands)).to.equal("INVALID_ARGUMENT");
    expect(placeOf(one)).to.deep.equal([east, 0]);
    expect(ledger.state.inFlight.size).to.equal(0);
  });

  it("refuse a batch of contracts with different stakeholders", async () => {
    const { alice, east, west } = given;
    const ious = [await issueIou(given), await issueIou(given, { owner: alice })];
    const commands = ious.map((iou) => unassignCommand(iou, east, west));
    expect(await refusalOf(alice, commands)).to.equal("INVALID_ARGUMENT");
  });

  it("refuse disconnected and identical synchronizers", async () => {
    const { bob, east, west } = given;
    const iou = await issueIou(given);
    const north = "north::1220aa";
    for (const [source, target] of [
      [north, west],
      [east, north],
      [east, east],
    ] as const) {
      expect(await refusalOf(bob, unassignCommand(iou, source, target))).to.equal(
        "INVALID_ARGUMENT",
      );
    }
  });

  it("refuse contracts that are unknown, on another synchronizer, in flight or archived", async () => {
    const { ledger, bob, east, west } = given;
    const [flying, archived] = [await issueIou(given), await issueIou(given)];
    await unassign(given, bob, flying);
    const archive = { templateId: "#iou:Iou:Iou", contractId: archived, choice: "Transfer" };
    const commands = { ExerciseCommand: { ...archive, choiceArgument: { newOwner: bob } } };
    await ledger.submit({ actAs: bob, commands });
    const elsewhere = await issueIou(given, { synchronizerId: west });
    for (const contractId of [`00${"ab".repeat(32)}`, elsewhere, flying, archived]) {
      expect(await refusalOf(bob, unassignCommand(contractId, east, west))).to.equal(
        "INVALID_ARGUMENT",
      );
    }
  });

  it("reveal only to stakeholders whether a contract exists", async () => {
    const { ledger, carol, east, west } = given;
    const messageOf = async (contractId: ContractIdHex) => {
      const body = reassignmentBody(carol, unassignCommand(contractId, east, west));
      const error = await rejectionOf(submitAndWaitForReassignment(ledger, body));
      return error.cause.replace(contractId, "#");
    };
    expect(await messageOf(await issueIou(given))).to.equal(
      await messageOf(`00${"ab".repeat(32)}`),
    );
  });

  it("accept any synchronizer that hosts the submitter, and refuse other synchronizers", async () => {
    const { ledger, bob, east, west } = given;
    const iou = await issueIou(given);
    await hostParty(ledger, { party: bob, synchronizerId: east, permission: "observation" });
    await unassign(given, bob, await issueIou(given));
    await unhostParty(ledger, { party: bob, synchronizerId: east });
    expect(await refusalOf(bob, unassignCommand(iou, east, west))).to.equal("INVALID_ARGUMENT");
  });

  it("refuse a synchronizer on which no participant confirms for a signatory", async () => {
    const { ledger, alice, bob, east, west } = given;
    const iou = await issueIou(given);
    const hosting = { party: alice, synchronizerId: west };
    await hostParty(ledger, { ...hosting, permission: "observation" });
    expect(await refusalOf(bob, unassignCommand(iou, east, west))).to.equal("INVALID_ARGUMENT");
    await hostParty(ledger, { ...hosting, permission: "confirmation" });
    await unassign(given, bob, iou);
  });

  it("refuse a target that does not host every stakeholder", async () => {
    const { ledger, alice, carol, east, west } = given;
    const iou = await issueIou(given, { owner: carol });
    expect(await refusalOf(alice, unassignCommand(iou, east, west))).to.equal("INVALID_ARGUMENT");
    await hostParty(ledger, { party: carol, synchronizerId: west, permission: "observation" });
    await unassign(given, alice, iou);
  });

  it("refuse a target on which the package is not vetted, with the message that programs search for", async () => {
    const { ledger, bob, west } = given;
    const iou = await issueIou(given);
    const { packageId } = iouPackage;
    await updateVettedPackages(ledger, {
      changes: [{ operation: { Unvet: { value: { packages: [{ packageId }] } } } }],
      synchronizerId: west,
    });
    const error = await rejectionOf(unassign(given, bob, iou));
    expect(error.code).to.equal("INVALID_ARGUMENT");
    expect(error.cause).to.include("has not vetted");
  });
});

describe("assign commands", () => {
  it("make the contract active on its target, with the counter of its unassignment", async () => {
    const { alice, bob, east, west } = given;
    const iou = await issueIou(given);
    await assign(given, bob, await unassign(given, bob, iou));
    expect(placeOf(iou)).to.deep.equal([west, 1]);
    await assign(given, alice, await unassign(given, alice, iou, [west, east]), [west, east]);
    expect(placeOf(iou)).to.deep.equal([east, 2]);
  });

  it("use the source of the unassignment, even if the command names another source", async () => {
    const { ledger, bob, west } = given;
    const iou = await issueIou(given);
    const reassignmentId = await unassign(given, bob, iou);
    await assign(given, bob, reassignmentId, ["north::1220aa", west]);
    const { update } = ledger.state.log.get(ledger.state.ledgerEnd) ?? {};
    const [event] = update?.kind === "reassignment" ? update.events : [];
    expect(event?.source).to.equal(given.east);
  });

  it("refuse unknown and completed reassignments, and reassignments to another target", async () => {
    const { bob, east, west } = given;
    const reassignmentId = await unassign(given, bob, await issueIou(given));
    expect(await refusalOf(bob, assignCommand(reassignmentId, west, east))).to.equal(
      "INVALID_ARGUMENT",
    );
    expect(await refusalOf(bob, assignCommand("00ab", east, west))).to.equal("INVALID_ARGUMENT");
    expect(await refusalOf(bob, assignCommand(reassignmentId, east, "n::1220aa"))).to.equal(
      "INVALID_ARGUMENT",
    );
    await assign(given, bob, reassignmentId);
    expect(await refusalOf(bob, assignCommand(reassignmentId, east, west))).to.equal(
      "INVALID_ARGUMENT",
    );
  });

  it("refuse a submitter that is not a stakeholder or not hosted on the target", async () => {
    const { ledger, bob, carol, east, west } = given;
    const reassignmentId = await unassign(given, bob, await issueIou(given));
    const command = assignCommand(reassignmentId, east, west);
    expect(await refusalOf(carol, command)).to.equal("INVALID_ARGUMENT");
    await unhostParty(ledger, { party: bob, synchronizerId: west });
    expect(await refusalOf(bob, command)).to.equal("INVALID_ARGUMENT");
  });

  describe("assign command of another stakeholder than the one that unassigned", () => {
    const minute = 60_000_000n;

    it("is rejected before the exclusivity time has ended", async () => {
      const { ledger, alice, bob, east, west } = given;
      const reassignmentId = await unassign(given, bob, await issueIou(given));
      ledger.clock.advance(minute - 1n);
      const body = reassignmentBody(alice, assignCommand(reassignmentId, east, west));
      const error = await rejectionOf(submitAndWaitForReassignment(ledger, body));
      expect(error.code).to.equal("REASSIGNMENT_VALIDATION_FAILED");
      expect(completionsOn(ledger).at(-1)).to.deep.include({
        offset: ledger.state.ledgerEnd,
        synchronizerId: west,
        outcome: { kind: "rejected", error },
      });
      expect(ledger.state.inFlight.has(reassignmentId)).to.equal(true);
    });

    it("is accepted afterwards, without automatic assignment", async () => {
      given = await twoSynchronizers({
        synchronizers: [{ alias: "east" }, { alias: "west", automaticAssignment: false }],
      });
      const { ledger, alice, bob, west } = given;
      const iou = await issueIou(given);
      const reassignmentId = await unassign(given, bob, iou);
      ledger.clock.advance(minute);
      await assign(given, alice, reassignmentId);
      expect(placeOf(iou)).to.deep.equal([west, 1]);
    });

    it("is rejected until the end of year 9999 at most, even with a longer exclusivity time", async () => {
      given = await twoSynchronizers({ limits: { assignmentExclusivityMicros: 2n ** 62n } });
      const { ledger, bob } = given;
      const reassignmentId = await unassign(given, bob, await issueIou(given));
      const [event] = ledger.state.inFlight.get(reassignmentId)?.events ?? [];
      expect(formatTimestamp(event?.assignmentExclusivity ?? 0n)).to.match(/^9999-12-31T23:59:59/);
    });

    it("is accepted immediately without an exclusivity time", async () => {
      given = await twoSynchronizers({ limits: { assignmentExclusivityMicros: 0n } });
      const { ledger, alice, bob } = given;
      const reassignmentId = await unassign(given, bob, await issueIou(given));
      expect(ledger.state.inFlight.get(reassignmentId)?.events[0]).to.not.have.property(
        "assignmentExclusivity",
      );
      await assign(given, alice, reassignmentId);
    });
  });
});

describe("reassignments that lose a race", () => {
  const outcomes = async (bodies: readonly unknown[]) => {
    const settled = await Promise.allSettled(
      bodies.map((body) => submitAndWaitForReassignment(given.ledger, untyped(body))),
    );
    return settled.map((result) =>
      result.status === "fulfilled"
        ? "accepted"
        : (result.reason as { readonly code: string }).code,
    );
  };

  it("leave a completion that reports the state of the contract", async () => {
    const { ledger, alice, bob, east, west } = given;
    const iou = await issueIou(given);
    const bodies = [bob, alice].map((submitter) =>
      reassignmentBody(submitter, unassignCommand(iou, east, west)),
    );
    expect(await outcomes(bodies)).to.deep.equal([
      "accepted",
      "UNASSIGNMENT_ACTIVENESS_CHECK_FAILED",
    ]);
    const [reassignmentId = ""] = ledger.state.inFlight.keys();
    const assignments = [1, 2].map(() =>
      reassignmentBody(bob, assignCommand(reassignmentId, east, west)),
    );
    expect(await outcomes(assignments)).to.deep.equal(["accepted", "ASSIGNMENT_ALREADY_COMPLETED"]);
    expect(
      completionsOn(ledger)
        .slice(1)
        .map(({ outcome, synchronizerId, offset }) => [outcome.kind, synchronizerId, offset]),
    ).to.deep.equal(
      [
        ["accepted", east],
        ["rejected", east],
        ["accepted", west],
        ["rejected", west],
      ].map((expected, index) => [...expected, ledger.state.ledgerEnd - 3 + index]),
    );
  });
});

describe("submitAndWaitForReassignment", () => {
  const unassignBody = async (more: Readonly<Record<string, unknown>> = {}) =>
    reassignmentBody(
      given.bob,
      unassignCommand(await issueIou(given), given.east, given.west),
      more,
    );

  it("S8.2+ returns no events if no format is given", async () => {
    const { ledger, east } = given;
    const body = await unassignBody({ commandId: "move", workflowId: "flow" });
    const { reassignment } = await submitAndWaitForReassignment(ledger, body);
    const { updateId, traceContext, ...rest } = reassignment;
    expect(traceContext.traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(ledger.state.updateOffsets.get(updateId)).to.equal(ledger.state.ledgerEnd);
    expect(rest).to.deep.equal({
      commandId: "move",
      workflowId: "flow",
      offset: ledger.state.ledgerEnd,
      events: [],
      recordTime: "2024-01-01T12:00:00Z",
      synchronizerId: east,
      paidTrafficCost: 0,
    });
  });

  it("S8.3+ returns the events of the format, with the contract of an assignment", async () => {
    const { ledger, alice, bob, east, west } = given;
    const eventFormat = eventFormatJson([alice]);
    const unassigned = await submitAndWaitForReassignment(ledger, {
      ...(await unassignBody()),
      eventFormat,
    });
    const [leaving] = unassigned.reassignment.events;
    expect(leaving).to.have.nested.property("JsUnassignedEvent.value.witnessParties");
    const [reassignmentId = ""] = ledger.state.inFlight.keys();
    const { reassignment } = await submitAndWaitForReassignment(ledger, {
      ...reassignmentBody(bob, assignCommand(reassignmentId, east, west)),
      eventFormat,
    });
    const [arriving] = reassignment.events;
    expect(arriving).to.have.nested.property("JsAssignmentEvent.createdEvent.acsDelta", true);
    expect(arriving).to.have.nested.property("JsAssignmentEvent.submitter", "");
    expect(reassignment.synchronizerId).to.equal(west);
    expect(reassignment.commandId).to.equal("");
  });

  it("S8.4+ returns the reassignment even if the format excludes all events", async () => {
    const { ledger, carol } = given;
    const { reassignment } = await submitAndWaitForReassignment(ledger, {
      ...(await unassignBody()),
      eventFormat: eventFormatJson([carol]),
    });
    expect(reassignment.events).to.deep.equal([]);
    expect(reassignment.offset).to.equal(ledger.state.ledgerEnd);
  });

  it("omits only events that the format excludes", async () => {
    const { ledger, bob, east, west } = given;
    const result = await ledger.submit({
      actAs: bob,
      commands: [
        Counter.create({ owner: bob, name: "n", count: 0 }),
        Iou.create({ issuer: bob, owner: bob, amount: "1", watchers: [] }),
      ],
    });
    const [counter] = result.created(Counter);
    const [iou] = result.created(Iou);
    const commands = [counter, iou].map((each) =>
      unassignCommand(each?.contractId ?? "", east, west),
    );
    const filter = { TemplateFilter: { value: { templateId: "#iou:Iou:Iou" } } };
    const { reassignment } = await submitAndWaitForReassignment(ledger, {
      ...reassignmentBody(bob, commands),
      eventFormat: eventFormatJson([bob], filter),
    });
    expect(
      reassignment.events.map(
        (event) =>
          "JsUnassignedEvent" in event && [
            event.JsUnassignedEvent.value.contractId,
            event.JsUnassignedEvent.value.nodeId,
          ],
      ),
    ).to.deep.equal([[iou?.contractId, 1]]);
  });

  it("returns the trace context of the submission", async () => {
    const { ledger } = given;
    const traceContext = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const { reassignment } = await submitAndWaitForReassignment(
      ledger,
      await unassignBody(),
      undefined,
      { traceContext },
    );
    expect(reassignment.traceContext).to.deep.include(traceContext);
    expect(completionsOn(ledger).at(-1)?.traceContext).to.deep.equal(traceContext);
  });

  it("leaves a completion for the submitter, with a submission id", async () => {
    const { ledger, bob, east } = given;
    const { reassignment } = await submitAndWaitForReassignment(
      ledger,
      await unassignBody({ commandId: "move" }),
    );
    const completion = completionsOn(ledger).at(-1);
    expect(completion?.submission).to.deep.include({
      commandId: "move",
      userId: "ann",
      actAs: [bob],
    });
    expect(completion?.submission.submissionId).to.match(/^[0-9a-f-]{36}$/);
    expect(completion).to.deep.include({
      offset: reassignment.offset,
      synchronizerId: east,
      outcome: { kind: "accepted", updateId: reassignment.updateId },
    });
  });

  it("does not deduplicate, and lets a later transaction reuse the command id", async () => {
    const { ledger, bob } = given;
    for (let round = 0; round < 2; round++) {
      await submitAndWaitForReassignment(ledger, await unassignBody({ commandId: "again" }));
    }
    const iou = Iou.create({ issuer: bob, owner: bob, amount: "1", watchers: [] });
    await ledger.submit({ actAs: bob, commands: iou, userId: "ann", commandId: "again" });
  });
});

describe("submitReassignmentAsync", () => {
  it("S17.2+ returns an empty object, and reports the outcome in a completion", async () => {
    const { ledger, alice, bob, east, west } = given;
    const iou = await issueIou(given);
    const body = reassignmentBody(bob, unassignCommand(iou, east, west));
    expect(await submitReassignmentAsync(ledger, body)).to.deep.equal({});
    expect(placeOf(iou)).to.equal(undefined);
    const [reassignmentId = ""] = ledger.state.inFlight.keys();
    const tooEarly = reassignmentBody(alice, assignCommand(reassignmentId, east, west));
    expect(await submitReassignmentAsync(ledger, tooEarly)).to.deep.equal({});
    expect(completionsOn(ledger).at(-1)?.outcome).to.have.nested.property(
      "error.code",
      "REASSIGNMENT_VALIDATION_FAILED",
    );
  });

  it("rejects commands that the state does not allow, without a completion", async () => {
    const { ledger, bob, east } = given;
    const before = completionsOn(ledger);
    const body = reassignmentBody(bob, unassignCommand(await issueIou(given), east, east));
    const error = await rejectionOf(submitReassignmentAsync(ledger, body));
    expect(error.code).to.equal("INVALID_ARGUMENT");
    expect(completionsOn(ledger)).to.have.length(before.length + 1);
  });
});
