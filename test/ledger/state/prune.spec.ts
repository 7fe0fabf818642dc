import { expect } from "chai";

import type { JournalEvent } from "../../../lib/store.ts";
import { activeContractIds } from "../../support/active-contract-ids.ts";
import {
  assignedEvent,
  committedEvent,
  contractOf,
  rejectedEvent,
  stateAfter,
  unassignedEvent,
} from "../../support/journal-events.ts";
import { create, exercise } from "../../support/transactions.ts";

const pruned = (upTo: number): JournalEvent => ({ kind: "pruned", upTo });
const keysOf = (map: { entries(): Iterable<readonly [string, unknown]> }): readonly string[] =>
  Array.from(map.entries(), ([key]) => key).sort();

describe("pruned state", () => {
  const early = contractOf("early");
  const late = contractOf("late");
  const kept = contractOf("kept");
  const transient = contractOf("transient");
  const events = [
    committedEvent(1, create(early), create(late), create(kept)),
    committedEvent(
      2,
      exercise(early, ["alice"]),
      create(transient),
      exercise(transient, ["alice"]),
    ),
    rejectedEvent(3),
    committedEvent(4, exercise(late, ["alice"])),
  ];

  it("has no updates, completions, update ids and change ids up to the offset", () => {
    const { log, updateOffsets, acceptedChanges, prunedUpTo, ledgerEnd } = stateAfter(
      ...events,
      pruned(3),
    );
    expect([...log.keys()]).to.deep.equal([4]);
    expect(updateOffsets.size).to.equal(1);
    expect(keysOf(acceptedChanges)).to.have.length(1);
    expect([prunedUpTo, ledgerEnd]).to.deep.equal([3, 4]);
  });

  it("has all contracts except those archived up to the offset", () => {
    const state = stateAfter(...events, pruned(3));
    expect(keysOf(state.contracts)).to.deep.equal(["kept", "late"]);
    expect(activeContractIds(state)).to.deep.equal(["kept"]);
    expect(keysOf(stateAfter(...events, pruned(4)).contracts)).to.deep.equal(["kept"]);
  });

  it("keeps a change id that was accepted again later", () => {
    const again = committedEvent(2, create(kept));
    const first = committedEvent(1, create(early));
    if (again.kind !== "transactionCommitted" || first.kind !== "transactionCommitted") return;
    const submission = first.completion?.submission;
    if (submission === undefined || again.completion === undefined) return;
    const repeated = { ...again, completion: { ...again.completion, submission } };
    const { acceptedChanges } = stateAfter(first, repeated, pruned(1));
    expect(Array.from(acceptedChanges.entries(), ([, { offset }]) => offset)).to.deep.equal([2]);
  });

  it("is unchanged by pruning up to an earlier offset", () => {
    const once = stateAfter(...events, pruned(3));
    const twice = stateAfter(...events, pruned(3), pruned(2), pruned(3));
    expect(twice.prunedUpTo).to.equal(3);
    expect([...twice.log.keys()]).to.deep.equal([...once.log.keys()]);
  });

  it("does not have the earlier synchronizers of reassigned contracts", () => {
    const moved = [committedEvent(1, create(kept)), unassignedEvent(2, "00aa", kept)];
    const arrived = stateAfter(...moved, assignedEvent(3, "00aa", kept), pruned(2));
    expect(arrived.contracts.get("kept")).to.not.have.property("ended");
    expect([...arrived.active.all.values()]).to.deep.equal([arrived.contracts.get("kept")]);
    expect(arrived.contracts.get("kept")?.activation?.reassignmentCounter).to.equal(1);
  });

  it("allows a contract in flight to be assigned", () => {
    const moved = [committedEvent(1, create(kept)), unassignedEvent(2, "00aa", kept), pruned(2)];
    expect(stateAfter(...moved).inFlight.get("00aa")?.events[0]?.reassignmentCounter).to.equal(1);
    const state = stateAfter(...moved, assignedEvent(3, "00aa", kept));
    expect(activeContractIds(state)).to.deep.equal(["kept"]);
    expect(state.contracts.get("kept")).to.not.have.property("ended");
  });
});
