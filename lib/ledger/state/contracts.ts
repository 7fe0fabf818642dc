import type { ImmutableHashMapEditor } from "../../base/collections/immutable-hash-map.ts";
import type { ContractId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { Activation, ActiveContract, EventPosition } from "./activation.ts";
import type { ActiveContracts } from "./active-contracts.ts";
import type { ContractRecord } from "./ledger-state.ts";
import type { LedgerStateDraft } from "./state-draft.ts";

/** The position and other data of an activation. */
export interface ContractActivationDetails {
  readonly at: EventPosition;
  readonly reassignmentCounter: number;
  readonly workflowId: string;
}

type ActiveContractRecord = ContractRecord & ActiveContract;

/** Returns true if the contract of the record is active. */
export const isActiveRecord = (record: ContractRecord): record is ActiveContractRecord =>
  record.activation !== undefined;

/**
 * Collects changes to the contracts and their indexes. Never throws: a change that the contract's
 * state does not allow, such as archiving an inactive contract, is ignored.
 */
export class ContractChangeCollector {
  readonly #contracts: ImmutableHashMapEditor<ContractId, ContractRecord>;
  #active: ActiveContracts;
  #consumedDisclosed: Map<ContractId, EventPosition> | undefined;

  constructor({ contracts, active }: LedgerStateDraft) {
    this.#contracts = contracts.edit();
    this.#active = active;
  }

  /** Activates a new contract. */
  addCreatedContract(contract: Contract, entry: ContractActivationDetails): void {
    const { contractId } = contract;
    const activation = this.#createActivation(entry);
    const record = { contract, created: entry.at, activation };
    if (this.#contracts.add(contractId, record)) this.#active = this.#active.with(record);
  }

  /**
   * Archives an active contract. A contract that the ledger does not know is recorded as a consumed
   * disclosed contract.
   */
  archiveContract(contractId: ContractId, at: EventPosition): void {
    const record = this.#contracts.get(contractId);
    if (record === undefined) {
      (this.#consumedDisclosed ??= new Map()).set(contractId, at);
      return;
    }
    if (!isActiveRecord(record)) return;
    const { contract, created } = record;
    const ended = this.#deactivateContract(record, at);
    this.#contracts.set(contractId, { contract, created, archived: at, ended });
  }

  /** Makes an active contract unassigned. Returns false if it was not active. */
  unassignContract(contractId: ContractId, at: EventPosition): boolean {
    const record = this.#contracts.get(contractId);
    if (record === undefined || !isActiveRecord(record)) return false;
    const { contract, created } = record;
    const ended = this.#deactivateContract(record, at);
    this.#contracts.set(contractId, { contract, created, ended });
    return true;
  }

  /** Activates a contract that is being reassigned, or that was created on another ledger. */
  assignContract(contract: Contract, entry: ContractActivationDetails): void {
    const { contractId } = contract;
    const record = this.#contracts.get(contractId) ?? { contract, created: entry.at };
    if (record.activation !== undefined || record.archived !== undefined) return;
    const active = { ...record, activation: this.#createActivation(entry) };
    this.#contracts.set(contractId, active);
    this.#active = this.#active.with(active);
  }

  /** Writes the changes into the draft. */
  close(draft: LedgerStateDraft): void {
    draft.contracts = this.#contracts.close();
    draft.active = this.#active;
    for (const [contractId, { offset }] of this.#consumedDisclosed ?? []) {
      draft.consumedDisclosed = draft.consumedDisclosed.set(contractId, offset);
    }
  }

  #createActivation({
    at,
    reassignmentCounter,
    workflowId,
  }: ContractActivationDetails): Activation {
    const { offset, nodeId, synchronizerId } = at;
    const sequence = this.#active.nextSequence;
    return { offset, nodeId, synchronizerId, sequence, reassignmentCounter, workflowId };
  }

  /** Removes the contract from the indexes. Returns its ended activations, including this one. */
  #deactivateContract(
    record: ActiveContractRecord,
    end: EventPosition,
  ): NonNullable<ContractRecord["ended"]> {
    this.#active = this.#active.without(record);
    const { ended, activation } = record;
    const { sequence, offset, nodeId, synchronizerId, reassignmentCounter, workflowId } =
      activation;
    // Copy property by property, because spreading the activation takes ten times as long.
    const endedActivation = {
      end,
      offset,
      nodeId,
      synchronizerId,
      sequence,
      reassignmentCounter,
      workflowId,
    };
    return ended === undefined ? [endedActivation] : [...ended, endedActivation];
  }
}

/**
 * Activates the contracts that a transaction creates, and archives those that it consumes. Ignores
 * nodes below a rollback.
 */
export const applyTransactionToContracts = (
  draft: LedgerStateDraft,
  update: TransactionUpdate,
): void => {
  const { offset, synchronizerId, transaction, submission } = update;
  const { nodes } = transaction;
  const contracts = new ContractChangeCollector(draft);
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    if (node === undefined) continue;
    const at = { offset, nodeId: node.nodeId, synchronizerId };
    if (node.kind === "create") {
      const entry = { at, reassignmentCounter: 0, workflowId: submission.workflowId };
      contracts.addCreatedContract(node.contract, entry);
    } else if (node.kind === "exercise" && node.consuming) {
      contracts.archiveContract(node.contractId, at);
    } else if (node.kind === "rollback") {
      index = Math.max(index, node.lastDescendantNodeId);
    }
  }
  contracts.close(draft);
};
