import { expect } from "chai";

import { activeContracts, hostParty, submitAndWait, unhostParty } from "../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { iouPackage } from "../../support/iou-package.ts";
import { ManualTime } from "../../support/manual-time.ts";
import {
  assign,
  issueIou,
  type TwoSynchronizers,
  twoSynchronizers,
  unassign,
} from "../../support/two-synchronizers.ts";
import { waitUntilSettled } from "../../support/virtual-timers.ts";

const second = 1_000_000n;
const minute = 60n * second;

/** Returns the contracts that bob sees with their synchronizers; an arrow marks a contract in flight. */
const placesOn = ({ ledger, bob }: TwoSynchronizers, state = ledger.state): readonly string[] => {
  const nameOf = (id: string) => ledger.state.synchronizers.find((one) => one.id === id)?.alias;
  const request = { activeAtOffset: state.ledgerEnd, eventFormat: eventFormatJson([bob]) };
  return Array.from(activeContracts(ledger, request), ({ contractEntry }) =>
    "JsActiveContract" in contractEntry
      ? `${String(nameOf(contractEntry.JsActiveContract.synchronizerId))} ${contractEntry.JsActiveContract.reassignmentCounter}`
      : `-> ${String(nameOf(contractEntry.JsIncompleteUnassigned.unassignedEvent.target))}`,
  );
};

const lastAssignment = (ledger: Ledger) => {
  const update = [...ledger.state.log.values()].findLast(
    (entry) => entry.update?.kind === "reassignment" && entry.update.events[0]?.kind === "assigned",
  )?.update;
  return update?.kind === "reassignment" ? update : expect.fail("nothing was assigned");
};

