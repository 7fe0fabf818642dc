import { expect } from "chai";

import {
  activeContracts,
  activeContractsPage,
  completions,
  contractById,
  eventsByContractId,
  type Offset,
  submitAndWaitForReassignment,
  transactionByOffset,
  updateById,
  updateByOffset,
  updates,
  updatesPage,
  updateTrees,
} from "../../../lib/api.ts";
import type { ContractIdHex, PartyId } from "../../../lib/index.ts";
import { prune } from "../../support/asset-ledger.ts";
import { errorOf, rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import {
  assign,
  assignCommand,
  issueIou,
  reassignmentBody,
  type TwoSynchronizers,
  twoSynchronizers,
  unassign,
} from "../../support/two-synchronizers.ts";

/**
 * An IOU that was reassigned to the west synchronizer and back to the east one, where it was archived; and
 * the offset of each step.
 */
interface Journey extends TwoSynchronizers {
  readonly iou: ContractIdHex;
  readonly created: Offset;
  readonly left: Offset;
  readonly arrived: Offset;
  readonly leftAgain: Offset;
  readonly back: Offset;
  readonly archived: Offset;
}

const journey = async (): Promise<Journey> => {
  const world = await twoSynchronizers();
  const { ledger, alice, bob, east, west } = world;
  const end = (): Offset => ledger.state.ledgerEnd;
  const iou = await issueIou(world);
  const created = end();
  const there = await unassign(world, bob, iou);
  const left = end();
  await assign(world, bob, there);
  const arrived = end();
  const back = await unassign(world, alice, iou, [west, east]);
  const leftAgain = end();
  await assign(world, alice, back, [west, east]);
  const returned = end();
  const archive = {
    templateId: "#iou:Iou:Iou",
    contractId: iou,
    choice: "Archive",
    choiceArgument: {},
  };
  await ledger.submit({ actAs: alice, commands: { ExerciseCommand: archive } });
  return { ...world, iou, created, left, arrived, leftAgain, back: returned, archived: end() };
};

describe("life of a contract across synchronizers", () => {
  let given: Journey;

  before(async () => {
    given = await journey();
  });

  const formatFor = (party: PartyId) => eventFormatJson([party]);

  /** Returns the synchronizer of the contract at an offset; both synchronizers while it is in flight. */
  const shownAt = (activeAtOffset: Offset, party = given.bob): readonly unknown[] => {
    const { ledger } = given;
    const request = { activeAtOffset, eventFormat: formatFor(party) };
    const items = Array.from(
      activeContracts(ledger, request),
      ({ contractEntry }) => contractEntry,
    );
    const page = activeContractsPage(ledger, request).activeContracts;
    expect(page.map(({ contractEntry }) => contractEntry)).to.deep.equal(items);
    return items.map((entry) => {
      if ("JsActiveContract" in entry) {
        const { synchronizerId, reassignmentCounter, createdEvent } = entry.JsActiveContract;
        return [synchronizerId, reassignmentCounter, createdEvent.offset];
      }
      const { unassignedEvent, createdEvent } = entry.JsIncompleteUnassigned;
      const { source, target, reassignmentCounter, offset } = unassignedEvent;
      expect(unassignedEvent.contractId).to.equal(createdEvent.contractId);
      return [source, target, reassignmentCounter, offset, createdEvent.offset];
    });
  };

  it("is visible at every offset with its synchronizer, or both while in flight", () => {
    const { east, west, created, left, arrived, leftAgain, back, archived } = given;
    expect(shownAt(created - 1)).to.deep.equal([]);
    expect(shownAt(created)).to.deep.equal([[east, 0, created]]);
    expect(shownAt(left)).to.deep.equal([[east, west, 1, left, created]]);
    expect(shownAt(arrived)).to.deep.equal([[west, 1, arrived]]);
    expect(shownAt(leftAgain)).to.deep.equal([[west, east, 2, leftAgain, arrived]]);
    expect(shownAt(back)).to.deep.equal([[east, 2, back]]);
    expect(shownAt(archived)).to.deep.equal([]);
  });

  it("is visible to its stakeholders only", () => {
    const { carol, left, arrived } = given;
    expect(shownAt(left, carol)).to.deep.equal([]);
    expect(shownAt(arrived, carol)).to.deep.equal([]);
  });

  /** Returns the updates after the create, as kind, offset and synchronizer. */
  const kindsOf = (
    stream: ReturnType<typeof updates> | ReturnType<typeof updateTrees>,
  ): readonly unknown[] =>
    [...(Symbol.iterator in stream ? stream : [])].map(({ update }) =>
      Object.entries(update).map(
        ([kind, { value }]: [string, { value: { offset: Offset; synchronizerId?: string } }]) => [
          kind,
          value.offset,
          value.synchronizerId,
        ],
      ),
    );

  it("is shown by updates on the synchronizer of each step", () => {
    const { ledger, bob, east, west, created, left, arrived, leftAgain, back, archived } = given;
    const includeReassignments = formatFor(bob);
    const includeTransactions = {
      eventFormat: formatFor(bob),
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
    };
    const range = { beginExclusive: created - 1, endInclusive: archived };
    const moves = [
      [["Reassignment", left, east]],
      [["Reassignment", arrived, west]],
      [["Reassignment", leftAgain, west]],
      [["Reassignment", back, east]],
    ];
    const whole = [[["Transaction", created, east]], ...moves, [["Transaction", archived, east]]];
    const both = { updateFormat: { includeTransactions, includeReassignments } };
    expect(kindsOf(updates(ledger, { ...range, ...both }))).to.deep.equal(whole);
    const only = { updateFormat: { includeReassignments } };
    expect(kindsOf(updates(ledger, { ...range, ...only }))).to.deep.equal(moves);
    const none = { updateFormat: { includeTransactions } };
    expect(kindsOf(updates(ledger, { ...range, ...none }))).to.deep.equal([whole[0], whole.at(-1)]);
    const legacy = { ...range, filter: formatFor(bob), verbose: false };
    expect(kindsOf(updates(ledger, legacy))).to.deep.equal(whole);
    expect(kindsOf(updateTrees(ledger, legacy))).to.deep.equal([
      [["TransactionTree", created, east]],
      ...moves,
      [["TransactionTree", archived, east]],
    ]);
    expect(updatesPage(ledger, { ...range, ...only }).updates).to.have.length(moves.length);
  });

  it("has the same reassignment id and counter in unassignment and assignment", () => {
    const { ledger, bob, created, archived } = given;
    const stream = updates(ledger, {
      beginExclusive: created,
      endInclusive: archived,
      updateFormat: { includeReassignments: formatFor(bob) },
    });
    const told = [...(Symbol.iterator in stream ? stream : [])].flatMap(({ update }) =>
      "Reassignment" in update
        ? update.Reassignment.value.events.map((event) => {
            const { reassignmentId, reassignmentCounter } =
              "JsAssignmentEvent" in event
                ? event.JsAssignmentEvent
                : event.JsUnassignedEvent.value;
            return `${reassignmentId} ${reassignmentCounter}`;
          })
        : [],
    );
    const [first = "", , second = ""] = told;
    expect(told).to.deep.equal([first, first, second, second]);
    expect(first).to.match(/ 1$/);
    expect(second).to.match(/ 2$/);
  });

  it("has updates that can be found by id and by offset", () => {
    const { ledger, bob, carol, left } = given;
    const updateFormat = { includeReassignments: formatFor(bob) };
    const byOffset = updateByOffset(ledger, { offset: left, updateFormat });
    const { update } = byOffset;
    if (!("Reassignment" in update)) return expect.fail("no reassignment");
    const { updateId } = update.Reassignment.value;
    expect(updateById(ledger, { updateId, updateFormat })).to.deep.equal(byOffset);
    const hidden = [
      { includeReassignments: formatFor(carol) },
      {
        includeTransactions: {
          eventFormat: formatFor(bob),
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const,
        },
      },
    ];
    for (const format of hidden) {
      const error = errorOf(() => updateById(ledger, { updateId, updateFormat: format }));
      expect(error.code).to.equal("UPDATE_NOT_FOUND");
    }
    expect(
      errorOf(() => transactionByOffset(ledger, { offset: left, requestingParties: [bob] })).code,
    ).to.equal("UPDATE_NOT_FOUND");
  });

  it("has a create and an archive event, both on the synchronizer of its creation", () => {
    const { ledger, bob, east, iou, created, archived } = given;
    const events = eventsByContractId(ledger, { contractId: iou, eventFormat: formatFor(bob) });
    expect(events.created.createdEvent.offset).to.equal(created);
    expect(events.created.synchronizerId).to.equal(east);
    expect(events.archived?.archivedEvent.offset).to.equal(archived);
    expect(events.archived?.synchronizerId).to.equal(east);
  });

  it("can be found by its contract id throughout", async () => {
    const world = await twoSynchronizers();
    const { ledger, bob } = world;
    const iou = await issueIou(world);
    const found = () => contractById(ledger, { contractId: iou, queryingParties: [bob] });
    const atHome = found();
    const reassignmentId = await unassign(world, bob, iou);
    expect(found()).to.deep.equal(atHome);
    await assign(world, bob, reassignmentId);
    expect(found()).to.deep.equal(atHome);
  });

  it("has a completion for each reassignment, visible to the submitter", async () => {
    const { ledger, alice, bob, created, archived } = given;
    const told = async (party: PartyId) => {
      const stream = completions(ledger, {
        beginExclusive: created,
        userId: "ann",
        parties: [party],
      });
      const found: unknown[] = [];
      for await (const { completionResponse } of stream) {
        if (!("Completion" in completionResponse)) break;
        const { offset, actAs, status, deduplicationPeriod } = completionResponse.Completion.value;
        expect(status.code).to.equal(0);
        expect(deduplicationPeriod).to.deep.equal({ Empty: {} });
        found.push([offset, ...actAs]);
        if (found.length === 2) break;
      }
      return found;
    };
    expect(archived).to.equal(ledger.state.ledgerEnd);
    expect(await told(bob)).to.deep.equal([
      [given.left, bob],
      [given.arrived, bob],
    ]);
    expect(await told(alice)).to.deep.equal([
      [given.leftAgain, alice],
      [given.back, alice],
    ]);
  });

  describe("life of a contract across synchronizers, after pruning", () => {
    it("can still be assigned, and is active then", async () => {
      const world = await twoSynchronizers();
      const { ledger, bob, west } = world;
      const iou = await issueIou(world);
      const reassignmentId = await unassign(world, bob, iou);
      await issueIou(world);
      await prune(ledger, ledger.state.ledgerEnd);
      await assign(world, bob, reassignmentId);
      expect(ledger.state.contracts.get(iou)?.activation).to.deep.include({
        synchronizerId: west,
        reassignmentCounter: 1,
      });
    });

    it("S1.2- refuses an offset before the pruning", async () => {
      const { ledger, bob, left, arrived, ...rest } = await journey();
      await prune(ledger, arrived);
      const snapshot = (activeAtOffset: Offset) =>
        [...activeContracts(ledger, { activeAtOffset, eventFormat: formatFor(bob) })].length;
      for (const offset of [rest.created, left]) {
        expect(errorOf(() => snapshot(offset)).code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
      }
      expect(snapshot(arrived)).to.equal(1);
    });

    it("S1.18- refuses an offset at which a contract was in flight if its unassignment is pruned", async () => {
      const world = await twoSynchronizers();
      const { ledger, bob } = world;
      const reassignmentId = await unassign(world, bob, await issueIou(world));
      const offset = ledger.state.ledgerEnd;
      await assign(world, bob, reassignmentId);
      await prune(ledger, offset);
      const request = { activeAtOffset: offset, eventFormat: formatFor(bob) };
      const error = errorOf(() => activeContracts(ledger, request));
      expect(error.code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
      expect(error.context).to.have.property("earliest_offset");
    });

    it("does not distinguish a completed reassignment from an unknown one", async () => {
      const world = await twoSynchronizers();
      const { ledger, bob, east, west } = world;
      const reassignmentId = await unassign(world, bob, await issueIou(world));
      await assign(world, bob, reassignmentId);
      await prune(ledger, ledger.state.ledgerEnd);
      const body = reassignmentBody(bob, assignCommand(reassignmentId, east, west));
      const error = await rejectionOf(submitAndWaitForReassignment(ledger, body));
      expect(error.code).to.equal("INVALID_ARGUMENT");
    });
  });
});
