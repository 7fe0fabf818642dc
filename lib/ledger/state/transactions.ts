import type { TransactionUpdate } from "../../base/model/update.ts";
import { ContractsEditor } from "./contracts.ts";
import type { StateDraft } from "./state-draft.ts";

/**
 * What a transaction creates becomes active, what it consumes ends; what it rolled back did not
 * happen. A contract created and consumed here is never seen active.
 */
export const foldTransaction = (draft: StateDraft, update: TransactionUpdate): void => {
  const { offset, synchronizerId, transaction, submission } = update;
  const { nodes } = transaction;
  const contracts = new ContractsEditor(draft);
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (node === undefined) continue;
    const at = { offset, nodeId: node.nodeId, synchronizerId };
    if (node.kind === "create") {
      const entry = { at, reassignmentCounter: 0, workflowId: submission.workflowId };
      contracts.create(node.contract, entry);
    } else if (node.kind === "exercise" && node.consuming) {
      contracts.archive(node.contractId, at);
    } else if (node.kind === "rollback") {
      index = Math.max(index, node.lastDescendantNodeId);
    }
  }
  contracts.close(draft);
};
