import { applyAdministration } from "./administration.ts";
import { applyCondensedContracts, applyCondensedState } from "./condensed.ts";
import { applyTransactionToContracts } from "./contracts.ts";
import type { EventApplicationContext } from "./event-application-context.ts";
import type { JournalEntry, JournalEvent } from "./journal-event.ts";
import type { LedgerState } from "./ledger-state.ts";
import { addCoinHistoryRecords, addRejectionToLog, addUpdateToLog } from "./log.ts";
import { addPackagesToState } from "./packages.ts";
import { applyPruning } from "./prune.ts";
import { applyReassignment } from "./reassignments.ts";
import { createStateDraft, freezeStateDraft, type LedgerStateDraft } from "./state-draft.ts";
import { applySynchronizerConnection } from "./synchronizers.ts";
import {
  applyPartyHosting,
  applySigningKeys,
  applyVetting,
  incrementOnboardingProposalCount,
} from "./topology.ts";

/**
 * Returns the state after one more event. Pure. Never throws: an event about something unknown
 * changes nothing. A transaction costs O(its nodes × log of the ledger's size). The position does
 * not change; {@link applyJournalEntry} changes it.
 */
export const applyEventToLedgerState = (
  state: LedgerState,
  event: JournalEvent,
  context: EventApplicationContext,
): LedgerState => {
  const draft = createStateDraft(state);
  applyEvent(draft, event, context);
  return freezeStateDraft(draft);
};

/**
 * Returns the state after one more journal entry, with all its events in one step. See {@link
 * applyEventToLedgerState}.
 */
export const applyJournalEntry = (
  state: LedgerState,
  entry: JournalEntry,
  context: EventApplicationContext,
): LedgerState => {
  const draft = createStateDraft(state);
  for (const event of entry.events) applyEvent(draft, event, context);
  draft.position = entry.position;
  return freezeStateDraft(draft);
};

const applyEvent = (
  draft: LedgerStateDraft,
  event: JournalEvent,
  context: EventApplicationContext,
): void => {
  switch (event.kind) {
    case "participantInitialized":
      draft.participantId = event.participantId;
      return;
    case "transactionCommitted":
      if (context.historyOf !== undefined) {
        addCoinHistoryRecords(draft, context.historyOf(event.update, draft));
      }
      applyTransactionToContracts(draft, event.update);
      return addUpdateToLog(draft, event.update, event.completion);
    case "reassignmentCommitted":
      applyReassignment(draft, event.update);
      return addUpdateToLog(draft, event.update, event.completion);
    case "topologyChanged":
      applyPartyHosting(draft, event.update);
      return addUpdateToLog(draft, event.update);
    case "vettingChanged":
      return applyVetting(draft, event.synchronizerId, event.vetting);
    case "signingKeysRegistered":
      return applySigningKeys(draft, event);
    case "partyProposed":
      return incrementOnboardingProposalCount(draft, event.party);
    case "commandRejected":
      return addRejectionToLog(draft, event.completion);
    case "synchronizerConnected":
      return applySynchronizerConnection(draft, event);
    case "packagesAdded":
      return addPackagesToState(draft, event.packageIds, context);
    case "historyRecorded":
      return addCoinHistoryRecords(draft, event.records);
    case "pruned":
      return applyPruning(draft, event.upTo);
    case "journalCondensed":
      return applyCondensedState(draft, event.state);
    case "contractsCondensed":
      return applyCondensedContracts(draft, event.contracts);
    case "partyDetailsChanged":
    case "userChanged":
    case "userDeleted":
    case "identityProviderChanged":
    case "identityProviderDeleted":
      return applyAdministration(draft, event);
  }
};
