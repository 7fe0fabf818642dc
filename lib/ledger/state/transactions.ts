import type { TransactionUpdate } from "../../base/model/update.ts";
import { ContractsEditor } from "./contracts.ts";
import type { StateDraft } from "./state-draft.ts";

/**
 * Activates the contracts that a transaction creates, and archives those it consumes; nodes below a
 * rollback are ignored. A contract that is created and consumed in the same transaction is never
 * active.
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
