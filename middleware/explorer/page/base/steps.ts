import {
  convertEventToTransactionStep,
  type ExplorerUpdate,
  type TransactionStep,
} from "./updates.ts";

/** A step with its visible consequences. */
export interface TransactionStepTree {
  readonly step: TransactionStep;
  readonly children: TransactionStepTree[];
  readonly depth: number;
}

export const getStepNodeId = ({ event }: TransactionStep): number => event.nodeId;

/** Returns the top-level steps of a transaction. */
export const buildTransactionStepTree = ({
  events,
}: Pick<ExplorerUpdate, "events">): readonly TransactionStepTree[] => {
  const roots: TransactionStepTree[] = [];
  const open: { readonly node: TransactionStepTree; readonly last: number }[] = [];
  for (const step of events.map(convertEventToTransactionStep)) {
    const id = getStepNodeId(step);
    while (open.length > 0 && (open.at(-1)?.last ?? 0) < id) open.pop();
    const node: TransactionStepTree = { step, children: [], depth: open.length };
    (open.at(-1)?.node.children ?? roots).push(node);
    if (step.kind === "exercise") open.push({ node, last: step.event.lastDescendantNodeId });
  }
  return roots;
};

/** Returns all steps of a tree in order. */
export const flattenSteps = (
  roots: readonly TransactionStepTree[],
): readonly TransactionStepTree[] =>
  roots.flatMap((node) => [node, ...flattenSteps(node.children)]);

export const formatStepKind = (step: TransactionStep): string => {
  if (step.kind !== "exercise") return step.kind;
  return step.event.consuming ? "consuming" : "non-consuming";
};
