import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId, KeyHash } from "../../base/identifiers/identifiers.ts";
import type { Contract, GlobalKey } from "../../base/model/contract.ts";
import { isOfKnownKind } from "../../base/values/contract-id-form.ts";
import type { LedgerView } from "../engine/partial-transaction.ts";
import { interpretationError } from "./interpretation-error.ts";
import { inconsistentKey } from "./key-errors.ts";

/** A point of the transaction that {@link UsedContracts.undo} goes back to. */
export type UndoMark = number;

/**
 * What a transaction under construction knows of contracts: those it created, those it consumed and
 * those it took from the ledger (daml-lf.md 14.3, 16.2). Undoing a scope costs what the scope did.
 */
export class UsedContracts {
  readonly #view: LedgerView;
  // What many transactions have none of is made when it is first needed.
  /** Created here; undefined once the creating scope was rolled back. */
  #local: Map<ContractId, Contract | undefined> | undefined;
  #consumed: Map<ContractId, Contract> | undefined;
  #inputs: Map<ContractId, Contract> | undefined;
  /** Active and consumed local contracts with a key, oldest first. */
  #localByKey: Map<KeyHash, Contract[]> | undefined;
  #answers: Map<KeyHash, KeyAnswer> | undefined;
  readonly #effects: Effect[] = [];
  #askedPresent = false;

  constructor(view: LedgerView) {
    this.#view = view;
  }

  /**
   * Raises CONTRACT_NOT_ACTIVE when consumed in this transaction, CONTRACT_NOT_FOUND,
   * INCONSISTENT_CONTRACT_KEY, UNSUPPORTED_CONTRACT_ID for an id of a kind that no ledger gives to contracts.
   */
  get(contractId: ContractId): Contract {
    const consumed = this.#consumed?.get(contractId);
    if (consumed !== undefined) throw notActive(consumed);
    const isLocal = this.#local?.has(contractId) === true;
    const found = isLocal ? this.#local?.get(contractId) : this.#fromLedger(contractId);
    if (found === undefined) throw isLocal ? notFound(contractId) : notOnLedger(contractId);
    return found;
  }

