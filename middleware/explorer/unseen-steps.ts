import type { Ledger } from "../../lib/index.ts";
import type { Node } from "../../lib/store.ts";

/**
 * A step of a transaction that the ledger API has no event for: a look at a contract or at a key, a rollback, and what
 * was undone by one.
 */
export interface UnseenStep {
  readonly nodeId: number;
  readonly kind: Node["kind"];
  /** Its own where nothing follows from it. */
  readonly lastDescendantNodeId: number;
  /** Absent for rollbacks. */
  readonly templateId?: string;
  /** Absent for rollbacks, and for keys. */
  readonly contractId?: string;
  /** Of an exercise. */
  readonly choice?: string;
  readonly consuming?: boolean;
  /** Who learns of it: of a rollback nobody by itself. */
  readonly witnessParties: readonly string[];
}

/** Those of the transaction at an offset, in order; none where there is no transaction. O(its steps). */
export const unseenSteps = ({ state }: Ledger, offset: number): readonly UnseenStep[] => {
  const update = state.log.get(offset)?.update;
  if (update?.kind !== "transaction") return [];
  const found: UnseenStep[] = [];
  let lastUndone = -1;
  for (const node of update.transaction.nodes) {
    if (node.kind === "rollback") lastUndone = Math.max(lastUndone, node.lastDescendantNodeId);
    const isEvent = node.kind === "create" || node.kind === "exercise";
    if (!isEvent || node.nodeId <= lastUndone) found.push(unseenStep(node));
  }
  return found;
};

const unseenStep = (node: Node): UnseenStep => {
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
