import type { ContractId, TypeId } from "../../base/identifiers/identifiers.ts";
import type { Value } from "../../base/values/value.ts";
import type { ContractEngine } from "../../contracts/engine/contract-engine.ts";

/**
 * A command with resolved names and typed values, ready for interpretation. Type ids have package
 * ids; values are in normal form and of the declared types.
 */
export type RootCommand =
  RootCreateCommand | RootExerciseCommand | RootExerciseByKeyCommand | RootCreateAndExerciseCommand;

interface RootCommandCommon {
  /** The engine of the named package. */
  readonly engine: ContractEngine;
  /** A template; for an exercise, possibly an interface. */
  readonly typeId: TypeId;
}

export interface RootCreateCommand extends RootCommandCommon {
  readonly kind: "create";
  readonly argument: Value;
}

export interface RootExerciseCommand extends RootCommandCommon {
  readonly kind: "exercise";
  /** Unchecked text of the client; validation checks its form. */
  readonly contractId: ContractId;
  readonly choice: string;
  readonly choiceArgument: Value;
}

export interface RootExerciseByKeyCommand extends RootCommandCommon {
  readonly kind: "exerciseByKey";
  readonly key: Value;
  readonly choice: string;
  readonly choiceArgument: Value;
}

export interface RootCreateAndExerciseCommand extends RootCommandCommon {
  readonly kind: "createAndExercise";
  readonly argument: Value;
  readonly choice: string;
  readonly choiceArgument: Value;
}
