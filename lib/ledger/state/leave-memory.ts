import type { ContractId, Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import { taggedJson } from "../../base/values/tagged-json.ts";
import { changeKey } from "./change-key.ts";
import { endedBy } from "./ended-by.ts";
import type { LedgerState, LogEntry } from "./ledger-state.ts";
import { endOf, type Past, type PastKind, type Stretch, stretched } from "./past.ts";
import { contractText, PastContracts } from "./past-contracts.ts";
import { PastEvents, PastHistory } from "./past-history.ts";
import { blockOf, continuedRun, offsetKey, type OffsetRun, PastLog, runText } from "./past-log.ts";
import { PastChanges, PastRejections, PastSigned, PastUpdates } from "./past-lookups.ts";
import { draftOf, publish, type StateDraft } from "./state-draft.ts";

/** One record of the history archive. */
export interface PastRecord {
  readonly kind: PastKind;
  readonly key: string;
  readonly value: string;
  /** True if the value is one more item of a comma-separated list. */
  readonly isOneMore?: boolean;
}

/** The keys of the entries that leave memory. */
export interface Leaving {
  /** All offsets up to this one are in the archive. */
  readonly upTo: Offset;
  readonly updates: UpdateId[];
  readonly contracts: ContractId[];
  readonly changes: string[];
  readonly signed: string[];
  readonly rejected: string[];
}

/** The part of a state that leaves memory, and its location in the archive. */
export interface Departure {
  readonly leaving: Leaving;
  readonly records: readonly PastRecord[];
  readonly log: readonly Stretch[];
  readonly history: readonly Stretch[];
}

/** The location of an empty archive, for a journal without entries. */
export const noPast: Pick<Past, "position" | "log" | "history"> = {
  position: 0,
  log: [],
  history: [],
};

/**
 * Returns everything in a state that decisions do not need, as records for a branch of the archive.
 * `positions` are journal positions by offset. O(evicted entries in memory).
 */
export const departureOf = (
  state: LedgerState,
  branch: number,
  positions: ReadonlyMap<Offset, number>,
): Departure => {
  const leaver = new Leaver(state, branch, positions);
  for (const [, entry] of state.log.residentEntries()) leaver.take(entry);
  leaver.takeHistory();
  return leaver.departure();
};

class Leaver {
  readonly #state: LedgerState;
  readonly #branch: number;
  readonly #positions: ReadonlyMap<Offset, number>;
  readonly #records: PastRecord[] = [];
  readonly #leaving: Leaving;
  #run: OffsetRun | undefined;
  #log: readonly Stretch[];
  #history: readonly Stretch[];

  constructor(state: LedgerState, branch: number, positions: ReadonlyMap<Offset, number>) {
    this.#state = state;
    this.#branch = branch;
    this.#positions = positions;
    ({ log: this.#log, history: this.#history } = state.past ?? noPast);
    const upTo = state.ledgerEnd;
    this.#leaving = { upTo, updates: [], contracts: [], changes: [], signed: [], rejected: [] };
  }

  take(entry: LogEntry): void {
    const { offset, update, completion } = entry;
    this.#log = stretched(this.#log, this.#branch, offset);
    this.#takePlace(offset, this.#positions.get(offset) ?? 0);
    if (update !== undefined) {
      this.#put("update", update.updateId, String(offset));
      this.#leaving.updates.push(update.updateId);
      for (const contractId of endedBy(update)) this.#takeContract(contractId);
    }
    if (update?.kind === "transaction") {
      this.#takeTransaction(entry, update.externalTransactionHash);
    } else if (update === undefined) {
      this.#takeRejection(offset, completion?.externalTransactionHash);
    }
  }

  takeHistory(): void {
    for (const [number, record] of this.#state.history.residentEntries()) {
      this.#history = stretched(this.#history, this.#branch, number);
      this.#put("record", offsetKey(number), taggedJson(record));
      this.#put("event", record.eventId, String(number));
    }
  }

  departure(): Departure {
    this.#endRun();
    this.#run = undefined;
    return {
      leaving: this.#leaving,
      records: this.#records,
      log: this.#log,
      history: this.#history,
    };
  }

  #takePlace(offset: Offset, position: number): void {
    const run = this.#run && continuedRun(this.#run, offset, position);
    if (run === undefined) this.#endRun();
    this.#run = run ?? { from: offset, to: offset, position, pace: 1 };
  }

  #endRun(): void {
    const run = this.#run;
    if (run === undefined) return;
    const key = offsetKey(blockOf(run.from));
    this.#records.push({ kind: "offset", key, value: runText(run), isOneMore: true });
  }

  #takeTransaction({ offset, completion }: LogEntry, signed: string | undefined): void {
    if (completion?.outcome.kind === "accepted") {
      const change = changeKey(completion.submission);
      this.#add("change", change, offset);
      this.#leaving.changes.push(change);
    }
    if (signed === undefined) return;
    this.#add("signed", signed, offset);
    this.#leaving.signed.push(signed);
  }

  #takeRejection(offset: Offset, signed: string | undefined): void {
    if (signed === undefined) return;
    this.#add("rejected", signed, offset);
    this.#leaving.rejected.push(signed);
  }

  #takeContract(contractId: ContractId): void {
    const record = this.#state.contracts.get(contractId);
    if (record?.archived === undefined) return;
    const isTold = this.#tells(record.created.offset);
    this.#put("contract", contractId, contractText(record, isTold));
    this.#leaving.contracts.push(contractId);
  }

  #tells(offset: Offset): boolean {
    const isHeld = offset > endOf(this.#state.past?.log ?? [], 0);
    if (isHeld) return this.#state.log.get(offset) !== undefined;
    return this.#state.past?.log.some(({ from, to }) => from <= offset && offset <= to) ?? false;
  }

  #put(kind: PastKind, key: string, value: string): void {
    this.#records.push({ kind, key, value });
  }

  #add(kind: PastKind, key: string, offset: Offset): void {
    this.#records.push({ kind, key, value: String(offset), isOneMore: true });
  }
}

