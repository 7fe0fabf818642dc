import type { UnseenStep } from "../../../unseen-steps.ts";
import { ApiError, askData } from "../../base/client.ts";
import { rights } from "../../base/ledger.ts";
import { acsDeltaShape, type SeenUpdate } from "../../base/updates.ts";
import { type Shape, viewingParties } from "../../base/view-settings.ts";

/**
 * Loads the steps without events, for users who can read as any party. Empty for a pruned
 * transaction.
 */
export const fetchUnseenSteps = async (
  { kind, offset }: SeenUpdate,
  shape: Shape,
  signal: AbortSignal,
): Promise<readonly UnseenStep[]> => {
  const seesAll = rights.peek().readsAll && viewingParties.peek() === "everybody";
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
