import { ImmutableOrderedMap } from "../../base/collections/immutable-ordered-map.ts";
import {
  type KeyHash,
  type PackageName,
  type Party,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import { concatFlatString } from "../../base/values/text.ts";
import type { ActiveContract } from "./activation.ts";
import { type ActiveContractList, ContractIndexEditor } from "./contract-index.ts";

interface ContractIndexes {
  readonly all: ActiveContractList;
  readonly byStakeholder: ImmutableOrderedMap<Party, ActiveContractList>;
  readonly byTemplate: ImmutableOrderedMap<string, ActiveContractList>;
  readonly byKey: ImmutableOrderedMap<KeyHash, ActiveContractList>;
}

/** An activation or deactivation (`isEnd`) of a contract, linked to the change before it. */
interface ActivationChange {
  readonly active: ActiveContract;
  readonly isEnd: boolean;
  readonly earlier: ActivationChange | undefined;
}

/** Maximum number of changes that are recorded before they are applied to the indexes. */
const maxRecorded = 256;

/**
 * The active contracts, in immutable indexes by the sequence number of their activation. Changes
 * are first recorded, and applied to the indexes together when there are many or when an index is
 * read. So a contract that is active only briefly never enters an index.
 */
export class ActiveContracts {
  static readonly none = new ActiveContracts(1, {
    all: ImmutableOrderedMap.empty(),
    byStakeholder: ImmutableOrderedMap.empty(),
    byTemplate: ImmutableOrderedMap.empty(),
    byKey: ImmutableOrderedMap.empty(),
  });

  /** The sequence number of the next activation; 1 on an empty ledger. */
  readonly nextSequence: number;
  // An instance always represents the same active contracts. These fields change only when recorded
  // changes are applied to the indexes, see #applyPendingChange.
  #indexes: ContractIndexes;
  #latest: ActivationChange | undefined;
  #count: number;

  private constructor(
    nextSequence: number,
    indexes: ContractIndexes,
    latest?: ActivationChange,
    count = 0,
  ) {
    this.nextSequence = nextSequence;
    this.#indexes = indexes;
    this.#latest = latest;
    this.#count = count;
  }

  /** Returns an instance with these active contracts. The next activation gets `nextSequence`. */
  static of(nextSequence: number, active: readonly ActiveContract[]): ActiveContracts {
    return new ActiveContracts(nextSequence, ActiveContracts.none.#applyPendingChange()).including(
      active,
    );
  }

  get all(): ActiveContractList {
    return this.#applyPendingChange().all;
  }

  get byStakeholder(): ImmutableOrderedMap<Party, ActiveContractList> {
    return this.#applyPendingChange().byStakeholder;
  }

  /** Active contracts by package name, module and name of the template. */
  get byTemplate(): ImmutableOrderedMap<string, ActiveContractList> {
    return this.#applyPendingChange().byTemplate;
  }

  get byKey(): ImmutableOrderedMap<KeyHash, ActiveContractList> {
    return this.#applyPendingChange().byKey;
  }

  /**
   * Returns an instance in which the contract is active too. The sequence number of its activation
   * must be {@link nextSequence}.
   */
  with(active: ActiveContract): ActiveContracts {
    return this.#withChange(this.nextSequence + 1, active, false);
  }

  /**
   * Returns an instance in which these contracts are active too. A record replaces the one with the
   * same sequence number. Sequence numbers must be lower than {@link nextSequence}.
   */
  including(active: readonly ActiveContract[]): ActiveContracts {
    const editor = new IndexesEditor(this.#applyPendingChange());
    const ascending = active.toSorted(
      (left, right) => left.activation.sequence - right.activation.sequence,
    );
    for (const each of ascending) editor.add(each);
    return new ActiveContracts(this.nextSequence, editor.close());
  }

  /** Returns an instance in which the contract is no longer active. */
  without(active: ActiveContract): ActiveContracts {
    return this.#withChange(this.nextSequence, active, true);
  }

  #withChange(nextSequence: number, active: ActiveContract, isEnd: boolean): ActiveContracts {
    // Apply the changes in this instance, so that all instances that are derived from it share the
    // result.
    if (this.#count >= maxRecorded) this.#applyPendingChange();
    const latest = { active, isEnd, earlier: this.#latest };
    return new ActiveContracts(nextSequence, this.#indexes, latest, this.#count + 1);
  }

  #applyPendingChange(): ContractIndexes {
    if (this.#latest !== undefined) {
      this.#indexes = applyChanges(this.#indexes, this.#latest);
      this.#latest = undefined;
      this.#count = 0;
    }
    return this.#indexes;
  }
}

const applyChanges = (indexes: ContractIndexes, latest: ActivationChange): ContractIndexes => {
  const ended = new Map<number, ActiveContract>();
  const begun: ActiveContract[] = [];
  for (
    let change: ActivationChange | undefined = latest;
    change !== undefined;
    change = change.earlier
  ) {
    const { active, isEnd } = change;
    const { sequence } = active.activation;
    if (isEnd) ended.set(sequence, active);
    else if (!ended.delete(sequence)) begun.push(active);
  }
  const editor = new IndexesEditor(indexes);
  for (const each of ended.values()) editor.remove(each);
  for (const each of begun.reverse()) editor.add(each);
  return editor.close();
};

class IndexesEditor {
  readonly #all: ReturnType<ActiveContractList["edit"]>;
  readonly #byStakeholder: ContractIndexEditor;
  readonly #byTemplate: ContractIndexEditor;
  readonly #byKey: ContractIndexEditor;

  constructor({ all, byStakeholder, byTemplate, byKey }: ContractIndexes) {
    this.#all = all.edit();
    this.#byStakeholder = new ContractIndexEditor(byStakeholder);
    this.#byTemplate = new ContractIndexEditor(byTemplate);
    this.#byKey = new ContractIndexEditor(byKey);
  }

  add(active: ActiveContract): void {
    const { contract } = active;
    const { signatories, observers, key } = contract;
    this.#all.set(active.activation.sequence, active);
    for (const party of signatories) this.#byStakeholder.add(party, active);
    for (const party of observers) this.#byStakeholder.add(party, active);
    this.#byTemplate.add(getVersionlessTemplateName(contract), active);
    if (key !== undefined) this.#byKey.add(key.hash, active);
  }

  remove({ contract, activation: { sequence } }: ActiveContract): void {
    const { signatories, observers, key } = contract;
    this.#all.delete(sequence);
    for (const party of signatories) this.#byStakeholder.remove(party, sequence);
    for (const party of observers) this.#byStakeholder.remove(party, sequence);
    this.#byTemplate.remove(getVersionlessTemplateName(contract), sequence);
    if (key !== undefined) this.#byKey.remove(key.hash, sequence);
  }

  close(): ContractIndexes {
    return {
      all: this.#all.close(),
      byStakeholder: this.#byStakeholder.close(),
      byTemplate: this.#byTemplate.close(),
      byKey: this.#byKey.close(),
    };
  }
}

/**
 * Returns `<package name>:<Module>:<Entity>` of the contract's template, which is the same for all
 * versions of its package.
 */
export const getVersionlessTemplateName = ({ packageName, templateId }: Contract): string => {
  const known = templateKeyCache.get(templateId);
  if (known?.packageName === packageName) return known.key;
  const key = concatFlatString(packageName, ":", splitTypeId(templateId).qualifiedName);
  if (templateKeyCache.size >= maxCachedTemplateKeys) templateKeyCache.clear();
  templateKeyCache.set(templateId, { packageName, key });
  return key;
};

/** Cache of recently computed keys, because most contracts have one of a few templates. */
const templateKeyCache = new Map<
  TypeId,
  { readonly packageName: PackageName; readonly key: string }
>();
const maxCachedTemplateKeys = 4_096;
