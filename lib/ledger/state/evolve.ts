import { foldAdministration } from "./administration.ts";
import { foldCondensed, foldCondensedContracts } from "./condensed.ts";
import { foldTransaction } from "./contracts.ts";
import type { EvolveContext } from "./evolve-context.ts";
import type { JournalEntry, LedgerEvent } from "./ledger-event.ts";
import type { LedgerState } from "./ledger-state.ts";
import { foldHistory, foldRejection, foldUpdate } from "./log.ts";
import { foldPackages } from "./packages.ts";
import { foldPruning } from "./prune.ts";
import { foldReassignment } from "./reassignments.ts";
import { createStateDraft, publishDraft, type StateDraft } from "./state-draft.ts";
import { foldConnection } from "./synchronizers.ts";
import { applyHosting, applyProposal, applySigningKeys, applyVetting } from "./topology.ts";

/**
 * Returns the state after one more event. Pure. Never throws: an event about something unknown
 * changes nothing. A transaction costs O(its nodes × log of the ledger's size). The position does
 * not change; {@link applyEntry} changes it.
 */
export const evolveState = (
  state: LedgerState,
  event: LedgerEvent,
  context: EvolveContext,
): LedgerState => {
  const draft = createStateDraft(state);
  foldEvent(draft, event, context);
  return publishDraft(draft);
};

/**
 * Returns the state after one more journal entry, with all its events in one step. See {@link
 * evolveState}.
 */
export const applyEntry = (
  state: LedgerState,
  entry: JournalEntry,
  context: EvolveContext,
): LedgerState => {
  const draft = createStateDraft(state);
  for (const event of entry.events) foldEvent(draft, event, context);
  draft.position = entry.position;
  return publishDraft(draft);
};

const foldEvent = (draft: StateDraft, event: LedgerEvent, context: EvolveContext): void => {
  switch (event.kind) {
    case "participantInitialized":
      draft.participantId = event.participantId;
      return;
    case "transactionCommitted":
      if (context.historyOf !== undefined) {
        foldHistory(draft, context.historyOf(event.update, draft));
      }
      foldTransaction(draft, event.update);
      return foldUpdate(draft, event.update, event.completion);
    case "reassignmentCommitted":
      foldReassignment(draft, event.update);
      return foldUpdate(draft, event.update, event.completion);
    case "topologyChanged":
      applyHosting(draft, event.update);
      return foldUpdate(draft, event.update);
    case "vettingChanged":
      return applyVetting(draft, event.synchronizerId, event.vetting);
    case "signingKeysRegistered":
      return applySigningKeys(draft, event);
    case "partyProposed":
      return applyProposal(draft, event.party);
    case "commandRejected":
      return foldRejection(draft, event.completion);
    case "synchronizerConnected":
      return foldConnection(draft, event);
    case "packagesAdded":
      return foldPackages(draft, event.packageIds, context);
    case "historyRecorded":
      return foldHistory(draft, event.records);
    case "pruned":
      return foldPruning(draft, event.upTo);
    case "journalCondensed":
      return foldCondensed(draft, event.state);
    case "contractsCondensed":
      return foldCondensedContracts(draft, event.contracts);
    case "partyDetailsChanged":
    case "userChanged":
    case "userDeleted":
    case "identityProviderChanged":
    case "identityProviderDeleted":
      return foldAdministration(draft, event);
  }
};
