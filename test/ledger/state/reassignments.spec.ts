import { expect } from "chai";

import {
  assigned,
  committed,
  contractOf,
  east,
  stateAfter,
  unassigned,
  west,
} from "../../support/journal-events.ts";
import { create, exercise } from "../../support/transactions.ts";

describe("reassignment in a state", () => {
  const iou = contractOf("iou", { observers: ["bob"], keyHash: "key" });
  const note = contractOf("note");
  const created = committed(1, create(iou), create(note));

  it("makes a contract inactive everywhere while it is in flight", () => {
    const { active, contracts, inFlight } = stateAfter(created, unassigned(2, "00aa", iou));
    expect([...active.all.values()]).to.deep.equal(["note"]);
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
      unassigned(2, "00aa", iou),
      assigned(3, "00aa", iou),
    );
    expect([...active.all.entries()]).to.deep.equal([
      [2, "note"],
      [3, "iou"],
    ]);
    expect([...(active.byKey.get("key")?.values() ?? [])]).to.deep.equal(["iou"]);
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
    const flying = stateAfter(created, unassigned(2, "00aa", iou, note));
    expect(flying.active.all.size).to.equal(0);
    expect(flying.inFlight.get("00aa")?.events.map(({ contractId }) => contractId)).to.deep.equal([
      "iou",
      "note",
    ]);
    const landed = stateAfter(
      created,
      unassigned(2, "00aa", iou, note),
      assigned(3, "00aa", iou, note),
    );
    expect([...landed.active.all.values()]).to.deep.equal(["iou", "note"]);
    expect(landed.inFlight.size).to.equal(0);
  });

  it("keeps every activation of a contract that moved and was archived", () => {
    const { contracts } = stateAfter(
      created,
      unassigned(2, "00aa", iou),
      assigned(3, "00aa", iou),
      committed(4, exercise(iou, ["alice"])),
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

  it("adds a contract that was created elsewhere", () => {
    const { active, contracts } = stateAfter(assigned(1, "00aa", iou));
    expect([...active.all.values()]).to.deep.equal(["iou"]);
    expect(contracts.get("iou")?.created).to.deep.equal({
      offset: 1,
      nodeId: 0,
      synchronizerId: west,
    });
  });

  it("changes no contract that is on another synchronizer than it names", () => {
    const archived = committed(2, exercise(iou, ["alice"]));
    const before = stateAfter(created, archived);
    const after = stateAfter(
      created,
      archived,
      unassigned(3, "00aa", iou, contractOf("unknown")),
      assigned(4, "00aa", iou, note),
    );
    expect(after.active).to.deep.equal(before.active);
    expect(after.contracts.get("iou")).to.deep.equal(before.contracts.get("iou"));
    expect(after.contracts.size).to.equal(2);
    expect([...after.active.all.values()]).to.deep.equal(["note"]);
    expect(after.inFlight.size).to.equal(0);
  });

  it("does not let a contract in flight be archived", () => {
    const { contracts } = stateAfter(
      created,
      unassigned(2, "00aa", iou),
      committed(3, exercise(iou, ["alice"])),
    );
    expect(contracts.get("iou")?.archived).to.equal(undefined);
  });
});
