import { qualifiedNameOf } from "./names.ts";
import { type SeenUpdate, stepOf } from "./updates.ts";

/**
 * Returns true if a string or number within a JSON value contains the text, regardless of case. The
 * names of fields are not searched. `wanted` is in lower case.
 */
const isIn = (value: unknown, wanted: string): boolean => {
  if (typeof value === "string") return value.toLowerCase().includes(wanted);
  if (typeof value === "number" || typeof value === "boolean") {
    return String(value).includes(wanted);
  }
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((item) => isIn(item, wanted));
};

export interface TextOfContract {
  readonly contractId: string;
  readonly templateId: string;
  readonly createArgument?: unknown;
  readonly contractKey?: unknown;
}

/** Returns true if the text is in the ids, the template name, the payload or the key. */
export const contractHasText = (
  { contractId, templateId, createArgument, contractKey }: TextOfContract,
  wanted: string,
): boolean => isIn([contractId, qualifiedNameOf(templateId), createArgument, contractKey], wanted);

export const updateHasText = (update: SeenUpdate, wanted: string): boolean => {
  const { updateId, commandId, workflowId, events, moves, json, kind } = update;
  if (isIn([updateId, commandId, workflowId], wanted)) return true;
  if (kind === "topology") return isIn(json, wanted);
  return (
    events.map(stepOf).some((step) => {
      if (step.kind !== "exercise") return contractHasText(step.event, wanted);
      const { choice, choiceArgument, exerciseResult } = step.event;
      const values = [choice, choiceArgument, exerciseResult];
      return contractHasText(step.event, wanted) || isIn(values, wanted);
    }) || moves.some((move) => isIn(move, wanted))
  );
};
