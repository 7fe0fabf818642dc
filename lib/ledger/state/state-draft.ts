import type { LedgerState } from "./ledger-state.ts";

/**
 * A mutable copy of the top-level properties of a state, to which a journal entry is applied. All
 * deeper objects are shared with the published state: replace them instead of changing them.
 */
export type LedgerStateDraft = { -readonly [Property in keyof LedgerState]: LedgerState[Property] };

/**
 * Returns a draft of the state. Copies property by property, because spreading the object takes ten
 * times as long.
 */
export const createStateDraft = (state: LedgerState): LedgerStateDraft => ({
  participantId: state.participantId,
  position: state.position,
  ledgerEnd: state.ledgerEnd,
  prunedUpTo: state.prunedUpTo,
  synchronizers: state.synchronizers,
  contracts: state.contracts,
  active: state.active,
  consumedDisclosed: state.consumedDisclosed,
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
  evicted: state.evicted,
});

/** Freezes the draft and returns it as a state. */
export const freezeStateDraft = (draft: LedgerStateDraft): LedgerState => Object.freeze(draft);
