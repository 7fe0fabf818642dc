import type { ContractId, Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import { encodeLosslessJson } from "../../base/values/tagged-json.ts";
import { createChangeIdKey } from "./accepted-completions.ts";
import { encodeEvictedContract, EvictedContracts } from "./evicted-contracts.ts";
import {
  appendToEvictedRanges,
  type EvictedHistory,
  type EvictedRecordRange,
  getEndOfEvictedRanges,
  type HistoryArchiveRecordKind,
} from "./evicted-history.ts";
import {
  encodeOffsetRange,
  EvictedUpdateLog,
  extendOffsetRange,
  formatOffsetKey,
  getOffsetBlockIndex,
  type OffsetRangeWithJournalPosition,
} from "./evicted-log.ts";
import {
  EvictedCompletionsByChangeId,
  EvictedSignedRejectionOffsets,
  EvictedSignedTransactionOffsets,
  EvictedUpdateOffsets,
} from "./evicted-lookups.ts";
import { EvictedCoinHistoryRecords, EvictedRecordNumbersByEventId } from "./evicted-records.ts";
import type { LedgerState, LogEntry } from "./ledger-state.ts";
import { listContractsDeactivatedByUpdate } from "./list-contracts-deactivated-by-update.ts";
import { createStateDraft, freezeStateDraft, type LedgerStateDraft } from "./state-draft.ts";

/** One record of the history archive. */
export interface ArchivedHistoryRecord {
  readonly kind: HistoryArchiveRecordKind;
  readonly key: string;
  readonly value: string;
  /** True if the value is one more item of a comma-separated list. */
  readonly isListItem?: boolean;
}

/** The keys of the entries that are removed from memory. */
export interface EvictedEntryKeys {
  /** The eviction includes all offsets up to this one. */
  readonly upTo: Offset;
  readonly updates: UpdateId[];
  readonly contracts: ContractId[];
  readonly changes: string[];
  readonly signed: string[];
  readonly rejected: string[];
}

/** The part of a state to remove from memory, and its location in the archive. */
export interface HistoryEviction {
  readonly keys: EvictedEntryKeys;
  readonly records: readonly ArchivedHistoryRecord[];
  readonly log: readonly EvictedRecordRange[];
  readonly history: readonly EvictedRecordRange[];
}

/** The location of an empty archive, for a journal without entries. */
export const emptyHistoryArchiveLocation: Pick<EvictedHistory, "position" | "log" | "history"> = {
  position: 0,
  log: [],
  history: [],
};

/**
 * Returns the part of a state that decisions do not need, as records for a branch of the archive.
 * `positions` are journal positions by offset. O(evicted entries in memory).
 */
export const selectHistoryToEvict = (
  state: LedgerState,
  branch: number,
  positions: ReadonlyMap<Offset, number>,
): HistoryEviction => {
  const builder = new EvictionBuilder(state, branch, positions);
  for (const [, entry] of state.log.residentEntries()) builder.add(entry);
  builder.addHistory();
  return builder.build();
};

class EvictionBuilder {
  readonly #state: LedgerState;
  readonly #branch: number;
  readonly #positions: ReadonlyMap<Offset, number>;
  readonly #records: ArchivedHistoryRecord[] = [];
  readonly #keys: EvictedEntryKeys;
  #run: OffsetRangeWithJournalPosition | undefined;
  #log: readonly EvictedRecordRange[];
  #history: readonly EvictedRecordRange[];

  constructor(state: LedgerState, branch: number, positions: ReadonlyMap<Offset, number>) {
    this.#state = state;
    this.#branch = branch;
    this.#positions = positions;
    ({ log: this.#log, history: this.#history } = state.evicted ?? emptyHistoryArchiveLocation);
    const upTo = state.ledgerEnd;
    this.#keys = { upTo, updates: [], contracts: [], changes: [], signed: [], rejected: [] };
  }

  add(entry: LogEntry): void {
    const { offset, update, completion } = entry;
    this.#log = appendToEvictedRanges(this.#log, this.#branch, offset);
    this.#addPosition(offset, this.#positions.get(offset) ?? 0);
    if (update !== undefined) {
      this.#setRecord("update", update.updateId, String(offset));
      this.#keys.updates.push(update.updateId);
      for (const contractId of listContractsDeactivatedByUpdate(update)) {
        this.#addContract(contractId);
      }
    }
    if (update?.kind === "transaction") {
      this.#addTransaction(entry, update.externalTransactionHash);
    } else if (update === undefined) {
      this.#addRejection(offset, completion?.externalTransactionHash);
    }
  }

  addHistory(): void {
    for (const [number, record] of this.#state.history.residentEntries()) {
      this.#history = appendToEvictedRanges(this.#history, this.#branch, number);
      this.#setRecord("record", formatOffsetKey(number), encodeLosslessJson(record));
      this.#setRecord("event", record.eventId, String(number));
    }
  }

  build(): HistoryEviction {
    this.#endRun();
    this.#run = undefined;
    return {
      keys: this.#keys,
      records: this.#records,
      log: this.#log,
      history: this.#history,
    };
  }

  #addPosition(offset: Offset, position: number): void {
    const run = this.#run && extendOffsetRange(this.#run, offset, position);
    if (run === undefined) this.#endRun();
    this.#run = run ?? { from: offset, to: offset, position, step: 1 };
  }

  #endRun(): void {
    const run = this.#run;
    if (run === undefined) return;
    const key = formatOffsetKey(getOffsetBlockIndex(run.from));
    this.#records.push({ kind: "offset", key, value: encodeOffsetRange(run), isListItem: true });
  }

  #addTransaction({ offset, completion }: LogEntry, signed: string | undefined): void {
    if (completion?.outcome.kind === "accepted") {
      const change = createChangeIdKey(completion.submission);
      this.#appendRecord("change", change, offset);
      this.#keys.changes.push(change);
    }
    if (signed === undefined) return;
    this.#appendRecord("signed", signed, offset);
    this.#keys.signed.push(signed);
  }

  #addRejection(offset: Offset, signed: string | undefined): void {
    if (signed === undefined) return;
    this.#appendRecord("rejected", signed, offset);
    this.#keys.rejected.push(signed);
  }

  #addContract(contractId: ContractId): void {
    const record = this.#state.contracts.get(contractId);
    if (record?.archived === undefined) return;
    const isArchived = this.#isArchived(record.created.offset);
    this.#setRecord("contract", contractId, encodeEvictedContract(record, isArchived));
    this.#keys.contracts.push(contractId);
  }

  #isArchived(offset: Offset): boolean {
    const isHeld = offset > getEndOfEvictedRanges(this.#state.evicted?.log ?? [], 0);
    if (isHeld) return this.#state.log.get(offset) !== undefined;
    return this.#state.evicted?.log.some(({ from, to }) => from <= offset && offset <= to) ?? false;
  }

  #setRecord(kind: HistoryArchiveRecordKind, key: string, value: string): void {
    this.#records.push({ kind, key, value });
  }

  #appendRecord(kind: HistoryArchiveRecordKind, key: string, offset: Offset): void {
    this.#records.push({ kind, key, value: String(offset), isListItem: true });
  }
}

