import { expect } from "chai";

import { activeContracts, updates } from "../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../lib/index.ts";
import type { Contract, ReassignmentEvent } from "../../../lib/store.ts";
import { prune } from "../../support/asset-ledger.ts";
import { asset, assetsV1, contractIdOf, holdingApi } from "../../support/asset-package.ts";
import { errorOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { commit, create, submissionBy, transactionOf } from "../../support/transactions.ts";

const twoSynchronizers = (): Promise<Ledger> =>
  createLedger({
    packages: [holdingApi, assetsV1],
    seed: 1,
    synchronizers: [{ alias: "one" }, { alias: "two" }],
    clock: { freeze: "2024-05-01T00:00:00Z" },
  });

/** Commits the unassignment or assignment of contracts between the synchronizers. */
const reassign = (
  ledger: Ledger,
  kind: ReassignmentEvent["kind"],
  contracts: readonly Contract[],
  [from, to, counter]: readonly [from: number, to: number, counter: number] = [0, 1, 1],
): Promise<void> =>
  ledger.commit(({ ledgerEnd, synchronizers }, { now }) => {
    const source = synchronizers[from]?.id ?? "";
    const target = synchronizers[to]?.id ?? "";
    const events = contracts.map((contract, nodeId): ReassignmentEvent => {
      const common = {
        nodeId,
        source,
        target,
        reassignmentId: `00${counter}${contracts.map(({ contractId }) => contractId).join("")}`,
        submitter: "alice",
        reassignmentCounter: counter,
        stakeholders: [...new Set([...contract.signatories, ...contract.observers])].sort(),
      };
      const { contractId, templateId, packageName } = contract;
      return kind === "assigned"
        ? { ...common, kind, contract, unassignedAt: ledgerEnd }
        : {
            ...common,
            kind,
            contractId,
            templateId,
            packageName,
            assignmentExclusivity: now + 60_000_000n,
          };
    });
    return {
      events: [
        {
          kind: "reassignmentCommitted",
          update: {
            kind: "reassignment",
            updateId: `1220${String(ledgerEnd + 1).padStart(64, "0")}`,
            offset: ledgerEnd + 1,
            synchronizerId: kind === "assigned" ? target : source,
            recordTime: now,
            submission: submissionBy("alice"),
            events,
          },
        },
      ],
      outcome: undefined,
    };
  });

const labels = ["a", "b", "c"];
const byId = new Map(labels.map((label) => [contractIdOf(label), label]));
const a = asset("a", ["alice"], { observers: ["bob"] });
const b = asset("b", ["alice"]);
const c = asset("c", ["alice"]);

/**
 * Returns a word per entry: the contract, its synchronizer (or `>` and the target if it is in flight), and
 * its counter.
 */
const entriesAt = (ledger: Ledger, activeAtOffset: number, party = "alice", token?: string) => {
  const place = (id: string) =>
    ledger.state.synchronizers.find((synchronizer) => synchronizer.id === id)?.alias ?? "?";
  const request = {
    activeAtOffset,
    eventFormat: eventFormatJson([party]),
    ...(token === undefined ? {} : { streamContinuationToken: token }),
  };
  return Array.from(activeContracts(ledger, request), (item) => {
    const { contractEntry: entry } = item;
    if ("JsActiveContract" in entry) {
      const { createdEvent, synchronizerId, reassignmentCounter } = entry.JsActiveContract;
      const label = byId.get(createdEvent.contractId) ?? "?";
      return { item, word: `${label} ${place(synchronizerId)} ${reassignmentCounter}` };
    }
    const { createdEvent, unassignedEvent } = entry.JsIncompleteUnassigned;
    const label = byId.get(createdEvent.contractId) ?? "?";
    return { item, word: `${label} >${place(unassignedEvent.target)}` };
  });
};
const wordsAt = (ledger: Ledger, offset: number, party?: string) =>
  entriesAt(ledger, offset, party).map(({ word }) => word);

/**
 * Creates a ledger with five updates: create a, b and c; unassign a and b; assign a and b; unassign b again;
 * assign b again.
 */
const sampleLedger = async (): Promise<Ledger> => {
  const ledger = await twoSynchronizers();
  await commit(ledger, transactionOf(create(a), create(b), create(c)));
  await reassign(ledger, "unassigned", [a, b]);
  await reassign(ledger, "assigned", [a, b]);
  await reassign(ledger, "unassigned", [b], [1, 0, 2]);
  await reassign(ledger, "assigned", [b], [1, 0, 2]);
  return ledger;
};

describe("activeContracts of reassigned contracts", () => {
  it("returns the synchronizer of each contract at each offset, or its target while it is in flight", async () => {
    const ledger = await sampleLedger();
    expect([1, 2, 3, 4, 5].map((offset) => wordsAt(ledger, offset))).to.deep.equal([
      ["a one 0", "b one 0", "c one 0"],
      ["c one 0", "a >two", "b >two"],
      ["c one 0", "a two 1", "b two 1"],
      ["c one 0", "a two 1", "b >one"],
      ["c one 0", "a two 1", "b one 2"],
    ]);
  });

  it("returns contracts in flight at the ledger end in the same form as at past offsets", async () => {
    const ledger = await twoSynchronizers();
    await commit(ledger, transactionOf(create(a), create(b)));
    await reassign(ledger, "unassigned", [a]);
    expect(wordsAt(ledger, 2)).to.deep.equal(["b one 0", "a >two"]);
    expect(wordsAt(ledger, 1)).to.deep.equal(["a one 0", "b one 0"]);
  });

  it("shows contracts in flight to stakeholders only", async () => {
    const ledger = await sampleLedger();
    expect(wordsAt(ledger, 2, "bob")).to.deep.equal(["a >two"]);
    expect(wordsAt(ledger, 2, "carol")).to.deep.equal([]);
  });

  it("returns all fields of a contract in flight", async () => {
    const ledger = await sampleLedger();
    const [entry] = entriesAt(ledger, 2, "bob");
    const contractEntry = entry?.item.contractEntry;
    const [one, two] = ledger.state.synchronizers;
    expect(contractEntry).to.have.nested.property("JsIncompleteUnassigned.createdEvent.offset", 1);
    expect(
      contractEntry &&
        "JsIncompleteUnassigned" in contractEntry &&
        contractEntry.JsIncompleteUnassigned.unassignedEvent,
    ).to.deep.equal({
      reassignmentId: `001${a.contractId}${b.contractId}`,
      contractId: a.contractId,
      templateId: a.templateId,
      source: one?.id,
      target: two?.id,
      submitter: "",
      reassignmentCounter: 1,
      assignmentExclusivity: "2024-05-01T00:01:00Z",
      witnessParties: ["bob"],
      packageName: "assets",
      offset: 2,
      nodeId: 0,
    });
  });

  it("continues after any entry, including entries in flight", async () => {
    const ledger = await sampleLedger();
    const rests = entriesAt(ledger, 2).map(({ item }) =>
      entriesAt(ledger, 2, "alice", item.streamContinuationToken).map(({ word }) => word),
    );
    expect(rests).to.deep.equal([["a >two", "b >two"], ["b >two"], []]);
  });

  it("refuses a past offset whose contracts in flight were pruned", async () => {
    const ledger = await twoSynchronizers();
    await commit(ledger, transactionOf(create(a)));
    await reassign(ledger, "unassigned", [a]);
    await commit(ledger, transactionOf(create(c)));
    await reassign(ledger, "assigned", [a]);
    await prune(ledger, 3);
    expect(errorOf(() => wordsAt(ledger, 3)).code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
    expect(wordsAt(ledger, 3, "carol")).to.deep.equal([]);
    expect(wordsAt(ledger, 4)).to.deep.equal(["c one 0", "a two 1"]);
  });

  it("omits a contract in flight whose activation was pruned", async () => {
    const ledger = await twoSynchronizers();
    await commit(ledger, transactionOf(create(a)));
    await reassign(ledger, "unassigned", [a]);
    await prune(ledger, 2);
    expect(wordsAt(ledger, 2)).to.deep.equal([]);
  });
});

describe("updates of reassigned contracts", () => {
  const eventsFor = (ledger: Ledger, party: string) => {
    const updateFormat = { includeReassignments: eventFormatJson([party]) };
    const stream = updates(ledger, { endInclusive: 5, updateFormat });
    return [...(Symbol.iterator in stream ? stream : [])].map(({ update }) =>
      "Reassignment" in update ? update.Reassignment.value : expect.fail("no reassignment"),
    );
  };

  it("shows unassignment and assignment to the stakeholders", async () => {
    const ledger = await sampleLedger();
    const shown = (party: string) =>
      eventsFor(ledger, party).map(
        ({ offset, events }) => `${offset} ${events.flatMap(Object.keys).join()}`,
      );
    expect(shown("alice")).to.deep.equal([
      "2 JsUnassignedEvent,JsUnassignedEvent",
      "3 JsAssignmentEvent,JsAssignmentEvent",
      "4 JsUnassignedEvent",
      "5 JsAssignmentEvent",
    ]);
    expect(shown("bob")).to.deep.equal(["2 JsUnassignedEvent", "3 JsAssignmentEvent"]);
    expect(shown("carol")).to.deep.equal([]);
  });

  it("shows the command id to the submitter only", async () => {
    const ledger = await sampleLedger();
    const submitters = (party: string) =>
      eventsFor(ledger, party).flatMap(({ commandId, events }) =>
        events.map((event) => [
          commandId,
          "JsAssignmentEvent" in event
            ? event.JsAssignmentEvent.submitter
            : event.JsUnassignedEvent.value.submitter,
        ]),
      );
    expect(submitters("alice")[0]).to.deep.equal(["command", "alice"]);
    expect(submitters("bob")).to.deep.equal([
      ["", ""],
      ["", ""],
    ]);
  });

  it("shows the assigned contract as of the assignment", async () => {
    const ledger = await sampleLedger();
    const [, arrival] = eventsFor(ledger, "bob");
    const [event] = arrival?.events ?? [];
    const [one, two] = ledger.state.synchronizers;
    expect(event).to.have.nested.property("JsAssignmentEvent.createdEvent.offset", 3);
    expect(event && "JsAssignmentEvent" in event && event.JsAssignmentEvent).to.deep.include({
      source: one?.id,
      target: two?.id,
      reassignmentCounter: 1,
    });
    expect(arrival?.synchronizerId).to.equal(two?.id);
  });
});
