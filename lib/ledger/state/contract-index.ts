import {
  ImmutableOrderedMap,
  type ImmutableOrderedMapEditor,
} from "../../base/collections/immutable-ordered-map.ts";
import type { ActiveContract } from "./activation.ts";

/**
 * Active contracts, by the sequence number of their activation. Holds contract and activation instead
 * of an id, because a scan would spend most of its time on looking up ids. To save memory, the values
 * are the records of `LedgerState.contracts`, so a change of such a record must also be made here.
 */
export type ActiveContractList = ImmutableOrderedMap<number, ActiveContract>;

/** Active contracts, by one of their properties, and then by the sequence number of the activation. */
export type ContractIndex = ImmutableOrderedMap<string, ActiveContractList>;

/**
 * Collects changes to a {@link ContractIndex}. Copies each list only once, even if it changes
 * several times.
 */
export class ContractIndexEditor {
  readonly #index: ContractIndex;
  #open: Map<string, ImmutableOrderedMapEditor<number, ActiveContract>> | undefined;

  constructor(index: ContractIndex) {
    this.#index = index;
  }

  add(key: string, active: ActiveContract): void {
    this.#getListEditor(key).set(active.activation.sequence, active);
  }

  remove(key: string, sequence: number): void {
    this.#getListEditor(key).delete(sequence);
  }

  /** Returns the changed index. Keys with an empty list are removed. */
  close(): ContractIndex {
    if (this.#open === undefined) return this.#index;
    const editor = this.#index.edit();
    for (const [key, list] of this.#open) {
      const entries = list.close();
      if (entries.isEmpty) editor.delete(key);
      else editor.set(key, entries);
    }
    return editor.close();
  }

  #getListEditor(key: string): ImmutableOrderedMapEditor<number, ActiveContract> {
    this.#open ??= new Map();
    const open = this.#open.get(key);
    if (open !== undefined) return open;
    const list = (
      this.#index.get(key) ?? ImmutableOrderedMap.empty<number, ActiveContract>()
    ).edit();
    this.#open.set(key, list);
    return list;
  }
}
