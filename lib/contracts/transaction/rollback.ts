import type { RollbackNodeDraft, TransactionNodeDraft } from "./node-draft.ts";
import { draftRollbackNode } from "./step-drafts.ts";

/**
 * Returns the rollback nodes for a rolled-back scope with these children (daml-lf.md 11.5). Rollbacks
 * among the children must already be normalized. In the result, no rollback node is empty, or begins or
 * ends with a rollback; rollbacks in the middle and adjacent rollbacks stay. May change the array.
 */
export const normalizeRollbackNodes = (
  children: TransactionNodeDraft[],
): readonly RollbackNodeDraft[] => {
  const leading = children.findIndex((child) => !isRollback(child));
  const before = children.slice(0, leading < 0 ? children.length : leading).filter(isRollback);
  if (leading < 0) return before;
  const rest = leading === 0 ? children : children.slice(leading);
  // The first child is not a rollback, so at most the last one needs merging.
  const last = rest.at(-1);
  if (last !== undefined && isRollback(last)) {
    rest.pop();
    for (const child of last.children) rest.push(child);
  }
  return [...before, draftRollbackNode(rest)];
};

const isRollback = (draft: TransactionNodeDraft): draft is RollbackNodeDraft =>
  draft.node.kind === "rollback";