/** No keys: nothing leaves memory. */
const nothing: Leaving = {
  upTo: 0,
  updates: [],
  contracts: [],
  changes: [],
  signed: [],
  rejected: [],
};

/**
 * Returns the same state, or a later one, with the archived entries looked up in the archive
 * instead of memory. O(evicted entries + entries that stay in memory).
 */
export const withPast = (state: LedgerState, past: Past, leaving?: Leaving): LedgerState => {
  const draft = draftOf(state);
  putPast(draft, past, leaving);
  return publish(draft);
};

export const putPast = (draft: StateDraft, past: Past, leaving: Leaving = nothing): void => {
  const { prunedUpTo } = draft;
  const { upTo } = leaving;
  const { acceptedChanges, signedTransactions, signedRejections } = draft;
  // If the same key occurred again since, its newest entry stays in memory.
  const changes = leaving.changes.filter(
    (change) => (acceptedChanges.get(change)?.offset ?? 0) <= upTo,
  );
  const signed = leaving.signed.filter((hash) => (signedTransactions.get(hash) ?? 0) <= upTo);
  const rejected = leaving.rejected.filter(
    (hash) => (signedRejections.get(hash)?.at(-1) ?? 0) <= upTo,
  );
  draft.past = past;
  draft.log = draft.log.withOlder(new PastLog(past, prunedUpTo));
  draft.updateOffsets = draft.updateOffsets.withOlder(
    new PastUpdates(past, prunedUpTo),
    leaving.updates,
  );
  draft.contracts = draft.contracts.withOlder(
    new PastContracts(past, prunedUpTo),
    leaving.contracts,
  );
  draft.acceptedChanges = acceptedChanges.withOlder(new PastChanges(past, prunedUpTo), changes);
  draft.signedTransactions = signedTransactions.withOlder(new PastSigned(past, prunedUpTo), signed);
  draft.signedRejections = signedRejections.withOlder(
    new PastRejections(past, prunedUpTo),
    rejected,
  );
  draft.history = draft.history.withOlder(new PastHistory(past));
  draft.historyPositions = draft.historyPositions.withOlder(new PastEvents(past), eventsIn(draft));
};

/** Returns the event ids of archived records. Checks all ids in memory, because there are few. */
const eventsIn = ({ historyPositions, past }: StateDraft): readonly string[] => {
  const end = endOf(past?.history ?? [], -1);
  return Array.from(historyPositions.entries()).flatMap(([eventId, number]) =>
    number <= end ? [eventId] : [],
  );
};
