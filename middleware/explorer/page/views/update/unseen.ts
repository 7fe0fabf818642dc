import type { UnseenStep } from "../../../unseen-steps.ts";
import { askData, RefusedError } from "../../base/client.ts";
import { rights } from "../../base/ledger.ts";
import { type Shape, viewers } from "../../base/lens.ts";
import { delta, type SeenUpdate } from "../../base/updates.ts";

/**
 * Loads the steps without events, for users who can read as any party. Empty for a pruned
 * transaction.
 */
export const unseenStepsOf = async (
  { kind, offset }: SeenUpdate,
  shape: Shape,
  signal: AbortSignal,
): Promise<readonly UnseenStep[]> => {
  const seesAll = rights.peek().readsAll && viewers.peek() === "everybody";
  if (kind !== "transaction" || shape === delta || !seesAll) return [];
  try {
    const { steps } = (await askData(`steps/${offset}`, { signal })) as {
      readonly steps: readonly UnseenStep[];
    };
    return steps;
  } catch (error) {
    if (error instanceof RefusedError) return [];
    throw error;
  }
};
