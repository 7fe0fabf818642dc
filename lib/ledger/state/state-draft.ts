import type { LedgerState } from "./ledger-state.ts";

/**
 * The state while one journal entry is folded into it: a copy of its root. Whatever lies deeper is
 * shared with the published state: it is replaced, not changed.
 */
export type StateDraft = { -readonly [Property in keyof LedgerState]: LedgerState[Property] };

/** Property by property, as copying the object as a whole takes ten times as long. */
export const draftOf = (state: LedgerState): StateDraft => ({
  participantId: state.participantId,
  position: state.position,
  ledgerEnd: state.ledgerEnd,
  prunedUpTo: state.prunedUpTo,
  synchronizers: state.synchronizers,
  contracts: state.contracts,
  active: state.active,
  consumedStrangers: state.consumedStrangers,
  log: state.log,
  updateOffsets: state.updateOffsets,
  signedTransactions: state.signedTransactions,
  signedRejections: state.signedRejections,
  acceptedChanges: state.acceptedChanges,
  inFlight: state.inFlight,
  assignmentsDue: state.assignmentsDue,
  parties: state.parties,
  users: state.users,
  identityProviders: state.identityProviders,
  packages: state.packages,
  vetting: state.vetting,
  hosting: state.hosting,
  signingKeys: state.signingKeys,
  proposals: state.proposals,
  history: state.history,
  historyPositions: state.historyPositions,
  past: state.past,
});

/** Ends the draft: it is a state now, and stays as it is. */
export const publish = (draft: StateDraft): LedgerState => Object.freeze(draft);
