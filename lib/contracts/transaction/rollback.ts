import type { NodeDraft, RollbackDraft } from "./node-draft.ts";
import { rollbackDraft } from "./step-drafts.ts";

/**
 * What stands in the parent for a scope that was rolled back with these children, whose own rollbacks
 * are normalised already (daml-lf.md 11.5). No rollback is empty, begins with a rollback, or ends with
 * one; rollbacks in the middle and next to one another stay. Takes the array over.
 */
export const normalizedRollback = (children: NodeDraft[]): readonly RollbackDraft[] => {
  const leading = children.findIndex((child) => !isRollback(child));
  const before = children.slice(0, leading < 0 ? children.length : leading).filter(isRollback);
  if (leading < 0) return before;
  const rest = leading === 0 ? children : children.slice(leading);
  // Its first child is no rollback, so at most its last one is left to be merged.
  const last = rest.at(-1);
  if (last !== undefined && isRollback(last)) {
    rest.pop();
    for (const child of last.children) rest.push(child);
  }
  return [...before, rollbackDraft(rest)];
};

const isRollback = (draft: NodeDraft): draft is RollbackDraft => draft.node.kind === "rollback";
