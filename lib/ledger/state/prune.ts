import type { Offset } from "../../base/identifiers/identifiers.ts";
import { removeAcceptedCompletion } from "./accepted-completions.ts";
import { isActiveRecord } from "./contracts.ts";
import { attachEvictedHistory } from "./eviction.ts";
import type { ContractRecord, LogEntry } from "./ledger-state.ts";
import { listContractsDeactivatedByUpdate } from "./list-contracts-deactivated-by-update.ts";
import type { LedgerStateDraft } from "./state-draft.ts";

/**
 * Removes updates, completions, accepted changes and archived contracts up to `upTo`. Active
 * contracts stay. O(removed entries); with a history archive, O(entries in memory).
 */
export const applyPruning = (draft: LedgerStateDraft, upTo: Offset): void => {
  if (upTo <= draft.prunedUpTo) return;
  const removedEntries = entriesUpTo(draft, upTo);
  deletePrunedLog(draft, removedEntries);
  deletePrunedChanges(draft, removedEntries);
  deletePrunedContracts(draft, removedEntries, upTo);
  draft.prunedUpTo = upTo;
  if (draft.evicted !== undefined) {
    deletePrunedActivations(draft, upTo);
    attachEvictedHistory(draft, draft.evicted);
  }
};

const entriesUpTo = (draft: LedgerStateDraft, upTo: Offset): readonly LogEntry[] => {
  const entries: LogEntry[] = [];
  for (const [offset, entry] of draft.log.residentEntries()) {
    if (offset > upTo) break;
    entries.push(entry);
  }
  return entries;
};

const deletePrunedLog = (draft: LedgerStateDraft, gone: readonly LogEntry[]): void => {
  const log = draft.log.edit();
  const updateOffsets = draft.updateOffsets.edit();
  for (const { offset, update } of gone) {
    log.delete(offset);
    if (update !== undefined) updateOffsets.delete(update.updateId);
  }
  draft.log = log.close();
  draft.updateOffsets = updateOffsets.close();
};

const deletePrunedChanges = (draft: LedgerStateDraft, gone: readonly LogEntry[]): void => {
  const changes = draft.acceptedChanges.edit();
  for (const { offset, completion } of gone) {
    if (completion !== undefined) removeAcceptedCompletion(changes, completion.submission, offset);
  }
  draft.acceptedChanges = changes.close();
};

const deletePrunedContracts = (
  draft: LedgerStateDraft,
  gone: readonly LogEntry[],
  upTo: Offset,
): void => {
  const contracts = draft.contracts.edit();
  const kept: ContractRecord[] = [];
  for (const { update } of gone) {
    for (const contractId of update === undefined ? [] : listContractsDeactivatedByUpdate(update)) {
      const record = contracts.get(contractId);
      if (record === undefined) continue;
      if (record.archived !== undefined && record.archived.offset <= upTo) {
        contracts.delete(contractId);
      } else {
        kept.push(record);
      }
    }
  }
  draft.contracts = contracts.close();
  deleteEndedActivations(draft, kept, upTo);
};

/**
 * Removes ended activations up to `upTo` from all contracts. Needed if history was evicted, because
 * then the updates that ended them are not in `gone`.
 */
const deletePrunedActivations = (draft: LedgerStateDraft, upTo: Offset): void => {
  const records = Array.from(draft.contracts.entries(), ([, record]) => record);
  deleteEndedActivations(
    draft,
    records.filter(({ ended }) => ended !== undefined),
    upTo,
  );
};

/** Removes ended activations up to `upTo` from the records, also in the indexes of active contracts. */
const deleteEndedActivations = (
  draft: LedgerStateDraft,
  records: readonly ContractRecord[],
  upTo: Offset,
): void => {
  const shortened = records.map((record) => removeEndedActivations(record, upTo));
  const contracts = draft.contracts.edit();
  for (const record of shortened) contracts.set(record.contract.contractId, record);
  draft.contracts = contracts.close();
  draft.active = draft.active.including(shortened.filter(isActiveRecord));
};

const removeEndedActivations = (record: ContractRecord, upTo: Offset): ContractRecord => {
  const { ended: all = [], ...rest } = record;
  const ended = all.filter(({ end }) => end.offset > upTo);
  return ended.length === 0 ? rest : { ...rest, ended };
};
