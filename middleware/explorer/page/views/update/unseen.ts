import type { UnseenStep } from "../../../unseen-steps.ts";
import { ApiError, askData } from "../../base/client.ts";
import { currentRights } from "../../base/ledger.ts";
import { acsDeltaShape, type SeenUpdate } from "../../base/updates.ts";
import { type TransactionShape, viewingParties } from "../../base/view-settings.ts";

/**
 * Loads the steps without events, for users who can read as any party. Empty for a pruned
 * transaction.
 */
export const fetchUnseenSteps = async (
  { kind, offset }: SeenUpdate,
  shape: TransactionShape,
  signal: AbortSignal,
): Promise<readonly UnseenStep[]> => {
  const seesAll = currentRights.peek().readsAll && viewingParties.peek() === "everybody";
  if (kind !== "transaction" || shape === acsDeltaShape || !seesAll) return [];
  try {
    const { steps } = (await askData(`steps/${offset}`, { signal })) as {
      readonly steps: readonly UnseenStep[];
    };
    return steps;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
};
