import type {
  ContractId,
  Micros,
  PackageName,
  Party,
  TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract, ContractKey, GlobalContractKey } from "../../base/model/contract.ts";
import type { Type } from "../../base/values/type.ts";
import type { Value } from "../../base/values/value.ts";
import type { SubmissionPackageSelector } from "./package-selector.ts";
import type { StepQuota } from "./suspension.ts";

/**
 * A transaction under construction, shared by both engines. It checks the authorization of every node,
 * tracks active, consumed and local contracts, and manages rollback scopes (daml-lf.md 14, 16, 17).
 *
 * Every method throws a LedgerError if the ledger model forbids the step. This ends the submission; a
 * rejected step adds no node.
 */
export interface PartialTransaction {
  /** The packages of the submission, with the selection of one package per name. */
  readonly packages: SubmissionPackageSelector;

  /** After this number of steps, the engine must throw a `StepQuotaSuspension`; undefined for no limit. */
  readonly quota: StepQuota | undefined;

  /** Returns ledger time. After this call, the transaction is valid only at exactly this time. */
  getLedgerTime(): Micros;

  /**
   * Returns true if ledger time is before `time`. Narrows the time bounds in which the transaction is
   * valid.
   */
  isLedgerTimeBefore(time: Micros): boolean;

  /** Returns the authorizing parties of the current context, sorted. */
  getAuthorizers(): readonly Party[];

  /**
   * Adds a create node and returns the id of the new contract. Raises DAML_AUTHORIZATION_ERROR,
   * CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS, DUPLICATE_CONTRACT_KEY.
   */
  create(create: CreateStep): ContractId;

  /**
   * Returns a contract that is not consumed, and that this transaction created or the submission
   * can see. Adds no node. Raises CONTRACT_NOT_FOUND and CONTRACT_NOT_ACTIVE. Raises
   * INCONSISTENT_CONTRACT_KEY if the ledger has returned a complete list of the contracts with the
   * same key, and the contract is not in this list.
   */
  getContract(contractId: ContractId): Contract;

  /** Adds a fetch node. Raises DAML_AUTHORIZATION_ERROR. */
  fetchContract(fetch: FetchStep): void;

  /**
   * Opens an exercise and, if the choice is consuming, consumes the contract immediately. Raises
   * DAML_AUTHORIZATION_ERROR.
   */
  beginExercise(exercise: ExerciseStep): void;

  /** Closes the innermost open exercise with its result. */
  endExercise(result: Value): void;

  /**
   * Returns up to `limit` active contracts with this key: first contracts that this transaction
   * created, latest first, then contracts of the ledger, in the order in which the ledger lists
   * them. Adds no node and checks no authorization. Raises INCONSISTENT_CONTRACT_KEY if the
   * ledger's list lacks a contract with this key that this transaction has used before.
   */
  contractsByKey(key: GlobalContractKey, limit: number): readonly Contract[];

  /**
   * Adds a lookup node with the result of {@link contractsByKey}, and returns that result. Also raises
   * FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS and DAML_AUTHORIZATION_ERROR.
   */
  lookupByKey(lookup: LookupByKeyStep): readonly Contract[];

  /** Opens a scope that can be rolled back. */
  beginScope(): void;

  /** Closes the innermost scope and keeps its nodes. */
  endScope(): void;

  /**
   * Rolls back the innermost scope, including exercises that are still open in it. Consumption and keys are
   * restored, created contracts become unusable, and the nodes move under a rollback node.
   */
  rollbackScope(): void;
}

export interface CreateStep {
  readonly templateId: TypeId;
  readonly packageName: PackageName;
  readonly argument: Value;
  /** Declared type of `argument`. The contract id contains a hash of it. */
  readonly argumentType: Type;
  /** In any order, with or without duplicates. */
  readonly signatories: readonly Party[];
  readonly observers: readonly Party[];
  readonly key?: StepContractKey | undefined;
  /** True to raise DUPLICATE_CONTRACT_KEY for a second active contract with this key. */
  readonly uniqueKey?: boolean;
}

export interface StepContractKey {
  readonly value: Value;
  readonly type: Type;
  readonly maintainers: readonly Party[];
}

export interface FetchStep {
  readonly contract: Contract;
  /** The template that the contract is fetched as. */
  readonly templateId: TypeId;
  readonly interfaceId?: TypeId;
  readonly byKey?: boolean;
}

export interface ExerciseStep {
  readonly contract: Contract;
  readonly templateId: TypeId;
  readonly interfaceId?: TypeId | undefined;
  readonly choice: string;
  readonly consuming: boolean;
  readonly argument: Value;
  readonly controllers: readonly Party[];
  readonly choiceObservers: readonly Party[];
  readonly byKey?: boolean | undefined;
}

export interface LookupByKeyStep {
  readonly templateId: TypeId;
  readonly packageName: PackageName;
  readonly key: ContractKey;
  /** Maximum number of contracts, at least 1. */
  readonly limit: number;
}

/** Read-only access to the part of the ledger that a submission may see. */
export interface VisibleContractLookup {
  /**
   * Returns the contract with this id if the submission discloses it, or if it is active and one of
   * its stakeholders is in actAs or readAs.
   */
  contract(contractId: ContractId): Contract | undefined;
  /**
   * Returns visible contracts with this key: disclosed contracts first, then other active contracts, latest
   * first.
   */
  contractsByKey(key: GlobalContractKey): Iterable<Contract>;
  /**
   * Returns the contracts that have the key now. Only needed if {@link contractsByKey} returns
   * contracts of an earlier time.
   */
  readonly presentByKey?: (key: GlobalContractKey) => Iterable<Contract>;
}