/** The keys of an eviction that removes no entry from memory. */
const noKeys: EvictedEntryKeys = {
  upTo: 0,
  updates: [],
  contracts: [],
  changes: [],
  signed: [],
  rejected: [],
};

/**
 * Returns a state without the entries that are in the archive, which it looks up there instead.
 * `state` may be later than the evicted one. O(evicted entries + entries that stay in memory).
 */
export const createStateWithoutEvicted = (
  state: LedgerState,
  evicted: EvictedHistory,
  keys?: EvictedEntryKeys,
): LedgerState => {
  const draft = createStateDraft(state);
  attachEvictedHistory(draft, evicted, keys);
  return freezeStateDraft(draft);
};

export const attachEvictedHistory = (
  draft: LedgerStateDraft,
  evicted: EvictedHistory,
  keys: EvictedEntryKeys = noKeys,
): void => {
  const { prunedUpTo } = draft;
  const { upTo } = keys;
  const { acceptedChanges, signedTransactions, signedRejections } = draft;
  // If a key has a newer entry that is not in the archive, the newer entry stays in memory.
  const changes = keys.changes.filter(
    (change) => (acceptedChanges.get(change)?.offset ?? 0) <= upTo,
  );
  const signed = keys.signed.filter((hash) => (signedTransactions.get(hash) ?? 0) <= upTo);
  const rejected = keys.rejected.filter(
    (hash) => (signedRejections.get(hash)?.at(-1) ?? 0) <= upTo,
  );
  draft.evicted = evicted;
  draft.log = draft.log.withOlder(new EvictedUpdateLog(evicted, prunedUpTo));
  draft.updateOffsets = draft.updateOffsets.withOlder(
    new EvictedUpdateOffsets(evicted, prunedUpTo),
    keys.updates,
  );
  draft.contracts = draft.contracts.withOlder(
    new EvictedContracts(evicted, prunedUpTo),
    keys.contracts,
  );
  draft.acceptedChanges = acceptedChanges.withOlder(
    new EvictedCompletionsByChangeId(evicted, prunedUpTo),
    changes,
  );
  draft.signedTransactions = signedTransactions.withOlder(
    new EvictedSignedTransactionOffsets(evicted, prunedUpTo),
    signed,
  );
  draft.signedRejections = signedRejections.withOlder(
    new EvictedSignedRejectionOffsets(evicted, prunedUpTo),
    rejected,
  );
  draft.history = draft.history.withOlder(new EvictedCoinHistoryRecords(evicted));
  draft.historyPositions = draft.historyPositions.withOlder(
    new EvictedRecordNumbersByEventId(evicted),
    evictedEventIds(draft),
  );
};

/** Returns the event ids of archived records. Checks all ids in memory, because there are few. */
const evictedEventIds = ({ historyPositions, evicted }: LedgerStateDraft): readonly string[] => {
  const end = getEndOfEvictedRanges(evicted?.history ?? [], -1);
  return Array.from(historyPositions.entries()).flatMap(([eventId, number]) =>
    number <= end ? [eventId] : [],
  );
};
