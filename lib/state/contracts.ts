import type { Contract } from "../model/contract.ts";
import {
  splitTypeId,
  type ContractId,
  type PackageName,
  type TypeId,
} from "../model/identifiers.ts";
import { joinedText } from "../values/text.ts";
import { ContractIndexEditor } from "./contract-index.ts";
import type { HashedMapEditor } from "./hashed-map.ts";
import type { Activation, ContractRecord, EventPosition } from "./ledger-state.ts";
import type { OrderedMapEditor } from "./ordered-map.ts";
import type { StateDraft } from "./state-draft.ts";

/** How a contract enters the active ones. */
export interface Entry {
  readonly at: EventPosition;
  readonly reassignmentCounter: number;
  readonly workflowId: string;
}

/** The key of `active.byTemplate`: templates of one name across the versions of a package. */
export const templateKey = ({ packageName, templateId }: Contract): string => {
  const known = recentKeys.get(templateId);
  if (known?.packageName === packageName) return known.key;
  const key = joinedText(packageName, ":", splitTypeId(templateId).qualifiedName);
  if (recentKeys.size >= maxRecentKeys) recentKeys.clear();
  recentKeys.set(templateId, { packageName, key });
  return key;
};

/** What was put together last: contracts are of the same few templates again and again. */
const recentKeys = new Map<TypeId, { readonly packageName: PackageName; readonly key: string }>();
const maxRecentKeys = 4_096;

/**
 * Changes under way to the contracts and their indexes. Total: what does not fit the life of a
 * contract, such as the archive of one that is not active, changes nothing.
 */
export class ContractsEditor {
  readonly #contracts: HashedMapEditor<ContractId, ContractRecord>;
  readonly #all: OrderedMapEditor<number, ContractId>;
  readonly #byStakeholder: ContractIndexEditor;
  readonly #byTemplate: ContractIndexEditor;
  readonly #byKey: ContractIndexEditor;
  #nextSequence: number;

  constructor({ contracts, active }: StateDraft) {
    this.#contracts = contracts.edit();
    this.#all = active.all.edit();
    this.#byStakeholder = new ContractIndexEditor(active.byStakeholder);
    this.#byTemplate = new ContractIndexEditor(active.byTemplate);
    this.#byKey = new ContractIndexEditor(active.byKey);
    this.#nextSequence = active.nextSequence;
  }

  /** A new contract becomes active. */
  create(contract: Contract, entry: Entry): void {
    const { contractId } = contract;
    const activation = this.#activation(entry);
    if (!this.#contracts.add(contractId, { contract, created: entry.at, activation })) return;
    this.#activate(contract, activation);
  }

  /** An active contract ends for good. */
  archive(contractId: ContractId, at: EventPosition): void {
    const record = this.#contracts.get(contractId);
    if (record?.activation === undefined) return;
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
    this.#activate(record.contract, activation);
  }

  /** Puts the changes into the draft. */
  close(draft: StateDraft): void {
    draft.contracts = this.#contracts.close();
    const all = this.#all.close();
    if (all === draft.active.all) return;
    draft.active = Object.freeze({
      nextSequence: this.#nextSequence,
      all,
      byStakeholder: this.#byStakeholder.close(),
      byTemplate: this.#byTemplate.close(),
      byKey: this.#byKey.close(),
    });
  }

  #activation({ at, reassignmentCounter, workflowId }: Entry): Activation {
    const { offset, nodeId, synchronizerId } = at;
    const sequence = this.#nextSequence;
    return { offset, nodeId, synchronizerId, sequence, reassignmentCounter, workflowId };
  }

  #activate(contract: Contract, { sequence }: Activation): void {
    const { contractId, key } = contract;
    this.#nextSequence = sequence + 1;
    this.#all.set(sequence, contractId);
    for (const party of contract.signatories) this.#byStakeholder.add(party, sequence, contractId);
    for (const party of contract.observers) this.#byStakeholder.add(party, sequence, contractId);
    this.#byTemplate.add(templateKey(contract), sequence, contractId);
    if (key !== undefined) this.#byKey.add(key.hash, sequence, contractId);
  }

  /** Takes it out of the indexes. Answers the activations that are over, this one included. */
  #deactivate(
    { contract, ended }: ContractRecord,
    { sequence, offset, nodeId, synchronizerId, reassignmentCounter, workflowId }: Activation,
    end: EventPosition,
  ): NonNullable<ContractRecord["ended"]> {
    this.#all.delete(sequence);
    for (const party of contract.signatories) this.#byStakeholder.remove(party, sequence);
    for (const party of contract.observers) this.#byStakeholder.remove(party, sequence);
    this.#byTemplate.remove(templateKey(contract), sequence);
    if (contract.key !== undefined) this.#byKey.remove(contract.key.hash, sequence);
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
