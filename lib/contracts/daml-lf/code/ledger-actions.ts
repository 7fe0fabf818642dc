import type { ContractId, Micros, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import type { ContractIdV, RecordV, RuntimeValue, UpdateV } from "../runtime/runtime-value.ts";

/**
 * What Daml code does on a ledger when its updates are performed (daml-lf.md 8). What an action raises
 * ends the submission, except exceptions of Daml code, which may be caught.
 */
export interface LedgerActions {
  create(templateId: TypeId, payload: RecordV): ContractIdV;

  /** Begins an exercise: gives the update to perform, for whose result {@link endExercise} waits. */
  beginExercise(exercise: TemplateExercise): UpdateV;
  beginInterfaceExercise(exercise: InterfaceExercise): UpdateV;
  beginExerciseByKey(exercise: KeyExercise): UpdateV;

  /** Ends the exercise that was begun last of those that did not end. */
  endExercise(result: RuntimeValue): void;

  /** The payload of a contract. */
  fetch(templateId: TypeId, contractId: ContractId): RuntimeValue;

  /** A contract as the interface sees it. */
  fetchInterface(interfaceId: TypeId, contractId: ContractId): RuntimeValue;

  /** The pair of id and payload of the first contract with the key. */
  fetchByKey(templateId: TypeId, key: RuntimeValue): RuntimeValue;

  /** Some list of such pairs, no more of them than `count`, an Int64 of at least 1. */
  queryByKey(templateId: TypeId, count: RuntimeValue, key: RuntimeValue): RuntimeValue;

  ledgerTime(): RuntimeValue;
  isLedgerTimeBefore(time: Micros): RuntimeValue;

  // A try: an exception undoes the scope and goes to the handler (daml-lf.md 11.2).

  beginScope(): void;
  endScope(): void;
  rollbackScope(): void;
}

interface ExerciseCommon {
  readonly choice: string;
  readonly argument: RuntimeValue;
  /** What the argument was read from, if it was. */
  readonly ledgerArgument?: Value | undefined;
}

export interface TemplateExercise extends ExerciseCommon {
  readonly templateId: TypeId;
  readonly contractId: ContractId;
}

export interface InterfaceExercise extends ExerciseCommon {
  readonly interfaceId: TypeId;
  readonly contractId: ContractId;
}

export interface KeyExercise extends ExerciseCommon {
  readonly templateId: TypeId;
  readonly key: RuntimeValue;
}
