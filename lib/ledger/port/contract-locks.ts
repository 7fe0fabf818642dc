import type { ContractId } from "../../base/identifiers/identifiers.ts";

/** Contracts that commands in flight are going to consume, each as often as there are such commands. */
export class ContractLocks {
  readonly #locks = new Map<ContractId, number>();

  /** Those of the contracts that are locked. */
  among(contractIds: Iterable<ContractId>): readonly ContractId[] {
    return this.#locks.size === 0
      ? []
      : [...contractIds].filter((contractId) => this.#locks.has(contractId));
  }

  /** Locks them until the returned function is called; a second call has no effect. */
  lock(contractIds: readonly ContractId[]): () => void {
    let locked = contractIds;
    for (const contractId of locked) this.#locks.set(contractId, this.#countOf(contractId) + 1);
    return () => {
      for (const contractId of locked) {
        const count = this.#countOf(contractId);
        if (count > 1) this.#locks.set(contractId, count - 1);
        else this.#locks.delete(contractId);
      }
      locked = [];
    };
  }

  #countOf(contractId: ContractId): number {
    return this.#locks.get(contractId) ?? 0;
  }
}
