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
import { ContractIndexEditor } from "./contract-index.ts";

/**
 * Contracts, by the sequence number of their activation. Holds the contracts instead of their ids,
 * because a scan would spend most of its time on looking up the ids.
 */
type ContractList = ImmutableOrderedMap<number, Contract>;

interface ContractIndexes {
  readonly all: ContractList;
  readonly byStakeholder: ImmutableOrderedMap<Party, ContractList>;
  readonly byTemplate: ImmutableOrderedMap<string, ContractList>;
  readonly byKey: ImmutableOrderedMap<KeyHash, ContractList>;
}

/** An activation or deactivation (`isEnd`) of a contract, linked to the change before it. */
interface ActivationChange {
  readonly contract: Contract;
  readonly sequence: number;
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
  // changes are applied to the indexes, see #merged.
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
  static of(
    nextSequence: number,
    active: readonly { readonly contract: Contract; readonly sequence: number }[],
  ): ActiveContracts {
    return new ActiveContracts(nextSequence, ActiveContracts.none.#applyPendingChange()).including(
      active,
    );
  }

  get all(): ContractList {
    return this.#applyPendingChange().all;
  }

  get byStakeholder(): ImmutableOrderedMap<Party, ContractList> {
    return this.#applyPendingChange().byStakeholder;
  }

  /** Active contracts by package name, module and name of the template. */
  get byTemplate(): ImmutableOrderedMap<string, ContractList> {
    return this.#applyPendingChange().byTemplate;
  }

  get byKey(): ImmutableOrderedMap<KeyHash, ContractList> {
    return this.#applyPendingChange().byKey;
  }

  /**
   * Returns an instance in which the contract is active too; its sequence number is
   * {@link nextSequence}.
   */
  with(contract: Contract): ActiveContracts {
    const sequence = this.nextSequence;
    return this.#withChange(sequence + 1, { contract, sequence, isEnd: false });
  }

  /**
   * Returns an instance in which these contracts are active too. Their sequence numbers must be
   * lower than {@link nextSequence}.
   */
  including(
    active: readonly { readonly contract: Contract; readonly sequence: number }[],
  ): ActiveContracts {
    const editor = new IndexesEditor(this.#applyPendingChange());
    const ascending = active.toSorted((left, right) => left.sequence - right.sequence);
    for (const { contract, sequence } of ascending) editor.add(contract, sequence);
    return new ActiveContracts(this.nextSequence, editor.close());
  }

  /** Returns an instance in which the contract with this sequence number is no longer active. */
  without(contract: Contract, sequence: number): ActiveContracts {
    return this.#withChange(this.nextSequence, { contract, sequence, isEnd: true });
  }

  #withChange(nextSequence: number, change: Omit<ActivationChange, "earlier">): ActiveContracts {
    const { contract, sequence, isEnd } = change;
    // Apply the changes in this instance, so that all instances that are derived from it share the
    // result.
    if (this.#count >= maxRecorded) this.#applyPendingChange();
    const latest = { contract, sequence, isEnd, earlier: this.#latest };
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
  const ended = new Map<number, Contract>();
  const begun: ActivationChange[] = [];
  for (
    let change: ActivationChange | undefined = latest;
    change !== undefined;
    change = change.earlier
  ) {
    const { sequence, contract } = change;
    if (change.isEnd) ended.set(sequence, contract);
    else if (!ended.delete(sequence)) begun.push(change);
  }
  const editor = new IndexesEditor(indexes);
  for (const [sequence, contract] of ended) editor.remove(contract, sequence);
  for (const { contract, sequence } of begun.reverse()) editor.add(contract, sequence);
  return editor.close();
};

class IndexesEditor {
  readonly #all: ReturnType<ContractList["edit"]>;
  readonly #byStakeholder: ContractIndexEditor;
  readonly #byTemplate: ContractIndexEditor;
  readonly #byKey: ContractIndexEditor;

  constructor({ all, byStakeholder, byTemplate, byKey }: ContractIndexes) {
    this.#all = all.edit();
    this.#byStakeholder = new ContractIndexEditor(byStakeholder);
    this.#byTemplate = new ContractIndexEditor(byTemplate);
    this.#byKey = new ContractIndexEditor(byKey);
  }

  add(contract: Contract, sequence: number): void {
    const { signatories, observers, key } = contract;
    this.#all.set(sequence, contract);
    for (const party of signatories) this.#byStakeholder.add(party, sequence, contract);
    for (const party of observers) this.#byStakeholder.add(party, sequence, contract);
    this.#byTemplate.add(getVersionlessTemplateName(contract), sequence, contract);
    if (key !== undefined) this.#byKey.add(key.hash, sequence, contract);
  }

  remove(contract: Contract, sequence: number): void {
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
