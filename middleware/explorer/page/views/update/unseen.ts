import type { StepWithoutEvent } from "../../../list-steps-without-event.ts";
import { ApiError, askData } from "../../base/client.ts";
import { acsDeltaShape, type SeenUpdate } from "../../base/updates.ts";
import { isViewingAsAllParties, type TransactionShape } from "../../base/view-settings.ts";

/**
 * Loads the steps without events, for users who can read as any party. Empty for a pruned
 * transaction.
 */
export const fetchUnseenSteps = async (
  { kind, offset }: SeenUpdate,
  shape: TransactionShape,
  signal: AbortSignal,
): Promise<readonly StepWithoutEvent[]> => {
  if (kind !== "transaction" || shape === acsDeltaShape || !isViewingAsAllParties.peek()) return [];
  try {
    const { steps } = (await askData(`steps/${offset}`, { signal })) as {
      readonly steps: readonly StepWithoutEvent[];
    };
    return steps;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
};
