import { expect } from "chai";

import { activeContractIds } from "../../support/active-contract-ids.ts";
import {
  assignedEvent,
  committedEvent,
  contractOf,
  east,
  stateAfter,
  unassignedEvent,
  west,
} from "../../support/journal-events.ts";
import { create, exercise } from "../../support/transactions.ts";

describe("reassignment in a state", () => {
  const iou = contractOf("iou", { observers: ["bob"], keyHash: "key" });
  const note = contractOf("note");
  const created = committedEvent(1, create(iou), create(note));

  it("makes a contract inactive everywhere while it is in flight", () => {
    const state = stateAfter(created, unassignedEvent(2, "00aa", iou));
    const { active, contracts, inFlight } = state;
    expect(activeContractIds(state)).to.deep.equal(["note"]);
    expect(active.byStakeholder.has("bob")).to.equal(false);
    expect(active.byKey.size).to.equal(0);
    const record = contracts.get("iou");
    expect(record?.activation).to.equal(undefined);
    expect(record?.archived).to.equal(undefined);
    expect(record?.ended?.map(({ end }) => end)).to.deep.equal([
      { offset: 2, nodeId: 0, synchronizerId: east },
    ]);
    expect([...inFlight.keys()]).to.deep.equal(["00aa"]);
    expect(inFlight.get("00aa")?.offset).to.equal(2);
  });

  it("makes the contract active on its target, with the counter of the reassignment", () => {
    const { active, contracts, inFlight } = stateAfter(
      created,
      unassignedEvent(2, "00aa", iou),
      assignedEvent(3, "00aa", iou),
    );
    expect(activeContractIds({ active })).to.deep.equal(["note", "iou"]);
    expect([...active.all.entries()]).to.deep.equal([
      [2, contracts.get("note")],
      [3, contracts.get("iou")],
    ]);
    const [withKey] = active.byKey.get("key")?.values() ?? [];
    expect(withKey?.contract).to.equal(iou);
    expect(contracts.get("iou")?.created.offset).to.equal(1);
    expect(contracts.get("iou")?.activation).to.deep.equal({
      offset: 3,
      nodeId: 0,
      synchronizerId: west,
      sequence: 3,
      reassignmentCounter: 1,
      workflowId: "workflow",
    });
    expect(inFlight.size).to.equal(0);
  });

  it("allows several contracts under one id until all are assigned together", () => {
    const flying = stateAfter(created, unassignedEvent(2, "00aa", iou, note));
    expect(flying.active.all.size).to.equal(0);
    expect(flying.inFlight.get("00aa")?.events.map(({ contractId }) => contractId)).to.deep.equal([
      "iou",
      "note",
    ]);
    const landed = stateAfter(
      created,
      unassignedEvent(2, "00aa", iou, note),
      assignedEvent(3, "00aa", iou, note),
    );
    expect(activeContractIds(landed)).to.deep.equal(["iou", "note"]);
    expect(landed.inFlight.size).to.equal(0);
  });

  it("keeps all activations of a contract that was reassigned and archived", () => {
    const { contracts } = stateAfter(
      created,
      unassignedEvent(2, "00aa", iou),
      assignedEvent(3, "00aa", iou),
      committedEvent(4, exercise(iou, ["alice"])),
    );
    const record = contracts.get("iou");
    expect(record?.archived?.offset).to.equal(4);
    expect(
      record?.ended?.map(({ offset, end, reassignmentCounter }) => [
        offset,
        end.offset,
        reassignmentCounter,
      ]),
    ).to.deep.equal([
      [1, 2, 0],
      [3, 4, 1],
    ]);
  });

  it("adds a contract that was created on another participant", () => {
    const state = stateAfter(assignedEvent(1, "00aa", iou));
    expect(activeContractIds(state)).to.deep.equal(["iou"]);
    expect(state.contracts.get("iou")?.created).to.deep.equal({
      offset: 1,
      nodeId: 0,
      synchronizerId: west,
    });
  });

  it("ignores a contract that is not on the synchronizer that the event names", () => {
    const archived = committedEvent(2, exercise(iou, ["alice"]));
    const before = stateAfter(created, archived);
    const after = stateAfter(
      created,
      archived,
      unassignedEvent(3, "00aa", iou, contractOf("unknown")),
      assignedEvent(4, "00aa", iou, note),
    );
    expect(after.active).to.deep.equal(before.active);
    expect(after.contracts.get("iou")).to.deep.equal(before.contracts.get("iou"));
    expect(after.contracts.size).to.equal(2);
    expect(activeContractIds(after)).to.deep.equal(["note"]);
    expect(after.inFlight.size).to.equal(0);
  });

  it("does not allow a contract in flight to be archived", () => {
    const { contracts } = stateAfter(
      created,
      unassignedEvent(2, "00aa", iou),
      committedEvent(3, exercise(iou, ["alice"])),
    );
    expect(contracts.get("iou")?.archived).to.equal(undefined);
  });
});
