import type * as model from "../../../base/identifiers/identifiers.ts";
import { contractIdType } from "../../../base/values/common-types.ts";
import { createContractIdValue } from "../../../base/values/constructors.ts";
import type { Choice, ChoiceArguments, ChoiceFromGeneratedCode } from "./choice.ts";
import { createTypedExerciseCommand, type ExerciseCommand } from "./commands.ts";
import { assertQualifiedName } from "./declared-names.ts";
import type { Descriptor } from "./descriptor.ts";
import { upgradeValueMismatchError } from "./upgrade-value-mismatch-error.ts";
import { parseContractIdInput } from "./written-scalars.ts";

declare const target: unique symbol;

/** The id of a contract of the template or interface `Name`. Equal ids may be different objects. */
export interface ContractId<Name extends string = string> {
  readonly [target]?: Name;
  /** Lowercase hexadecimal. */
  readonly contractId: model.ContractId;
  /** Returns the command that exercises a choice on this contract. Raises INVALID_ARGUMENT. */
  exercise<Input>(
    choice: Choice<Name, unknown, Input> | ChoiceFromGeneratedCode<Input>,
    ...argument: ChoiceArguments<Input>
  ): ExerciseCommand;
  /** Returns this id as the id of another template or interface. */
  as<Other extends string>(other: { readonly qualifiedName: Other }): ContractId<Other>;
  equals(other: ContractId): boolean;
  /** Returns the id in hexadecimal. */
  toString(): string;
  toJSON(): string;
}

/** A template or interface, or its name `"Module:Entity"` if the program has not defined it yet. */
type ContractOwner<Name extends string> = Name | { readonly qualifiedName: Name };

/**
 * The type of contract ids of the given template or interface. Hexadecimal ids are accepted as input.
 * Raises INVALID_ARGUMENT for a malformed name.
 */
export const ContractId = <const Name extends string>(
  of: ContractOwner<Name>,
): Descriptor<ContractId<Name>, ContractId<Name> | model.ContractId> => {
  assertQualifiedName(typeof of === "string" ? of : of.qualifiedName);
  return contractIdDescriptor;
};

const contractIdDescriptor: Descriptor<ContractId<never>, ContractId<never> | model.ContractId> = {
  kind: "contractId",
  encode: (input) =>
    createContractIdValue(parseContractIdInput(hasContractId(input) ? input.contractId : input)),
  decode(value) {
    if (value.kind !== "contractId") throw upgradeValueMismatchError("a contract id", value);
    return toTypedContractId(value.value);
  },
  typeIn: () => contractIdType,
};

const hasContractId = (input: unknown): input is { readonly contractId: unknown } =>
  typeof input === "object" && input !== null && "contractId" in input;

/** Returns a contract id; the caller has checked the hexadecimal digits. */
export const toTypedContractId = <Name extends string>(
  contractId: model.ContractId,
): ContractId<Name> => Object.freeze(new TypedContractId<Name>(contractId));

/** The implementation of ContractId. Contracts that were read from events extend it. */
export class TypedContractId<Name extends string> implements ContractId<Name> {
  readonly contractId: model.ContractId;

  constructor(contractId: model.ContractId) {
    this.contractId = contractId;
  }

  exercise<Input>(
    choice: Choice<Name, unknown, Input> | ChoiceFromGeneratedCode<Input>,
    ...argument: ChoiceArguments<Input>
  ): ExerciseCommand {
    return createTypedExerciseCommand(choice, this.contractId, argument[0]);
  }

  as<Other extends string>(): ContractId<Other> {
    return toTypedContractId<Other>(this.contractId);
  }

  equals(other: ContractId): boolean {
    return this.contractId === other.contractId;
  }

  toString(): string {
    return this.contractId;
  }

  toJSON(): string {
    return this.contractId;
  }
}