describe("contracts in flight whose assignment exclusivity has expired", () => {
  let given: TwoSynchronizers;

  beforeEach(async () => {
    given = await twoSynchronizers();
  });

  it("are assigned as soon as the clock reaches the time, without any request", async () => {
    const { ledger, bob } = given;
    await unassign(given, bob, await issueIou(given));
    ledger.clock.advance(minute - 1n);
    await waitUntilSettled();
    expect(placesOn(given)).to.deep.equal(["-> west"]);
    ledger.clock.advance(1n);
    await waitUntilSettled();
    expect(placesOn(given)).to.deep.equal(["west 1"]);
    expect(lastAssignment(ledger).recordTime).to.equal(ledger.clock.now());
  });

  it("are assigned before any other decision at that time", async () => {
    const { ledger, bob, west } = given;
    const contractId = await issueIou(given);
    await unassign(given, bob, contractId);
    ledger.clock.advance(minute);
    const inspect = {
      templateId: "#iou:Iou:Iou",
      contractId,
      choice: "Inspect",
      choiceArgument: {},
    };
    const body = commandsBody(bob, { ExerciseCommand: inspect });
    const { completionOffset } = await submitAndWait(ledger, body);
    expect(ledger.state.log.get(completionOffset)?.update?.synchronizerId).to.equal(west);
    expect(ledger.state.log.get(completionOffset - 1)?.update).to.equal(lastAssignment(ledger));
  });

  it("are assigned in the same way, no matter which request detects the time", async () => {
    const run = async (notices: boolean) => {
      const world = await twoSynchronizers();
      const { ledger, alice, bob } = world;
      await unassign(world, bob, await issueIou(world));
      ledger.clock.advance(minute);
      if (notices) await waitUntilSettled();
      await issueIou(world, { owner: alice });
      return [...ledger.state.log.values()].map(({ update }) => update?.updateId);
    };
    expect(await run(true)).to.deep.equal(await run(false));
  });

  it("are assigned after real time has passed, by a timer that does not keep the process alive", async () => {
    const keptAlive: (boolean | undefined)[] = [];
    class Watched extends ManualTime {
      override schedule(delay: number, callback: () => void, keepsAlive?: boolean): () => void {
        keptAlive.push(keepsAlive);
        return super.schedule(delay, callback);
      }
    }
    const timeSource = new Watched();
    given = await twoSynchronizers({ clock: "real", timeSource });
    const { bob } = given;
    await unassign(given, bob, await issueIou(given));
    await timeSource.advance(59_999);
    expect(placesOn(given)).to.deep.equal(["-> west"]);
    await timeSource.advance(1);
    expect(placesOn(given)).to.deep.equal(["west 1"]);
    await given.ledger.close();
    expect(timeSource.pending).to.equal(0);
    expect(new Set(keptAlive)).to.deep.equal(new Set([false]));
  });

  it("leave no timer when the ledger closes", async () => {
    const timeSource = new ManualTime();
    given = await twoSynchronizers({ clock: "real", timeSource });
    await unassign(given, given.bob, await issueIou(given));
    expect(timeSource.pending).to.equal(1);
    await given.ledger.close();
    expect(timeSource.pending).to.equal(0);
  });

  it("are also assigned on a ledger with a stepping clock, without advancing the clock", async () => {
    given = await twoSynchronizers({
      clock: { start: "2024-01-01T12:00:00Z", step: second },
    });
    const { ledger, bob } = given;
    await unassign(given, bob, await issueIou(given));
    ledger.clock.advance(minute);
    const time = ledger.clock.now();
    await waitUntilSettled();
    expect(placesOn(given)).to.deep.equal(["west 1"]);
    expect(ledger.clock.now()).to.equal(time);
  });

  it("are assigned in the name of the party that unassigned them, with its user and command id", async () => {
    const { ledger, bob, west } = given;
    await unassign(given, bob, await issueIou(given));
    const [left] = completionsOn(ledger).slice(-1);
    ledger.clock.advance(minute);
    await waitUntilSettled();
    const update = lastAssignment(ledger);
    const [event] = update.events;
    expect([update.synchronizerId, event?.submitter]).to.deep.equal([west, bob]);
    const completion = completionsOn(ledger).at(-1);
    expect(completion?.offset).to.equal(update.offset);
    expect(completion?.submission).to.deep.equal({
      userId: "ann",
      commandId: left?.submission.commandId,
      submissionId: "",
      workflowId: "",
      actAs: [bob],
    });
  });

  it("are assigned in the name of another stakeholder if that party may no longer submit", async () => {
    const { ledger, alice, bob, west } = given;
    await unassign(given, bob, await issueIou(given));
    await hostParty(ledger, { party: bob, synchronizerId: west, permission: "observation" });
    ledger.clock.advance(minute);
    await waitUntilSettled();
    expect(lastAssignment(ledger).events[0]?.submitter).to.equal(alice);
  });

  it("stay in flight until a stakeholder may submit", async () => {
    const { ledger, alice, bob, west } = given;
    await unassign(given, bob, await issueIou(given));
    for (const party of [alice, bob]) await unhostParty(ledger, { party, synchronizerId: west });
    ledger.clock.advance(minute);
    await waitUntilSettled();
    const end = ledger.state.ledgerEnd;
    expect(placesOn(given)).to.deep.equal(["-> west"]);
    await hostParty(ledger, { party: bob, synchronizerId: west });
    expect(ledger.state.ledgerEnd).to.equal(end + 1);
    await issueIou(given, { owner: alice });
    expect(placesOn(given)).to.deep.equal(["west 1"]);
  });

  it("are not assigned again if a command assigned them before", async () => {
    const { ledger, bob } = given;
    await assign(given, bob, await unassign(given, bob, await issueIou(given)));
    const { state } = ledger;
    ledger.clock.advance(minute);
    await waitUntilSettled();
    expect(ledger.state).to.equal(state);
  });

  it("are all assigned, in the order in which their times expired", async () => {
    given = await twoSynchronizers({
      synchronizers: [
        { alias: "east", assignmentExclusivityMicros: 10n * second },
        { alias: "west", assignmentExclusivityMicros: 30n * second },
      ],
    });
    const { ledger, bob, east, west } = given;
    const [first, last, middle] = [
      await issueIou(given, { synchronizerId: west }),
      await issueIou(given),
      await issueIou(given, { synchronizerId: west }),
    ];
    await unassign(given, bob, last);
    await unassign(given, bob, first, [west, east]);
    ledger.clock.advance(15n * second);
    await waitUntilSettled();
    expect(ledger.state.inFlight.size).to.equal(1);
    await unassign(given, bob, middle, [west, east]);
    const { position, ledgerEnd } = ledger.state;
    ledger.clock.advance(minute);
    await waitUntilSettled();
    expect(ledger.state.position).to.equal(position + 1);
    const arrived = [ledgerEnd + 1, ledgerEnd + 2].map((offset) => {
      const update = ledger.state.log.get(offset)?.update;
      const [event] = update?.kind === "reassignment" ? update.events : [];
      return event?.kind === "assigned" ? event.contract.contractId : "";
    });
    expect(arrived).to.deep.equal([middle, last]);
  });

  it("stay in flight on a synchronizer without automatic assignment", async () => {
    given = await twoSynchronizers({
      synchronizers: [{ alias: "east" }, { alias: "west", automaticAssignment: false }],
    });
    const { ledger, alice, bob } = given;
    const reassignmentId = await unassign(given, bob, await issueIou(given));
    ledger.clock.advance(10n * minute);
    await waitUntilSettled();
    expect(placesOn(given)).to.deep.equal(["-> west"]);
    await assign(given, alice, reassignmentId);
  });

  it("stay in flight without an exclusivity time", async () => {
    given = await twoSynchronizers({
      synchronizers: [{ alias: "east" }, { alias: "west", assignmentExclusivityMicros: 0n }],
    });
    const { ledger, bob } = given;
    await unassign(given, bob, await issueIou(given));
    ledger.clock.advance(10n * minute);
    await waitUntilSettled();
    expect(placesOn(given)).to.deep.equal(["-> west"]);
  });

  it("are in flight again after a revert, and are assigned again", async () => {
    const { ledger, bob } = given;
    await unassign(given, bob, await issueIou(given));
    const snapshot = ledger.snapshot();
    ledger.clock.advance(minute);
    await waitUntilSettled();
    const { updateId } = lastAssignment(ledger);
    await ledger.revert(snapshot);
    await waitUntilSettled();
    expect(placesOn(given)).to.deep.equal(["-> west"]);
    ledger.clock.advance(minute);
    await waitUntilSettled();
    expect(lastAssignment(ledger).updateId).to.equal(updateId);
  });

  it("are assigned on a fork by its own clock", async () => {
    const { ledger, bob } = given;
    await unassign(given, bob, await issueIou(given));
    const fork = await ledger.fork();
    fork.clock.advance(minute);
    await waitUntilSettled();
    expect(placesOn({ ...given, ledger: fork })).to.deep.equal(["west 1"]);
    expect(placesOn(given)).to.deep.equal(["-> west"]);
  });

  it("are assigned immediately when a ledger is opened after the time", async () => {
    const store = createMemoryStore();
    given = await twoSynchronizers({ store });
    await unassign(given, given.bob, await issueIou(given));
    const ledger = await createLedger({
      store,
      packages: [iouPackage],
      synchronizers: [{ alias: "east" }, { alias: "west" }],
      clock: { freeze: "2024-01-02T12:00:00Z" },
    });
    await waitUntilSettled();
    expect(placesOn({ ...given, ledger })).to.deep.equal(["west 1"]);
  });
});

describe("synchronizer parameters", () => {
  it("are validated", async () => {
    const codeOf = async (parameters: object) => {
      const synchronizers = [{ alias: "east", ...parameters }];
      return (await rejectionOf(createLedger({ synchronizers }))).code;
    };
    expect(await codeOf({ priority: 0.5 })).to.equal("INVALID_ARGUMENT");
    expect(await codeOf({ assignmentExclusivityMicros: -1n })).to.equal("INVALID_ARGUMENT");
  });

  it("can be changed when the ledger is opened again", async () => {
    const store = createMemoryStore();
    await createLedger({ store, synchronizers: [{ alias: "east", priority: 2 }] });
    const { state } = await createLedger({ store, synchronizers: [{ alias: "east" }] });
    expect(state.synchronizers.map(({ parameters }) => parameters)).to.deep.equal([
      { priority: 0, automaticAssignment: true },
    ]);
    const again = await createLedger({ store, synchronizers: [{ alias: "east" }] });
    expect(again.state.position).to.equal(state.position);
  });
});
