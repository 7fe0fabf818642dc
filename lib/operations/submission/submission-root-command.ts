import type { ContractId, TypeId } from "../../base/identifiers/identifiers.ts";
import type { Value } from "../../base/values/value.ts";
import type { ContractEngine } from "../../contracts/engine/contract-engine.ts";

/**
 * A command that is ready for interpretation. Package names are replaced by package ids; values are
 * in normal form and have the declared types.
 */
export type SubmissionRootCommand =
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
  /** The text that the client sent. The validation checks its form. */
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
