import type { ContractId, TypeId } from "../../base/identifiers/identifiers.ts";
import type { Value } from "../../base/values/value.ts";
import type { ContractEngine } from "../../contracts/engine/contract-engine.ts";

/**
 * A command with its names resolved and its values typed: what interpretation runs. Type ids are
 * concrete, values in normal form and of the declared types.
 */
export type RootCommand =
  RootCreateCommand | RootExerciseCommand | RootExerciseByKeyCommand | RootCreateAndExerciseCommand;

interface RootCommandCommon {
  /** Of the package that the command names. */
  readonly engine: ContractEngine;
  /** A template; of an exercise, an interface as well. */
  readonly typeId: TypeId;
}

export interface RootCreateCommand extends RootCommandCommon {
  readonly kind: "create";
  readonly argument: Value;
}

export interface RootExerciseCommand extends RootCommandCommon {
  readonly kind: "exercise";
  /** As the client wrote it; validation checks its form. */
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
