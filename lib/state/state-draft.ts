import type { LedgerState } from "./ledger-state.ts";

/**
 * The state while one journal entry is folded into it: a copy of its root. Whatever lies deeper is
 * shared with the published state: it is replaced, not changed.
 */
export type StateDraft = { -readonly [Property in keyof LedgerState]: LedgerState[Property] };

export const draftOf = (state: LedgerState): StateDraft => ({ ...state });

/** Ends the draft: it is a state now, and stays as it is. */
export const publish = (draft: StateDraft): LedgerState => Object.freeze(draft);
