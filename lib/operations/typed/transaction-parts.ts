import type { Choice } from "../../contracts/templates/types/choice.ts";
import { type ContractId, contractIdOf } from "../../contracts/templates/types/contract-id.ts";
import type { Fields, NativeOf } from "../../contracts/templates/types/descriptor.ts";
import type { Contract } from "../../ground/model/contract.ts";
import type { ExerciseNode } from "../../ground/model/node.ts";
import { isNamed, isOf, type ReadableType, type TypeName } from "./type-names.ts";
import { type ReadingState, type TypedContract, typedContract } from "./typed-contract.ts";

/** An exercise of a choice, with the types that it was declared with. */
export interface Exercised<Name extends string = string, Argument = unknown, Result = unknown> {
  /** On which it was exercised. */
  readonly contract: ContractId<Name>;
  readonly argument: Argument;
  readonly result: Result;
}

/** Those of the contracts that are of a template or interface. */
export const contractsOf = <Name extends string, F extends Fields>(
  contracts: Iterable<Contract>,
  of: ReadableType<Name, F>,
  state: ReadingState,
): readonly TypedContract<Name, NativeOf<F>>[] => {
  const found: TypedContract<Name, NativeOf<F>>[] = [];
  for (const contract of contracts) {
    if (isOf(contract.templateId, of.reference, state.packages)) {
      found.push(typedContract(contract, of, state));
    }
  }
  return found;
};

/** The contracts that these exercises have archived, of a template or interface. */
export const archivedBy = <Name extends string>(
  nodes: Iterable<ExerciseNode>,
  of: TypeName<Name>,
  { packages }: ReadingState,
): readonly ContractId<Name>[] =>
  Array.from(nodes).flatMap(({ templateId, contractId }) =>
    isOf(templateId, of.reference, packages) ? [contractIdOf<Name>(contractId)] : [],
  );

/** The exercises of a choice, whose code returned. */
export const exercisesOf = <Name extends string, Argument, Input, Result>(
  nodes: Iterable<ExerciseNode>,
  choice: Choice<Name, Argument, Input, Result>,
  { packages }: ReadingState,
): readonly Exercised<Name, Argument, Result>[] => {
  const { owner, name } = choice;
  const found: Exercised<Name, Argument, Result>[] = [];
  for (const node of nodes) {
    const { templateId, interfaceId, contractId, argument, result } = node;
    if (node.choice !== name || result === undefined) continue;
    if (!isNamed(interfaceId ?? templateId, owner.reference, packages)) continue;
    found.push({
      contract: contractIdOf<Name>(contractId),
      argument: choice.argument.decode(argument),
      result: choice.result.decode(result),
    });
  }
  return found;
};
