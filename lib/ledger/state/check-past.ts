import type { ContractId, Offset } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import { changeKey } from "./change-key.ts";
import type { LogEntry } from "./log-entry.ts";
import { lost, type Past } from "./past.ts";
import { PastContracts } from "./past-contracts.ts";
import { PastEvents, PastHistory } from "./past-history.ts";
import { PastLog } from "./past-log.ts";
import { PastChanges, PastRejections, PastSigned, PastUpdates } from "./past-lookups.ts";

/** Compares the records of the history archive with the journal. */
export class PastCheck {
  readonly #past: Past;
  readonly #active: ReadonlySet<ContractId>;
  readonly #log: PastLog;
  readonly #updates: PastUpdates;
  readonly #contracts: PastContracts;
  readonly #changes: PastChanges;
  readonly #signed: PastSigned;
  readonly #rejections: PastRejections;
  readonly #history: PastHistory;
  readonly #events: PastEvents;

  /** `active` are the contracts in memory, as of the end of the archived history. */
  constructor(past: Past, active: ReadonlySet<ContractId>) {
    this.#past = past;
    this.#active = active;
    this.#log = new PastLog(past, 0);
    this.#updates = new PastUpdates(past, 0);
    this.#contracts = new PastContracts(past, 0);
    this.#changes = new PastChanges(past, 0);
    this.#signed = new PastSigned(past, 0);
    this.#rejections = new PastRejections(past, 0);
    this.#history = new PastHistory(past);
    this.#events = new PastEvents(past);
  }

  /**
   * Checks one offset after another, and yields each. Raises SERVICE_NOT_RUNNING at the first wrong
   * record.
   */
  *offsets(): Generator<Offset, void, undefined> {
    for (const [offset, entry] of this.#log.entries()) {
      this.#checkEntry(entry);
      yield offset;
    }
  }

  /** Checks coin history in the same way, and yields the number of each record. */
  *records(): Generator<number, void, undefined> {
    for (const [number, { eventId }] of this.#history.entries()) {
      if (this.#events.get(eventId) !== number) throw lost(this.#past, `where event ${eventId} is`);
      yield number;
    }
  }

  #checkEntry({ offset, update, completion }: LogEntry): void {
    if (update !== undefined) {
      const { updateId } = update;
      if (this.#updates.get(updateId) !== offset) {
        throw lost(this.#past, `where update ${updateId} is`);
      }
      for (const contractId of archivedBy(update)) this.#checkContract(contractId);
    }
    const signed = update?.kind === "transaction" ? update.externalTransactionHash : undefined;
    if (update?.kind === "transaction" && completion?.outcome.kind === "accepted") {
      const { submission } = completion;
      const found = this.#changes.get(changeKey(submission))?.offset ?? 0;
      if (found < offset) throw lost(this.#past, `that ${submission.commandId} was accepted`);
    }
    if (signed !== undefined && (this.#signed.get(signed) ?? 0) < offset) {
      throw lost(this.#past, `that what has the hash ${signed} was executed`);
    }
    const refused = update === undefined ? completion?.externalTransactionHash : undefined;
    if (refused !== undefined && (this.#rejections.get(refused)?.at(-1) ?? 0) < offset) {
      throw lost(this.#past, `that what has the hash ${refused} was rejected`);
    }
  }

  #checkContract(contractId: ContractId): void {
    if (this.#active.has(contractId) || this.#contracts.get(contractId) !== undefined) return;
    throw lost(this.#past, `contract ${contractId}`);
  }
}

/** Returns the contracts that the update archived, without those below a rollback. */
const archivedBy = (update: Update): readonly ContractId[] => {
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
