import type { Writable } from "./immer.ts";
import type { ActiveContracts, LedgerState, Synchronizer } from "./ledger-state.ts";

/**
 * The state while one journal entry is folded into it. Aggregates are plain objects to assign to;
 * the large collections are values to replace.
 */
export interface StateDraft extends Omit<Writable<LedgerState>, "active" | "synchronizers"> {
  readonly active: Writable<ActiveContracts>;
  readonly synchronizers: Writable<Synchronizer>[];
}
