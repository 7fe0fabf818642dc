import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { ExerciseNode } from "../../base/model/node.ts";
import type { Choice } from "../../contracts/templates/types/choice.ts";
import { type ContractId, contractIdOf } from "../../contracts/templates/types/contract-id.ts";
import type { Fields } from "../../contracts/templates/types/descriptor.ts";
import {
  type CreatedContract,
  type GeneratedChoice,
  generatedContracts,
  generatedExercises,
  type GeneratedType,
  isGenerated,
  referenceOf,
} from "./generated-types.ts";
import { isOrImplements, isReferencedBy, type ReadableType, type TypeName } from "./type-names.ts";
import { type ReadingState, type TypedContract, typedContract } from "./typed-contract.ts";

/** An exercise of a choice, with the declared types. */
export interface Exercised<Name extends string = string, Argument = unknown, Result = unknown> {
  /** The exercised contract. */
  readonly contract: ContractId<Name>;
  readonly argument: Argument;
  readonly result: Result;
}

/** Returns the contracts of a template or interface. */
export const contractsOf = (
  created: Iterable<CreatedContract>,
  of: ReadableType<string, Fields> | GeneratedType,
  state: ReadingState,
): readonly unknown[] => {
  if (isGenerated(of)) return generatedContracts(created, of, state);
  const found: TypedContract[] = [];
  for (const { contract } of created) {
    if (isOrImplements(contract.templateId, of.reference, state.packages)) {
      found.push(typedContract(contract, of, state));
    }
  }
  return found;
};

/** Returns the contracts of a template or interface that these exercises archived. */
export const archivedBy = (
  nodes: Iterable<ExerciseNode>,
  of: TypeName<string> | GeneratedType,
  { packages }: ReadingState,
): readonly unknown[] => {
  const reference = isGenerated(of) ? referenceOf(of) : of.reference;
  return Array.from(nodes)
    .filter(({ templateId }) => isOrImplements(templateId, reference, packages))
    .map(({ contractId }) =>
      isGenerated(of) ? of.contractId(contractId) : contractIdOf(contractId),
    );
};

/** Returns the exercises of a choice that have a result. */
export const exercisesOf = (
  nodes: Iterable<ExerciseNode>,
  choice: Choice | GeneratedChoice,
  { state, offset }: { readonly state: ReadingState; readonly offset: Offset },
): readonly unknown[] => {
  if ("from" in choice) return generatedExercises(nodes, choice, { state, offset });
  const { owner, name } = choice;
  const found: Exercised[] = [];
  for (const node of nodes) {
    const { templateId, interfaceId, contractId, argument, result } = node;
    if (node.choice !== name || result === undefined) continue;
    if (!isReferencedBy(interfaceId ?? templateId, owner.reference, state.packages)) continue;
    found.push({
      contract: contractIdOf(contractId),
      argument: choice.argument.decode(argument),
      result: choice.result.decode(result),
    });
  }
  return found;
};