  /**
   * Whether another view would have answered all that the ledger was asked by key the same way. What was found by
   * its id is not looked at.
   */
  agreesWith(view: LedgerView): boolean {
    if (this.#askedPresent) return false;
    for (const { key, known, isComplete } of this.#answers?.values() ?? []) {
      const rest = view.contractsByKey(key)[Symbol.iterator]();
      for (const contract of known) if (rest.next().value !== contract) return false;
      if (isComplete && rest.next().done !== true) return false;
    }
    return true;
  }

  /**
   * Active ones only, `limit` at most: local ones latest first, then those of the ledger in its order.
   * The ledger is asked for no more than are needed, and never twice. Raises INCONSISTENT_CONTRACT_KEY.
   */
  byKey(key: GlobalKey, limit: number): readonly Contract[] {
    const found: Contract[] = [];
    for (const contract of this.#withKey(key)) {
      if (this.#consumed?.has(contract.contractId) === true) continue;
      if (found.push(contract) === limit) break;
    }
    return found;
  }

  /** Whether an active contract has the key, as of now. Raises INCONSISTENT_CONTRACT_KEY. */
  isTaken(key: GlobalKey): boolean {
    if (this.byKey(key, 1).length > 0) return true;
    if (this.#view.presentByKey === undefined) return false;
    this.#askedPresent = true;
    for (const { contractId } of this.#view.presentByKey(key)) {
      if (this.#consumed?.has(contractId) !== true) return true;
    }
    return false;
  }

  *#withKey(key: GlobalKey): Iterable<Contract> {
    yield* this.#localByKey?.get(key.hash)?.toReversed() ?? [];
    const answer = this.#answerTo(key);
    yield* answer.known;
    while (!answer.isComplete) {
      const next = answer.rest.next();
      if (next.done === true) {
        answer.isComplete = true;
        this.#assertComplete(key.hash, answer);
      } else {
        answer.known.push(next.value);
        this.#noteInput(next.value);
        yield next.value;
      }
    }
  }

  #answerTo(key: GlobalKey): KeyAnswer {
    this.#answers ??= new Map();
    let answer = this.#answers.get(key.hash);
    if (answer === undefined) {
      const rest = this.#view.contractsByKey(key)[Symbol.iterator]();
      answer = { key, known: [], rest, isComplete: false };
      this.#answers.set(key.hash, answer);
    }
    return answer;
  }

  /** Whatever was taken from the ledger by its id must be in the complete answer. */
  #assertComplete(hash: KeyHash, { known }: KeyAnswer): void {
    const answered = new Set(known.map(({ contractId }) => contractId));
    for (const contract of this.inputs().values()) {
      if (contract.key?.hash === hash && !answered.has(contract.contractId)) {
        throw inconsistentKey(contract);
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

  consume(contract: Contract): void {
    this.#consumed ??= new Map();
    this.#consumed.set(contract.contractId, contract);
    this.#effects.push({ kind: "consumed", contract });
  }

  mark(): UndoMark {
    return this.#effects.length;
  }

  /** What was created and consumed since the mark, in order. */
  effectsSince(mark: UndoMark): readonly Effect[] {
    return this.#effects.slice(mark);
  }

  /**
   * Undoes what happened since the mark: consumed contracts are active again, created ones can not be
   * found any more. Contracts taken from the ledger still count as used.
   */
  undo(mark: UndoMark): void {
    for (const { kind, contract } of this.#effects.splice(mark).reverse()) {
      if (kind === "consumed") {
        this.#consumed?.delete(contract.contractId);
      } else {
        this.#local?.set(contract.contractId, undefined);
        if (contract.key !== undefined) this.#localByKey?.get(contract.key.hash)?.pop();
      }
    }
  }

  /** Created and not undone, in order; consumed ones included. */
  created(): readonly Contract[] {
    const created: Contract[] = [];
    for (const { kind, contract } of this.#effects) if (kind === "created") created.push(contract);
    return created;
  }

  /** Consumed and not undone, in order; local ones included. */
  consumed(): ReadonlyMap<ContractId, Contract> {
    return this.#consumed ?? none;
  }

  /** What was taken from the ledger, in order of first use. */
  inputs(): ReadonlyMap<ContractId, Contract> {
    return this.#inputs ?? none;
  }

  #fromLedger(contractId: ContractId): Contract | undefined {
    const known = this.#inputs?.get(contractId);
    if (known !== undefined) return known;
    const found = this.#view.contract(contractId);
    if (found === undefined) return undefined;
    if (found.key !== undefined && this.#answers?.get(found.key.hash)?.isComplete === true) {
      throw inconsistentKey(found);
    }
    this.#noteInput(found);
    return found;
  }

  #noteInput(contract: Contract): void {
    this.#inputs ??= new Map();
    this.#inputs.set(contract.contractId, contract);
  }
}

const none: ReadonlyMap<ContractId, Contract> = new Map();

/** What the ledger answered about a key so far. */
interface KeyAnswer {
  readonly key: GlobalKey;
  readonly known: Contract[];
  readonly rest: Iterator<Contract>;
  isComplete: boolean;
}

interface Effect {
  readonly kind: "created" | "consumed";
  readonly contract: Contract;
}

export const notFound = (contractId: ContractId): LedgerError =>
  ledgerError("CONTRACT_NOT_FOUND", {
    cause: `Contract could not be found with id ${contractId}`,
    resources: [["CONTRACT_ID", contractId]],
  });

const notOnLedger = (contractId: ContractId): LedgerError =>
  isOfKnownKind(contractId)
    ? notFound(contractId)
    : interpretationError("UNSUPPORTED_CONTRACT_ID", {
        cause: `Contract id ${contractId} has a version or a suffix that this participant does not support.`,
        resources: [["CONTRACT_ID", contractId]],
      });

const notActive = ({ contractId, templateId }: Contract) =>
  interpretationError("CONTRACT_NOT_ACTIVE", {
    cause: `Update failed due to a contract that this transaction has consumed: ${contractId} (${templateId})`,
    resources: [
      ["TEMPLATE_ID", templateId],
      ["CONTRACT_ID", contractId],
    ],
  });
