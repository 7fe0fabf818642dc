import type { ContractId, Micros, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import type {
  RuntimeContractId,
  RuntimeRecord,
  RuntimeUpdateAction,
  RuntimeValue,
} from "../runtime/runtime-value.ts";

/**
 * The ledger as Daml code accesses it when updates are performed (daml-lf.md 8). Errors of an action end
 * the submission, except Daml exceptions, which may be caught.
 */
export interface DamlLedgerActions {
  create(templateId: TypeId, payload: RuntimeRecord): RuntimeContractId;

  /** Begins an exercise. Returns the update to perform; pass its result to {@link endExercise}. */
  beginExercise(exercise: TemplateExerciseAction): RuntimeUpdateAction;
  beginInterfaceExercise(exercise: InterfaceExerciseAction): RuntimeUpdateAction;
  beginExerciseByKey(exercise: ExerciseByKeyAction): RuntimeUpdateAction;

  /** Ends the innermost open exercise. */
  endExercise(result: RuntimeValue): void;

  /** Returns the payload of a contract. */
  fetchContract(templateId: TypeId, contractId: ContractId): RuntimeValue;

  /** Returns a contract as a value of the interface. */
  fetchInterface(interfaceId: TypeId, contractId: ContractId): RuntimeValue;

  /** Returns id and payload of the first contract with the key, as a pair. */
  fetchByKey(templateId: TypeId, key: RuntimeValue): RuntimeValue;

  /**
   * Returns `Some pairs`: id and payload of at most `count` contracts with the key. `count` is an
   * Int64 of at least 1.
   */
  queryByKey(templateId: TypeId, count: RuntimeValue, key: RuntimeValue): RuntimeValue;

  getLedgerTime(): RuntimeValue;
  isLedgerTimeBefore(time: Micros): RuntimeValue;

  // Scopes of try blocks: an exception rolls the scope back before the handler runs (daml-lf.md 11.2).

  beginScope(): void;
  endScope(): void;
  rollbackScope(): void;
}

interface ExerciseCommon {
  readonly choice: string;
  readonly argument: RuntimeValue;
  /** The ledger value that the argument was decoded from, if any. */
  readonly ledgerArgument?: Value | undefined;
}

export interface TemplateExerciseAction extends ExerciseCommon {
  readonly templateId: TypeId;
  readonly contractId: ContractId;
}

export interface InterfaceExerciseAction extends ExerciseCommon {
  readonly interfaceId: TypeId;
  readonly contractId: ContractId;
}

export interface ExerciseByKeyAction extends ExerciseCommon {
  readonly templateId: TypeId;
  readonly key: RuntimeValue;
}
