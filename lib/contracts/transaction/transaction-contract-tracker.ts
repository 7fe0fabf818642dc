import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId, KeyHash } from "../../base/identifiers/identifiers.ts";
import type { Contract, GlobalContractKey } from "../../base/model/contract.ts";
import { hasKnownContractIdFormat } from "../../base/values/contract-id-form.ts";
import type { VisibleContractLookup } from "../engine/partial-transaction.ts";
import { interpretationError } from "./interpretation-error.ts";
import { inconsistentContractKeyError } from "./key-errors.ts";

/** A point in the transaction to which {@link TransactionContractTracker.undoEffects} can return. */
export type TransactionUndoMark = number;

/**
 * The contracts that a transaction under construction has created, consumed and read from the ledger
 * (daml-lf.md 14.3, 16.2). The cost of undoing a scope is proportional to the number of its effects.
 */
export class TransactionContractTracker {
  readonly #view: VisibleContractLookup;
  // Created on first use, because many transactions do not need these maps.
  /** Contracts created in this transaction; undefined after the scope that created the contract was rolled back. */
  #local: Map<ContractId, Contract | undefined> | undefined;
  #consumed: Map<ContractId, Contract> | undefined;
  #inputs: Map<ContractId, Contract> | undefined;
  /** Local contracts with a key, active and consumed, oldest first. */
  #localByKey: Map<KeyHash, Contract[]> | undefined;
  #keyLookups: Map<KeyHash, KeyLookup> | undefined;
  readonly #effects: ContractEffect[] = [];
  #hasReadPresentKeys = false;

  constructor(view: VisibleContractLookup) {
    this.#view = view;
  }

  /**
   * Raises CONTRACT_NOT_ACTIVE if the contract was consumed in this transaction, CONTRACT_NOT_FOUND,
   * INCONSISTENT_CONTRACT_KEY, UNSUPPORTED_CONTRACT_ID for an id of an unknown kind.
   */
  get(contractId: ContractId): Contract {
    const consumed = this.#consumed?.get(contractId);
    if (consumed !== undefined) throw notActiveError(consumed);
    const isLocal = this.#local?.has(contractId) === true;
    const found = isLocal ? this.#local?.get(contractId) : this.#readFromLedger(contractId);
    if (found === undefined) {
      throw isLocal ? createContractNotFoundError(contractId) : notOnLedgerError(contractId);
    }
    return found;
  }

