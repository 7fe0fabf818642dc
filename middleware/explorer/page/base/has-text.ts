import { readQualifiedName } from "./names.ts";
import { convertEventToTransactionStep, type ExplorerUpdate } from "./updates.ts";

/**
 * Returns true if a string or number within a JSON value contains the text, regardless of case. The
 * names of fields are not searched. `wanted` is in lower case.
 */
const containsText = (value: unknown, wanted: string): boolean => {
  if (typeof value === "string") return value.toLowerCase().includes(wanted);
  if (typeof value === "number" || typeof value === "boolean") {
    return String(value).includes(wanted);
  }
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((item) => containsText(item, wanted));
};

export interface SearchableContract {
  readonly contractId: string;
  readonly templateId: string;
  readonly createArgument?: unknown;
  readonly contractKey?: unknown;
}

/** Returns true if the text is in the ids, the template name, the payload or the key. */
export const isTextInContract = (
  { contractId, templateId, createArgument, contractKey }: SearchableContract,
  wanted: string,
): boolean =>
  containsText([contractId, readQualifiedName(templateId), createArgument, contractKey], wanted);

export const isTextInUpdate = (update: ExplorerUpdate, wanted: string): boolean => {
  const { updateId, commandId, workflowId, events, moves, json, kind } = update;
  if (containsText([updateId, commandId, workflowId], wanted)) return true;
  if (kind === "topology") return containsText(json, wanted);
  return (
    events.map(convertEventToTransactionStep).some((step) => {
      if (step.kind !== "exercise") return isTextInContract(step.event, wanted);
      const { choice, choiceArgument, exerciseResult } = step.event;
      const values = [choice, choiceArgument, exerciseResult];
      return isTextInContract(step.event, wanted) || containsText(values, wanted);
    }) || moves.some((move) => containsText(move, wanted))
  );
};
