import type { ActiveContracts, LedgerState } from "./ledger-state.ts";

type Writable<T> = { -readonly [Property in keyof T]: T[Property] };

/**
 * The state while one journal entry is folded into it: a copy of its root, and of the root of the
 * active contracts. Whatever lies deeper is shared with the published state: it is replaced, not
 * changed.
 */
export interface StateDraft extends Writable<Omit<LedgerState, "active">> {
  readonly active: Writable<ActiveContracts>;
}

export const draftOf = (state: LedgerState): StateDraft => ({
  ...state,
  active: { ...state.active },
});

/** Ends the draft: it is a state now, and stays as it is. */
export const publish = (draft: StateDraft): LedgerState => {
  Object.freeze(draft.active);
  return Object.freeze(draft);
};
