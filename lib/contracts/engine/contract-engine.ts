import type { ContractId, TypeId } from "../../ground/identifiers/identifiers.ts";
import type { Contract } from "../../ground/model/contract.ts";
import type { Value } from "../../ground/values/value.ts";
import type { PartialTransaction } from "./partial-transaction.ts";
import type { Pace } from "./suspension.ts";

/**
 * Runs the code of contracts against a partial transaction. Implementations: TypeScript templates
 * (`lib/contracts/templates`) and Daml-LF (`lib/contracts/daml-lf`).
 *
 * An engine is synchronous and deterministic. It reaches the ledger only through the partial
 * transaction, which enforces authorization, so it cannot commit what is not authorized. It reports
 * failure by throwing a LedgerError (ledger-api.md 2.8). Values are in normal form and fit the
 * declared types of the package's signature; the pipeline has checked them.
 */
export interface ContractEngine {
  create(transaction: PartialTransaction, templateId: TypeId, argument: Value): ContractId;

  exercise(transaction: PartialTransaction, exercise: RootExercise): Value;

  exerciseByKey(transaction: PartialTransaction, exercise: RootExerciseByKey): Value;

  /**
   * The view of a contract through an interface that `templateId` implements. Pure; throws a
   * LedgerError when the view's code fails, or takes more steps than the pace has left.
   */
  view(templateId: TypeId, interfaceId: TypeId, contract: Contract, pace?: Pace): Value;
}

export interface RootExercise {
  /** A template of this engine, or an interface (the engine finds the implementing template). */
  readonly typeId: TypeId;
  readonly contractId: ContractId;
  readonly choice: string;
  readonly argument: Value;
}

export interface RootExerciseByKey {
  readonly typeId: TypeId;
  readonly key: Value;
  readonly choice: string;
  readonly argument: Value;
}
