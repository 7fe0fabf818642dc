import type { ContractId, Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import { formatTaggedJson } from "../../base/values/tagged-json.ts";
import { makeChangeKey } from "./accepted-completions.ts";
import { deactivatedContracts } from "./deactivated-contracts.ts";
import { EvictedContracts, formatEvictedContract } from "./evicted-contracts.ts";
import {
  appendToRanges,
  type ArchiveRecordKind,
  type EvictedHistory,
  type EvictedRange,
  getLastEvictedNumber,
} from "./evicted-history.ts";
import {
  EvictedLog,
  extendOffsetRun,
  formatOffsetKey,
  formatOffsetRun,
  getOffsetBlockIndex,
  type OffsetRun,
} from "./evicted-log.ts";
import {
  EvictedChangeCompletions,
  EvictedExecutions,
  EvictedRejections,
  EvictedUpdates,
} from "./evicted-lookups.ts";
import { EvictedRecordNumbers, EvictedRecords } from "./evicted-records.ts";
import type { LedgerState, LogEntry } from "./ledger-state.ts";
import { createStateDraft, freezeDraft, type StateDraft } from "./state-draft.ts";

/** One record of the history archive. */
export interface HistoryArchiveRecord {
  readonly kind: ArchiveRecordKind;
  readonly key: string;
  readonly value: string;
  /** True if the value is one more item of a comma-separated list. */
  readonly isListItem?: boolean;
}

/** The keys of the entries that are removed from memory. */
export interface EvictedKeys {
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
  readonly keys: EvictedKeys;
  readonly records: readonly HistoryArchiveRecord[];
  readonly log: readonly EvictedRange[];
  readonly history: readonly EvictedRange[];
}

/** The location of an empty archive, for a journal without entries. */
export const emptyArchiveLocation: Pick<EvictedHistory, "position" | "log" | "history"> = {
  position: 0,
  log: [],
  history: [],
};

/**
 * Returns the part of a state that decisions do not need, as records for a branch of the archive.
 * `positions` are journal positions by offset. O(evicted entries in memory).
 */
export const createEviction = (
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
  readonly #records: HistoryArchiveRecord[] = [];
  readonly #keys: EvictedKeys;
  #run: OffsetRun | undefined;
  #log: readonly EvictedRange[];
  #history: readonly EvictedRange[];

  constructor(state: LedgerState, branch: number, positions: ReadonlyMap<Offset, number>) {
    this.#state = state;
    this.#branch = branch;
    this.#positions = positions;
    ({ log: this.#log, history: this.#history } = state.evicted ?? emptyArchiveLocation);
    const upTo = state.ledgerEnd;
    this.#keys = { upTo, updates: [], contracts: [], changes: [], signed: [], rejected: [] };
  }

  add(entry: LogEntry): void {
    const { offset, update, completion } = entry;
    this.#log = appendToRanges(this.#log, this.#branch, offset);
    this.#addPosition(offset, this.#positions.get(offset) ?? 0);
    if (update !== undefined) {
      this.#setRecord("update", update.updateId, String(offset));
      this.#keys.updates.push(update.updateId);
      for (const contractId of deactivatedContracts(update)) this.#addContract(contractId);
    }
    if (update?.kind === "transaction") {
      this.#addTransaction(entry, update.externalTransactionHash);
    } else if (update === undefined) {
      this.#addRejection(offset, completion?.externalTransactionHash);
    }
  }

  addHistory(): void {
    for (const [number, record] of this.#state.history.residentEntries()) {
      this.#history = appendToRanges(this.#history, this.#branch, number);
      this.#setRecord("record", formatOffsetKey(number), formatTaggedJson(record));
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
    const run = this.#run && extendOffsetRun(this.#run, offset, position);
    if (run === undefined) this.#endRun();
    this.#run = run ?? { from: offset, to: offset, position, step: 1 };
  }

  #endRun(): void {
    const run = this.#run;
    if (run === undefined) return;
    const key = formatOffsetKey(getOffsetBlockIndex(run.from));
    this.#records.push({ kind: "offset", key, value: formatOffsetRun(run), isListItem: true });
  }

  #addTransaction({ offset, completion }: LogEntry, signed: string | undefined): void {
    if (completion?.outcome.kind === "accepted") {
      const change = makeChangeKey(completion.submission);
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
    this.#setRecord("contract", contractId, formatEvictedContract(record, isArchived));
    this.#keys.contracts.push(contractId);
  }

  #isArchived(offset: Offset): boolean {
    const isHeld = offset > getLastEvictedNumber(this.#state.evicted?.log ?? [], 0);
    if (isHeld) return this.#state.log.get(offset) !== undefined;
    return this.#state.evicted?.log.some(({ from, to }) => from <= offset && offset <= to) ?? false;
  }

  #setRecord(kind: ArchiveRecordKind, key: string, value: string): void {
    this.#records.push({ kind, key, value });
  }

  #appendRecord(kind: ArchiveRecordKind, key: string, offset: Offset): void {
    this.#records.push({ kind, key, value: String(offset), isListItem: true });
  }
}

/** The keys of an eviction that removes no entry from memory. */
const noKeys: EvictedKeys = {
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
  keys?: EvictedKeys,
): LedgerState => {
  const draft = createStateDraft(state);
  attachEvicted(draft, evicted, keys);
  return freezeDraft(draft);
};

export const attachEvicted = (
  draft: StateDraft,
  evicted: EvictedHistory,
  keys: EvictedKeys = noKeys,
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
  draft.log = draft.log.withOlder(new EvictedLog(evicted, prunedUpTo));
  draft.updateOffsets = draft.updateOffsets.withOlder(
    new EvictedUpdates(evicted, prunedUpTo),
    keys.updates,
  );
  draft.contracts = draft.contracts.withOlder(
    new EvictedContracts(evicted, prunedUpTo),
    keys.contracts,
  );
  draft.acceptedChanges = acceptedChanges.withOlder(
    new EvictedChangeCompletions(evicted, prunedUpTo),
    changes,
  );
  draft.signedTransactions = signedTransactions.withOlder(
    new EvictedExecutions(evicted, prunedUpTo),
    signed,
  );
  draft.signedRejections = signedRejections.withOlder(
    new EvictedRejections(evicted, prunedUpTo),
    rejected,
  );
  draft.history = draft.history.withOlder(new EvictedRecords(evicted));
  draft.historyPositions = draft.historyPositions.withOlder(
    new EvictedRecordNumbers(evicted),
    evictedEventIds(draft),
  );
};

/** Returns the event ids of archived records. Checks all ids in memory, because there are few. */
const evictedEventIds = ({ historyPositions, evicted }: StateDraft): readonly string[] => {
  const end = getLastEvictedNumber(evicted?.history ?? [], -1);
  return Array.from(historyPositions.entries()).flatMap(([eventId, number]) =>
    number <= end ? [eventId] : [],
  );
};
