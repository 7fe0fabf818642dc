import type { TransactionStepWithoutEvent } from "../../../list-steps-without-event.ts";
import { ApiError, requestExplorerData } from "../../base/client.ts";
import { acsDeltaShape, type ExplorerUpdate } from "../../base/updates.ts";
import { isViewingAsAllParties, type TransactionShape } from "../../base/view-settings.ts";

/**
 * Loads the steps without events, for users who can read as any party. Empty for a pruned
 * transaction.
 */
export const fetchTransactionStepsWithoutEvent = async (
  { kind, offset }: ExplorerUpdate,
  shape: TransactionShape,
  signal: AbortSignal,
): Promise<readonly TransactionStepWithoutEvent[]> => {
  if (kind !== "transaction" || shape === acsDeltaShape || !isViewingAsAllParties.peek()) return [];
  try {
    const { steps } = (await requestExplorerData(`steps/${offset}`, { signal })) as {
      readonly steps: readonly TransactionStepWithoutEvent[];
    };
    return steps;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
};
