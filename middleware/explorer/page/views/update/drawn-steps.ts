import type { TransactionStepWithoutEvent } from "../../../list-steps-without-event.ts";
import { readEntityName } from "../../base/names.ts";
import { formatStepKind, getStepNodeId } from "../../base/steps.ts";
import {
  convertEventToTransactionStep,
  type ExplorerUpdate,
  type TransactionStep,
} from "../../base/updates.ts";

/** A step in the drawing of a transaction. */
export interface DrawnTransactionStep {
  readonly nodeId: number;
  readonly kind: string;
  readonly title: string;
  /** Target of the step; empty if it is the title. */
  readonly on: string;
  readonly witnessParties: readonly string[];
  /** True for a rollback and for the steps that it rolled back. */
  readonly isUndone: boolean;
  readonly children: DrawnTransactionStep[];
}

interface ListedStep extends Omit<DrawnTransactionStep, "isUndone"> {
  readonly last: number;
}

/** Returns the top-level steps of a transaction: those with events and those without. */
export const buildDrawnStepTree = (
  { events }: ExplorerUpdate,
  unseen: readonly TransactionStepWithoutEvent[],
): readonly DrawnTransactionStep[] => {
  const listed = [
    ...events.map((event) => toListedStep(convertEventToTransactionStep(event))),
    ...unseen.map(toListedUnseenStep),
  ].sort((one, other) => one.nodeId - other.nodeId);
  const roots: DrawnTransactionStep[] = [];
  const open: { readonly step: DrawnTransactionStep; readonly last: number }[] = [];
  for (const { last, ...step } of listed) {
    while ((open.at(-1)?.last ?? Infinity) < step.nodeId) open.pop();
    const parent = open.at(-1)?.step;
    const isUndone = step.kind === "rollback" || parent?.isUndone === true;
    const drawn: DrawnTransactionStep = { ...step, isUndone };
    (parent?.children ?? roots).push(drawn);
    if (last > step.nodeId) open.push({ step: drawn, last });
  }
  return roots;
};

const toListedStep = (step: TransactionStep): ListedStep => {
  const { templateId, witnessParties } = step.event;
  const nodeId = getStepNodeId(step);
  const common = { nodeId, kind: formatStepKind(step), witnessParties, children: [] };
  const entity = readEntityName(templateId);
  return step.kind === "exercise"
    ? { ...common, title: step.event.choice, on: entity, last: step.event.lastDescendantNodeId }
    : { ...common, title: entity, on: "", last: nodeId };
};

const toListedUnseenStep = (step: TransactionStepWithoutEvent): ListedStep => {
  const { nodeId, lastDescendantNodeId: last, templateId = "", witnessParties } = step;
  const common = {
    nodeId,
    last,
    witnessParties,
    kind: formatStepKindWithoutEvent(step),
    children: [],
  };
  if (step.kind === "rollback") return { ...common, title: "undone", on: "" };
  const entity = readEntityName(templateId);
  return step.choice === undefined
    ? { ...common, title: entity, on: "" }
    : { ...common, title: step.choice, on: entity };
};

export const formatStepKindWithoutEvent = ({
  kind,
  consuming,
}: TransactionStepWithoutEvent): string => {
  if (kind === "lookupByKey") return "lookup by key";
  if (kind !== "exercise") return kind;
  return consuming === true ? "consuming" : "non-consuming";
};
