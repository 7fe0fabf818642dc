import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { ExerciseNode } from "../../base/model/node.ts";
import type { Choice } from "../../contracts/templates/types/choice.ts";
import { type ContractId, toTypedContractId } from "../../contracts/templates/types/contract-id.ts";
import type { Fields } from "../../contracts/templates/types/descriptor.ts";
import {
  type CreatedContract,
  decodeGeneratedContracts,
  decodeGeneratedExercises,
  type GeneratedChoice,
  type GeneratedType,
  getPackageNameTypeReference,
  isTypeGeneratedByCodegen,
} from "./generated-types.ts";
import {
  type ContractReadingLedgerState,
  toTypedContract,
  type TypedContract,
} from "./to-typed-contract.ts";
import {
  isTemplateOrItsInterface,
  matchesTypeReference,
  type ReadableContractType,
  type TypeName,
} from "./type-names.ts";

/** An exercise of a choice, with the declared types. */
export interface Exercised<Name extends string = string, Argument = unknown, Result = unknown> {
  /** The exercised contract. */
  readonly contract: ContractId<Name>;
  readonly argument: Argument;
  readonly result: Result;
}

/** Returns the contracts of a template or interface. */
export const decodeCreatedContractsOfType = (
  created: Iterable<CreatedContract>,
  of: ReadableContractType<string, Fields> | GeneratedType,
  state: ContractReadingLedgerState,
): readonly unknown[] => {
  if (isTypeGeneratedByCodegen(of)) return decodeGeneratedContracts(created, of, state);
  const found: TypedContract[] = [];
  for (const { contract } of created) {
    if (isTemplateOrItsInterface(contract.templateId, of.reference, state.packages)) {
      found.push(toTypedContract(contract, of, state));
    }
  }
  return found;
};

/** Returns the contracts of a template or interface that these exercises archived. */
export const selectArchivedContractIds = (
  nodes: Iterable<ExerciseNode>,
  of: TypeName<string> | GeneratedType,
  { packages }: ContractReadingLedgerState,
): readonly unknown[] => {
  const reference = isTypeGeneratedByCodegen(of) ? getPackageNameTypeReference(of) : of.reference;
  return Array.from(nodes)
    .filter(({ templateId }) => isTemplateOrItsInterface(templateId, reference, packages))
    .map(({ contractId }) =>
      isTypeGeneratedByCodegen(of) ? of.contractId(contractId) : toTypedContractId(contractId),
    );
};

/** Returns the exercises of a choice that have a result. */
export const decodeChoiceExercises = (
  nodes: Iterable<ExerciseNode>,
  choice: Choice | GeneratedChoice,
  { state, offset }: { readonly state: ContractReadingLedgerState; readonly offset: Offset },
): readonly unknown[] => {
  if ("from" in choice) return decodeGeneratedExercises(nodes, choice, { state, offset });
  const { owner, name } = choice;
  const found: Exercised[] = [];
  for (const node of nodes) {
    const { templateId, interfaceId, contractId, argument, result } = node;
    if (node.choice !== name || result === undefined) continue;
    if (!matchesTypeReference(interfaceId ?? templateId, owner.reference, state.packages)) continue;
    found.push({
      contract: toTypedContractId(contractId),
      argument: choice.argument.decode(argument),
      result: choice.result.decode(result),
    });
  }
  return found;
};
