import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import type { ContractId, TypeReference } from "../../../base/identifiers/identifiers.ts";
import { getValueJsonCodec } from "../../../base/values/codec.ts";
import { prependPathIfLedgerError } from "../../../base/values/value-error.ts";
import type { Choice, ChoiceFromGeneratedCode } from "./choice.ts";
import type { Descriptor } from "./descriptor.ts";
import { computeDescriptorShape } from "./shape-of-descriptor.ts";

/**
 * Creates a contract. Commands are plain JSON of the Ledger API (ledger-api.md 1.6). A program can
 * send them to this ledger or to a participant.
 */
export interface CreateCommand {
  readonly CreateCommand: {
    readonly templateId: TypeReference;
    readonly createArguments: unknown;
  };
}

/** Exercises a choice on a contract. */
export interface ExerciseCommand {
  readonly ExerciseCommand: {
    readonly templateId: TypeReference;
    readonly contractId: ContractId;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

/** Exercises a choice on the contract with a key. */
export interface ExerciseByKeyCommand {
  readonly ExerciseByKeyCommand: {
    readonly templateId: TypeReference;
    readonly contractKey: unknown;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

/** Creates a contract and exercises a choice on it in one transaction. */
export interface CreateAndExerciseCommand {
  readonly CreateAndExerciseCommand: {
    readonly templateId: TypeReference;
    readonly createArguments: unknown;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

/**
 * Returns the JSON of a value (ledger-api.md 6). Raises INVALID_ARGUMENT with the path of the invalid
 * part, which starts with `path`.
 */
export const encodeValueAsJson = (
  path: string,
  descriptor: Descriptor,
  input: unknown,
): unknown => {
  try {
    return getValueJsonCodec(computeDescriptorShape(descriptor)).encode(descriptor.encode(input));
  } catch (error) {
    throw prependPathIfLedgerError(path, error);
  }
};

/** Returns an exercise command. Raises INVALID_ARGUMENT for an argument of another type. */
export const createTypedExerciseCommand = (
  choice: Choice | ChoiceFromGeneratedCode,
  contractId: ContractId,
  argument: unknown,
): ExerciseCommand => {
  assertIsChoice(choice);
  return {
    ExerciseCommand: {
      templateId: choice.owner.reference,
      contractId,
      choice: choice.name,
      choiceArgument: encodeChoiceArgumentJson(choice, argument),
    },
  };
};

/** Raises INVALID_ARGUMENT for anything but a choice, such as its name. */
export const assertIsChoice = (choice: unknown): void => {
  if (typeof choice === "object" && choice !== null && "owner" in choice) return;
  throw createInvalidArgumentError({
    field: "choice",
    expected: "a choice of a template or interface, such as Iou.Transfer",
    found: choice,
  });
};

/** Returns the JSON of an argument; an omitted argument is the empty record. */
export const encodeChoiceArgumentJson = (
  choice: Choice | ChoiceFromGeneratedCode,
  argument: unknown = {},
): unknown =>
  "argument" in choice ? encodeValueAsJson("choiceArgument", choice.argument, argument) : argument;
