import type { HashedMapEditor } from "../../base/collections/hashed-map.ts";
import type { ContractId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { ActiveContracts } from "./active-contracts.ts";
import type { Activation, ContractRecord, EventPosition } from "./ledger-state.ts";
import type { StateDraft } from "./state-draft.ts";

/** How a contract enters the active ones. */
export interface Entry {
  readonly at: EventPosition;
  readonly reassignmentCounter: number;
  readonly workflowId: string;
}

/**
 * Changes under way to the contracts and their indexes. Total: what does not fit the life of a
 * contract, such as the archive of one that is not active any more, changes nothing.
 */
export class ContractsEditor {
  readonly #contracts: HashedMapEditor<ContractId, ContractRecord>;
  #active: ActiveContracts;
  #strangers: Map<ContractId, EventPosition> | undefined;

  constructor({ contracts, active }: StateDraft) {
    this.#contracts = contracts.edit();
    this.#active = active;
  }

  /** A new contract becomes active. */
  create(contract: Contract, entry: Entry): void {
    const { contractId } = contract;
    const activation = this.#activation(entry);
    if (!this.#contracts.add(contractId, { contract, created: entry.at, activation })) return;
    this.#active = this.#active.with(contract);
  }

  /** An active contract ends for good. One that was never active here is known to have ended from then on. */
  archive(contractId: ContractId, at: EventPosition): void {
    const record = this.#contracts.get(contractId);
    if (record === undefined) {
      (this.#strangers ??= new Map()).set(contractId, at);
      return;
    }
    if (record.activation === undefined) return;
    const { contract, created } = record;
    const ended = this.#deactivate(record, record.activation, at);
    this.#contracts.set(contractId, { contract, created, archived: at, ended });
  }

  /** An active contract leaves its synchronizer; false when it was not active. */
  unassign(contractId: ContractId, at: EventPosition): boolean {
    const record = this.#contracts.get(contractId);
    if (record?.activation === undefined) return false;
    const { contract, created } = record;
    const ended = this.#deactivate(record, record.activation, at);
    this.#contracts.set(contractId, { contract, created, ended });
    return true;
  }

  /** A contract in flight, or one that was created elsewhere, becomes active. */
  assign(contract: Contract, entry: Entry): void {
    const { contractId } = contract;
    const record = this.#contracts.get(contractId) ?? { contract, created: entry.at };
    if (record.activation !== undefined || record.archived !== undefined) return;
    const activation = this.#activation(entry);
    this.#contracts.set(contractId, { ...record, activation });
    this.#active = this.#active.with(record.contract);
  }

  /** Puts the changes into the draft. */
  close(draft: StateDraft): void {
    draft.contracts = this.#contracts.close();
    draft.active = this.#active;
    for (const [contractId, { offset }] of this.#strangers ?? []) {
      draft.consumedStrangers = draft.consumedStrangers.set(contractId, offset);
    }
  }

  #activation({ at, reassignmentCounter, workflowId }: Entry): Activation {
    const { offset, nodeId, synchronizerId } = at;
    const sequence = this.#active.nextSequence;
    return { offset, nodeId, synchronizerId, sequence, reassignmentCounter, workflowId };
  }

  /** Takes it out of the indexes. Answers the activations that are over, this one included. */
  #deactivate(
    { contract, ended }: ContractRecord,
    { sequence, offset, nodeId, synchronizerId, reassignmentCounter, workflowId }: Activation,
    end: EventPosition,
  ): NonNullable<ContractRecord["ended"]> {
    this.#active = this.#active.without(contract, sequence);
    // Property by property, as copying the activation as a whole takes ten times as long.
    const over = {
      end,
      offset,
      nodeId,
      synchronizerId,
      sequence,
      reassignmentCounter,
      workflowId,
    };
    return ended === undefined ? [over] : [...ended, over];
  }
}
