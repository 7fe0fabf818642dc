import { expect } from "chai";

import type { ActiveContract, LedgerState } from "../../../lib/store.ts";
import { activeContractIds } from "../../support/active-contract-ids.ts";
import { committedEvent, contractOf, east, stateAfter } from "../../support/journal-events.ts";
import { create, exercise, rollback } from "../../support/transactions.ts";

const idsOf = (index: LedgerState["active"]["all"] | undefined): readonly string[] =>
  Array.from(index?.values() ?? [], ({ contract }) => contract.contractId);

const contractBySequence = ([sequence, { contract }]: [number, ActiveContract]) => [
  sequence,
  contract,
];

const archive = (contract: ReturnType<typeof contractOf>) => exercise(contract, ["alice"]);

describe("committed transaction in a state", () => {
  const iou = contractOf("iou", { observers: ["bob"], keyHash: "key" });
  const note = contractOf("note", { template: "Main:Note" });

  it("makes its created contracts active, in order, in every index", () => {
    const { active, contracts } = stateAfter(committedEvent(1, create(iou), create(note)));
    expect(Array.from(active.all.entries(), contractBySequence)).to.deep.equal([
      [1, iou],
      [2, note],
    ]);
    expect(idsOf(active.byStakeholder.get("alice"))).to.deep.equal(["iou", "note"]);
    expect(idsOf(active.byStakeholder.get("bob"))).to.deep.equal(["iou"]);
    expect(idsOf(active.byTemplate.get("coin:Main:Iou"))).to.deep.equal(["iou"]);
    expect(idsOf(active.byTemplate.get("coin:Main:Note"))).to.deep.equal(["note"]);
    expect(idsOf(active.byKey.get("key"))).to.deep.equal(["iou"]);
    const at = { offset: 1, nodeId: 1, synchronizerId: east };
    expect(contracts.get("note")).to.deep.equal({
      contract: note,
      created: at,
      activation: { ...at, sequence: 2, reassignmentCounter: 0, workflowId: "workflow" },
    });
  });

  it("removes its consumed contracts from every index", () => {
    const { active, contracts } = stateAfter(
      committedEvent(1, create(iou)),
      committedEvent(2, archive(iou)),
    );
    for (const index of [active.all, active.byStakeholder, active.byTemplate, active.byKey]) {
      expect(index.size).to.equal(0);
    }
    const created = { offset: 1, nodeId: 0, synchronizerId: east };
    const archived = { ...created, offset: 2 };
    expect(contracts.get("iou")).to.deep.equal({
      contract: iou,
      created,
      archived,
      ended: [
        {
          ...created,
          sequence: 1,
          reassignmentCounter: 0,
          workflowId: "workflow",
          end: archived,
        },
      ],
    });
  });

  it("keeps other contracts of a party, template or key when one is archived", () => {
    const other = contractOf("other", { keyHash: "key" });
    const { active } = stateAfter(
      committedEvent(1, create(iou), create(other)),
      committedEvent(2, archive(iou)),
    );
    expect(idsOf(active.byStakeholder.get("alice"))).to.deep.equal(["other"]);
    expect(active.byStakeholder.has("bob")).to.equal(false);
    expect(idsOf(active.byTemplate.get("coin:Main:Iou"))).to.deep.equal(["other"]);
    expect(idsOf(active.byKey.get("key"))).to.deep.equal(["other"]);
  });

  it("never shows a transient contract as active", () => {
    const state = stateAfter(
      committedEvent(1, create(iou), archive(iou)),
      committedEvent(2, create(note)),
    );
    expect(activeContractIds(state)).to.deep.equal(["note"]);
    expect(state.active.byStakeholder.has("bob")).to.equal(false);
    expect(state.contracts.get("iou")?.archived?.nodeId).to.equal(1);
  });

  it("keeps a contract active after a nonconsuming exercise", () => {
    const look = exercise(iou, ["alice"], { choice: "Look", consuming: false });
    expect(
      activeContractIds(stateAfter(committedEvent(1, create(iou)), committedEvent(2, look))),
    ).to.deep.equal(["iou"]);
  });

  it("archives and creates inside an exercise", () => {
    const transfer = exercise(iou, ["alice"], { choice: "Transfer" }, create(note));
    const state = stateAfter(committedEvent(1, create(iou)), committedEvent(2, transfer));
    expect(activeContractIds(state)).to.deep.equal(["note"]);
    expect(state.contracts.get("note")?.created.nodeId).to.equal(1);
  });

  it("ignores rolled-back nodes, and applies all nodes after them", () => {
    const state = stateAfter(
      committedEvent(1, create(iou)),
      committedEvent(
        2,
        rollback(exercise(iou, ["alice"], {}, create(contractOf("undone"))), rollback()),
        create(note),
      ),
    );
    expect(activeContractIds(state)).to.deep.equal(["iou", "note"]);
    expect(state.contracts.has("undone")).to.equal(false);
  });

  it("changes no contract if it consumes an unknown or archived one", () => {
    const gone = stateAfter(committedEvent(1, create(iou)), committedEvent(2, archive(iou)));
    const again = stateAfter(
      committedEvent(1, create(iou)),
      committedEvent(2, archive(iou)),
      committedEvent(3, archive(iou), archive(note)),
    );
    expect(again.contracts.get("iou")).to.deep.equal(gone.contracts.get("iou"));
    expect(again.contracts.size).to.equal(1);
    expect(activeContractIds(again)).to.deep.equal([]);
  });

  it("creates a contract only once", () => {
    const state = stateAfter(committedEvent(1, create(iou)), committedEvent(2, create(iou)));
    expect(activeContractIds(state)).to.deep.equal(["iou"]);
    expect(state.contracts.get("iou")?.created.offset).to.equal(1);
  });

  it("handles parties, templates and keys that are named like properties of Object.prototype", () => {
    const odd = contractOf("__proto__", {
      signatories: ["__proto__"],
      observers: ["constructor"],
      keyHash: "toString",
    });
    const { active, contracts } = stateAfter(committedEvent(1, create(odd)));
    expect(idsOf(active.byStakeholder.get("__proto__"))).to.deep.equal(["__proto__"]);
    expect(idsOf(active.byKey.get("toString"))).to.deep.equal(["__proto__"]);
    expect(active.byStakeholder.has("toString")).to.equal(false);
    expect(contracts.has("constructor")).to.equal(false);
  });
});
