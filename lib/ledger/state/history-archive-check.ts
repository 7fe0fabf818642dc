import type { ContractId, Offset } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import { createChangeIdKey } from "./accepted-completions.ts";
import { EvictedContracts } from "./evicted-contracts.ts";
import { type EvictedHistory, missingArchiveRecordError } from "./evicted-history.ts";
import { EvictedUpdateLog } from "./evicted-log.ts";
import {
  EvictedCompletionsByChangeId,
  EvictedSignedRejectionOffsets,
  EvictedSignedTransactionOffsets,
  EvictedUpdateOffsets,
} from "./evicted-lookups.ts";
import { EvictedCoinHistoryRecords, EvictedRecordNumbersByEventId } from "./evicted-records.ts";
import type { LogEntry } from "./log-entry.ts";

/** Checks that the records of the history archive are consistent with the journal. */
export class HistoryArchiveChecker {
  readonly #evicted: EvictedHistory;
  readonly #active: ReadonlySet<ContractId>;
  readonly #log: EvictedUpdateLog;
  readonly #updates: EvictedUpdateOffsets;
  readonly #contracts: EvictedContracts;
  readonly #changes: EvictedCompletionsByChangeId;
  readonly #signed: EvictedSignedTransactionOffsets;
  readonly #rejections: EvictedSignedRejectionOffsets;
  readonly #history: EvictedCoinHistoryRecords;
  readonly #events: EvictedRecordNumbersByEventId;

  /** `active` are the contracts that are active at the end of the archived history. */
  constructor(evicted: EvictedHistory, active: ReadonlySet<ContractId>) {
    this.#evicted = evicted;
    this.#active = active;
    this.#log = new EvictedUpdateLog(evicted, 0);
    this.#updates = new EvictedUpdateOffsets(evicted, 0);
    this.#contracts = new EvictedContracts(evicted, 0);
    this.#changes = new EvictedCompletionsByChangeId(evicted, 0);
    this.#signed = new EvictedSignedTransactionOffsets(evicted, 0);
    this.#rejections = new EvictedSignedRejectionOffsets(evicted, 0);
    this.#history = new EvictedCoinHistoryRecords(evicted);
    this.#events = new EvictedRecordNumbersByEventId(evicted);
  }

  /**
   * Checks all offsets in order, and yields each. Raises SERVICE_NOT_RUNNING at the first missing
   * or wrong record.
   */
  *offsets(): Generator<Offset, void, undefined> {
    for (const [offset, entry] of this.#log.entries()) {
      this.#checkEntry(entry);
      yield offset;
    }
  }

  /**
   * Checks all records of coin history in order, and yields the number of each. Raises like
   * {@link offsets}.
   */
  *records(): Generator<number, void, undefined> {
    for (const [number, { eventId }] of this.#history.entries()) {
      if (this.#events.get(eventId) !== number) {
        throw missingArchiveRecordError(this.#evicted, `the position of event ${eventId}`);
      }
      yield number;
    }
  }

  #checkEntry({ offset, update, completion }: LogEntry): void {
    if (update !== undefined) {
      const { updateId } = update;
      if (this.#updates.get(updateId) !== offset) {
        throw missingArchiveRecordError(this.#evicted, `the position of update ${updateId}`);
      }
      for (const contractId of listArchivedContracts(update)) this.#checkContract(contractId);
    }
    const signed = update?.kind === "transaction" ? update.externalTransactionHash : undefined;
    if (update?.kind === "transaction" && completion?.outcome.kind === "accepted") {
      const { submission } = completion;
      const found = this.#changes.get(createChangeIdKey(submission))?.offset ?? 0;
      if (found < offset) {
        throw missingArchiveRecordError(
          this.#evicted,
          `the acceptance of command ${submission.commandId}`,
        );
      }
    }
    if (signed !== undefined && (this.#signed.get(signed) ?? 0) < offset) {
      throw missingArchiveRecordError(
        this.#evicted,
        `the execution of the transaction with hash ${signed}`,
      );
    }
    const refused = update === undefined ? completion?.externalTransactionHash : undefined;
    if (refused !== undefined && (this.#rejections.get(refused)?.at(-1) ?? 0) < offset) {
      throw missingArchiveRecordError(
        this.#evicted,
        `the rejection of the transaction with hash ${refused}`,
      );
    }
  }

  #checkContract(contractId: ContractId): void {
    if (this.#active.has(contractId) || this.#contracts.get(contractId) !== undefined) return;
    throw missingArchiveRecordError(this.#evicted, `contract ${contractId}`);
  }
}

/** Returns the contracts that the update archived, without those below a rollback. */
const listArchivedContracts = (update: Update): readonly ContractId[] => {
  if (update.kind !== "transaction") return [];
  const archived: ContractId[] = [];
  let end = -1;
  for (const node of update.transaction.nodes) {
    if (node.nodeId <= end) continue;
    if (node.kind === "rollback") end = node.lastDescendantNodeId;
    if (node.kind === "exercise" && node.consuming) archived.push(node.contractId);
  }
  return archived;
};
