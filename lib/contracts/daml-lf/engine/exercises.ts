import type { ContractId, TypeId } from "../../../ground/identifiers/identifiers.ts";
import type { Value } from "../../../ground/values/value.ts";
import type { ChoiceCode } from "../compile/contract-code.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { ReadContract } from "./contract-reader.ts";

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

/** A choice about to run, its contract read and its controllers still to be computed. */
export interface OpenChoice {
  readonly read: ReadContract;
  readonly code: ChoiceCode;
  readonly interfaceId?: TypeId;
  /** What the choice's code sees as `this`: the record, or the interface value. */
  readonly self: RuntimeValue;
  readonly argument: RuntimeValue;
  readonly ledgerArgument: Value | undefined;
  readonly byKey?: boolean;
}
