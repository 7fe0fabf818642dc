import type {
  ContractId,
  Micros,
  PackageName,
  Party,
  TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Contract, ContractKey, GlobalKey } from "../../base/model/contract.ts";
import type { Type } from "../../base/values/type.ts";
import type { Value } from "../../base/values/value.ts";
import type { PackageChoice } from "./package-choice.ts";
import type { Pace } from "./suspension.ts";

/**
 * A transaction while it is built: what both engines share. It checks authorization at every node,
 * knows what is active, consumed and local, and keeps rollback scopes (daml-lf.md 14, 16, 17).
 *
 * Every method throws a LedgerError when the ledger model forbids the step; the submission is then
 * over. A rejected step leaves no node behind.
 */
export interface PartialTransaction {
  /** The packages of the submission, and which of them stands for each package name. */
  readonly packages: PackageChoice;

  /** How far an engine goes at once, and then throws a `Suspension`; to the end when undefined. */
  readonly pace: Pace | undefined;

  /** Ledger time; reading it pins the transaction to this very time. */
  ledgerTime(): Micros;

  /** True when ledger time is before `time`; narrows the bounds the transaction is valid within. */
  isLedgerTimeBefore(time: Micros): boolean;

  /** The parties whose authority the current context has, sorted. */
  authorizers(): readonly Party[];

  /**
   * Adds a create node and returns the new contract's id.
   * Raises DAML_AUTHORIZATION_ERROR, CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS, DUPLICATE_CONTRACT_KEY.
   */
  create(create: CreateStep): ContractId;

  /**
   * The contract, if it is local or visible to the submission and not consumed. Adds no node.
   * Raises CONTRACT_NOT_FOUND, CONTRACT_NOT_ACTIVE, and INCONSISTENT_CONTRACT_KEY for a contract that
   * the ledger left out when it was asked for all with that key.
   */
  contract(contractId: ContractId): Contract;

  /** Adds a fetch node. Raises DAML_AUTHORIZATION_ERROR. */
  fetch(fetch: FetchStep): void;

  /** Opens an exercise; consumes the contract at once if so declared. Raises DAML_AUTHORIZATION_ERROR. */
  beginExercise(exercise: ExerciseStep): void;

  /** Closes the innermost open exercise with its result. */
  endExercise(result: Value): void;

  /**
   * The first active contracts with this key, `limit` at most: local ones, latest first, then those of
   * the ledger in its order. Adds no node and checks no authority. Raises INCONSISTENT_CONTRACT_KEY
   * when the ledger does not answer with a contract of this key that was used before.
   */
  contractsByKey(key: GlobalKey, limit: number): readonly Contract[];

  /**
   * Adds a look-up node with what {@link contractsByKey} finds, and answers it. Raises also
   * FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS, DAML_AUTHORIZATION_ERROR.
   */
  lookupByKey(lookup: LookupByKeyStep): readonly Contract[];

  /** Opens a scope that can be rolled back. */
  beginScope(): void;

  /** Closes the innermost scope; its nodes stay as if it had not been there. */
  endScope(): void;

  /**
   * Undoes the innermost scope, also when exercises inside it are still open: consumption and keys
   * are as before, created contracts become unusable, the nodes stay under a rollback node.
   */
  rollbackScope(): void;
}

export interface CreateStep {
  readonly templateId: TypeId;
  readonly packageName: PackageName;
  readonly argument: Value;
  /** Declared type of `argument`: the contract id commits to it. */
  readonly argumentType: Type;
  /** Order and repeats do not matter. */
  readonly signatories: readonly Party[];
  readonly observers: readonly Party[];
  readonly key?: KeyStep | undefined;
  /** Refuse a second active contract with this key (DUPLICATE_CONTRACT_KEY). */
  readonly uniqueKey?: boolean;
}

export interface KeyStep {
  readonly value: Value;
  readonly type: Type;
  readonly maintainers: readonly Party[];
}

export interface FetchStep {
  readonly contract: Contract;
  /** The template as of which it is fetched. */
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
  /** How many contracts are wanted; 1 or more. */
  readonly limit: number;
}

/** What the submission may see of the ledger, read only. */
export interface LedgerView {
  /** An active contract that a party of actAs ∪ readAs is stakeholder of, or a disclosed one. */
  contract(contractId: ContractId): Contract | undefined;
  /** Visible contracts with this key: the disclosed ones, then the active others, latest first. */
  contractsByKey(key: GlobalKey): Iterable<Contract>;
  /** Those that have the key now, where {@link contractsByKey} answers as of another time. */
  readonly presentByKey?: (key: GlobalKey) => Iterable<Contract>;
}