  /**
   * Returns true if `view` returns the same contracts for all lookups by key. Lookups by id are not
   * compared.
   */
  matchesLedgerView(view: VisibleContractLookup): boolean {
    if (this.#hasReadPresentKeys) return false;
    for (const { key, known, isComplete } of this.#keyLookups?.values() ?? []) {
      const rest = view.contractsByKey(key)[Symbol.iterator]();
      for (const contract of known) if (rest.next().value !== contract) return false;
      if (isComplete && rest.next().done !== true) return false;
    }
    return true;
  }

  /**
   * Returns up to `limit` active contracts with the key: first contracts that this transaction
   * created, latest first, then contracts of the ledger, in the order in which the ledger lists
   * them. Reads the ledger only as far as needed, and never twice. Raises
   * INCONSISTENT_CONTRACT_KEY.
   */
  findByKey(key: GlobalContractKey, limit: number): readonly Contract[] {
    const found: Contract[] = [];
    for (const contract of this.#listWithKey(key)) {
      if (this.#consumed?.has(contract.contractId) === true) continue;
      if (found.push(contract) === limit) break;
    }
    return found;
  }

  /** Returns true if an active contract has the key at this point. Raises INCONSISTENT_CONTRACT_KEY. */
  isKeyTaken(key: GlobalContractKey): boolean {
    if (this.findByKey(key, 1).length > 0) return true;
    if (this.#view.presentByKey === undefined) return false;
    this.#hasReadPresentKeys = true;
    for (const { contractId } of this.#view.presentByKey(key)) {
      if (this.#consumed?.has(contractId) !== true) return true;
    }
    return false;
  }

  *#listWithKey(key: GlobalContractKey): Iterable<Contract> {
    yield* this.#localByKey?.get(key.hash)?.toReversed() ?? [];
    const lookup = this.#getKeyLookup(key);
    yield* lookup.known;
    while (!lookup.isComplete) {
      const next = lookup.rest.next();
      if (next.done === true) {
        lookup.isComplete = true;
        this.#assertComplete(key.hash, lookup);
      } else {
        lookup.known.push(next.value);
        this.#addInput(next.value);
        yield next.value;
      }
    }
  }

  #getKeyLookup(key: GlobalContractKey): KeyLookup {
    this.#keyLookups ??= new Map();
    let lookup = this.#keyLookups.get(key.hash);
    if (lookup === undefined) {
      const rest = this.#view.contractsByKey(key)[Symbol.iterator]();
      lookup = { key, known: [], rest, isComplete: false };
      this.#keyLookups.set(key.hash, lookup);
    }
    return lookup;
  }

  /** Raises an error if the complete list of contracts with a key lacks one that was read from the ledger by id. */
  #assertComplete(hash: KeyHash, { known }: KeyLookup): void {
    const returned = new Set(known.map(({ contractId }) => contractId));
    for (const contract of this.getInputs().values()) {
      if (contract.key?.hash === hash && !returned.has(contract.contractId)) {
        throw inconsistentContractKeyError(contract);
      }
    }
  }

  addLocal(contract: Contract): void {
    this.#local ??= new Map();
    this.#local.set(contract.contractId, contract);
    if (contract.key !== undefined) {
      this.#localByKey ??= new Map();
      const others = this.#localByKey.get(contract.key.hash);
      if (others === undefined) this.#localByKey.set(contract.key.hash, [contract]);
      else others.push(contract);
    }
    this.#effects.push({ kind: "created", contract });
  }

  consumeContract(contract: Contract): void {
    this.#consumed ??= new Map();
    this.#consumed.set(contract.contractId, contract);
    this.#effects.push({ kind: "consumed", contract });
  }

  getUndoMark(): TransactionUndoMark {
    return this.#effects.length;
  }

  /** Returns the contracts created and consumed since the mark, in order. */
  effectsSince(mark: TransactionUndoMark): readonly ContractEffect[] {
    return this.#effects.slice(mark);
  }

  /**
   * Undoes the effects since the mark: consumed contracts become active again, created contracts
   * become unusable. Contracts that were read from the ledger remain inputs of the transaction.
   */
  undoEffects(mark: TransactionUndoMark): void {
    for (const { kind, contract } of this.#effects.splice(mark).reverse()) {
      if (kind === "consumed") {
        this.#consumed?.delete(contract.contractId);
      } else {
        this.#local?.set(contract.contractId, undefined);
        if (contract.key !== undefined) this.#localByKey?.get(contract.key.hash)?.pop();
      }
    }
  }

  /** Returns the contracts created and not undone, in order, including consumed ones. */
  listCreated(): readonly Contract[] {
    const created: Contract[] = [];
    for (const { kind, contract } of this.#effects) if (kind === "created") created.push(contract);
    return created;
  }

  /** Returns the contracts consumed and not undone, in order, including local ones. */
  getConsumed(): ReadonlyMap<ContractId, Contract> {
    return this.#consumed ?? noContracts;
  }

  /** Returns the contracts that were read from the ledger, in order of first use. */
  getInputs(): ReadonlyMap<ContractId, Contract> {
    return this.#inputs ?? noContracts;
  }

  #readFromLedger(contractId: ContractId): Contract | undefined {
    const known = this.#inputs?.get(contractId);
    if (known !== undefined) return known;
    const found = this.#view.contract(contractId);
    if (found === undefined) return undefined;
    if (found.key !== undefined && this.#keyLookups?.get(found.key.hash)?.isComplete === true) {
      throw inconsistentContractKeyError(found);
    }
    this.#addInput(found);
    return found;
  }

  #addInput(contract: Contract): void {
    this.#inputs ??= new Map();
    this.#inputs.set(contract.contractId, contract);
  }
}

const noContracts: ReadonlyMap<ContractId, Contract> = new Map();

/** The contracts with a key that were read from the ledger so far. */
interface KeyLookup {
  readonly key: GlobalContractKey;
  readonly known: Contract[];
  readonly rest: Iterator<Contract>;
  isComplete: boolean;
}

interface ContractEffect {
  readonly kind: "created" | "consumed";
  readonly contract: Contract;
}

export const createContractNotFoundError = (contractId: ContractId): LedgerError =>
  ledgerError("CONTRACT_NOT_FOUND", {
    cause: `Contract could not be found with id ${contractId}`,
    resources: [["CONTRACT_ID", contractId]],
  });

const notOnLedgerError = (contractId: ContractId): LedgerError =>
  hasKnownContractIdFormat(contractId)
    ? createContractNotFoundError(contractId)
    : interpretationError("UNSUPPORTED_CONTRACT_ID", {
        cause: `Contract id ${contractId} has a version or a suffix that this participant does not support.`,
        resources: [["CONTRACT_ID", contractId]],
      });

const notActiveError = ({ contractId, templateId }: Contract) =>
  interpretationError("CONTRACT_NOT_ACTIVE", {
    cause: `Update failed due to a contract that this transaction has consumed: ${contractId} (${templateId})`,
    resources: [
      ["TEMPLATE_ID", templateId],
      ["CONTRACT_ID", contractId],
    ],
  });
