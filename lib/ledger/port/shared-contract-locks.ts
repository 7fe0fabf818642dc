import type { ContractId } from "../../base/identifiers/identifiers.ts";

/**
 * Locks on the contracts that commands in flight will consume. Several commands may lock the same
 * contract.
 */
export class SharedContractLocks {
  readonly #locks = new Map<ContractId, number>();

  /** Returns those of the contracts that are locked. */
  findLockedContracts(contractIds: Iterable<ContractId>): readonly ContractId[] {
    return this.#locks.size === 0
      ? []
      : [...contractIds].filter((contractId) => this.#locks.has(contractId));
  }

  /** Locks the contracts until the returned function is called. A second call has no effect. */
  lockContracts(contractIds: readonly ContractId[]): () => void {
    let locked = contractIds;
    for (const contractId of locked) {
      this.#locks.set(contractId, this.#getLockCount(contractId) + 1);
    }
    return () => {
      for (const contractId of locked) {
        const count = this.#getLockCount(contractId);
        if (count > 1) this.#locks.set(contractId, count - 1);
        else this.#locks.delete(contractId);
      }
      locked = [];
    };
  }

  #getLockCount(contractId: ContractId): number {
    return this.#locks.get(contractId) ?? 0;
  }
}
