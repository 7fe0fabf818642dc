import type { Ledger } from "../../lib/index.ts";
import type { Node } from "../../lib/store.ts";

/**
 * A step of a transaction without an event in the ledger API: a fetch, a look-up by key, a
 * rollback, or a step that was rolled back.
 */
export interface TransactionStepWithoutEvent {
  readonly nodeId: number;
  readonly kind: Node["kind"];
  /** Its own node id if it has no consequences. */
  readonly lastDescendantNodeId: number;
  /** Absent for rollbacks. */
  readonly templateId?: string;
  /** Absent for rollbacks and for look-ups by key. */
  readonly contractId?: string;
  /** Choice of an exercise. */
  readonly choice?: string;
  readonly consuming?: boolean;
  /** Parties that learn of the step; empty for a rollback itself. */
  readonly witnessParties: readonly string[];
}

/**
 * Returns the steps of the transaction at an offset that have no event, in order; empty if there is
 * no transaction. O(steps).
 */
export const listStepsWithoutEvent = (
  { state }: Ledger,
  offset: number,
): readonly TransactionStepWithoutEvent[] => {
  const update = state.log.get(offset)?.update;
  if (update?.kind !== "transaction") return [];
  const found: TransactionStepWithoutEvent[] = [];
  let lastUndone = -1;
  for (const node of update.transaction.nodes) {
    if (node.kind === "rollback") lastUndone = Math.max(lastUndone, node.lastDescendantNodeId);
    const isEvent = node.kind === "create" || node.kind === "exercise";
    if (!isEvent || node.nodeId <= lastUndone) found.push(unseenStep(node));
  }
  return found;
};

const unseenStep = (node: Node): TransactionStepWithoutEvent => {
  const { nodeId, kind, witnesses: witnessParties } = node;
  const step = { nodeId, kind, lastDescendantNodeId: nodeId, witnessParties };
  switch (node.kind) {
    case "create":
      return {
        ...step,
        templateId: node.contract.templateId,
        contractId: node.contract.contractId,
      };
    case "exercise": {
      const { templateId, contractId, choice, consuming, lastDescendantNodeId } = node;
      return { ...step, templateId, contractId, choice, consuming, lastDescendantNodeId };
    }
    case "fetch":
      return { ...step, templateId: node.templateId, contractId: node.contractId };
    case "lookupByKey":
      return { ...step, templateId: node.templateId };
    case "rollback":
      return { ...step, lastDescendantNodeId: node.lastDescendantNodeId };
  }
};
