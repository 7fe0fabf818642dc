import { applyAdministration } from "./administration.ts";
import { applyCondensed, applyCondensedContracts } from "./condensed.ts";
import { applyTransaction } from "./contracts.ts";
import type { EvolveContext } from "./evolve-context.ts";
import type { JournalEntry, LedgerEvent } from "./ledger-event.ts";
import type { LedgerState } from "./ledger-state.ts";
import { applyHistory, applyRejection, applyUpdate } from "./log.ts";
import { applyPackages } from "./packages.ts";
import { applyPruning } from "./prune.ts";
import { applyReassignment } from "./reassignments.ts";
import { createStateDraft, freezeDraft, type StateDraft } from "./state-draft.ts";
import { applyConnection } from "./synchronizers.ts";
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
  applyEvent(draft, event, context);
  return freezeDraft(draft);
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
  for (const event of entry.events) applyEvent(draft, event, context);
  draft.position = entry.position;
  return freezeDraft(draft);
};

const applyEvent = (draft: StateDraft, event: LedgerEvent, context: EvolveContext): void => {
  switch (event.kind) {
    case "participantInitialized":
      draft.participantId = event.participantId;
      return;
    case "transactionCommitted":
      if (context.historyOf !== undefined) {
        applyHistory(draft, context.historyOf(event.update, draft));
      }
      applyTransaction(draft, event.update);
      return applyUpdate(draft, event.update, event.completion);
    case "reassignmentCommitted":
      applyReassignment(draft, event.update);
      return applyUpdate(draft, event.update, event.completion);
    case "topologyChanged":
      applyHosting(draft, event.update);
      return applyUpdate(draft, event.update);
    case "vettingChanged":
      return applyVetting(draft, event.synchronizerId, event.vetting);
    case "signingKeysRegistered":
      return applySigningKeys(draft, event);
    case "partyProposed":
      return applyProposal(draft, event.party);
    case "commandRejected":
      return applyRejection(draft, event.completion);
    case "synchronizerConnected":
      return applyConnection(draft, event);
    case "packagesAdded":
      return applyPackages(draft, event.packageIds, context);
    case "historyRecorded":
      return applyHistory(draft, event.records);
    case "pruned":
      return applyPruning(draft, event.upTo);
    case "journalCondensed":
      return applyCondensed(draft, event.state);
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
