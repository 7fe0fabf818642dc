import type { EventExplanation, UpdateExplanation } from "../../../../../lib/index.ts";
import { askData, RefusedError } from "../../ground/client.ts";
import { parties, rights } from "../../ground/ledger.ts";

/** A rollback of a transaction, and the steps that were undone by it. */
export interface Rollback {
  readonly nodeId: number;
  readonly events: readonly EventExplanation[];
}

/** The API tells of none: only who may read as any party learns of them, as the explanation of the update has them. */
export const rollbacksOf = async (
  updateId: string,
  signal: AbortSignal,
): Promise<readonly Rollback[]> => {
  const [party] = parties.peek();
  if (!rights.peek().readsAll || party === undefined) return [];
  const found = new Map<number, EventExplanation[]>();
  for (const event of await explanation(updateId, party, signal)) {
    for (const reason of event.because) {
      if (reason.rule !== "rolledBack") continue;
      found.set(reason.by, [...(found.get(reason.by) ?? []), event]);
    }
  }
  return Array.from(found, ([nodeId, events]) => ({ nodeId, events }));
};

/** Nothing where it cannot be told, as of what is pruned. */
const explanation = async (
  updateId: string,
  party: string,
  signal: AbortSignal,
): Promise<readonly EventExplanation[]> => {
  try {
    const path = `explanations/${updateId}?party=${encodeURIComponent(party)}`;
    return ((await askData(path, { signal })) as UpdateExplanation).events;
  } catch (error) {
    if (error instanceof RefusedError) return [];
    throw error;
  }
};
