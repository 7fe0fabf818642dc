import { stakeholdersOf, type Contract } from "../model/contract.ts";
import { splitTypeId } from "../model/identifiers.ts";
import { partySet, unionOfParties, type PartySet } from "../model/party-set.ts";
import type { ExerciseDraft, LeafDraft } from "./node-draft.ts";
import type { ExerciseStep, FetchStep, LookupByKeyStep } from "./partial-transaction.ts";

/**
 * What the steps of a transaction leave behind, with whom they inform (daml-lf.md 14.2). `contract` is
 * the contract as the transaction knows it, whatever the engine gave.
 */
export const createDraft = (contract: Contract): LeafDraft => ({
  kind: "create",
  informees: stakeholdersOf(contract),
  node: { kind: "create", contract },
});

/** `authorizers` are those of the context; the stakeholders among them act. */
export const fetchDraft = (
  step: FetchStep,
  contract: Contract,
  authorizers: PartySet,
): LeafDraft => {
  const actingParties = stakeholdersOf(contract).filter((party) => authorizers.includes(party));
  return {
    kind: "fetch",
    informees: unionOfParties(contract.signatories, actingParties),
    node: { kind: "fetch", ...usage(step, contract), actingParties },
  };
};

export const lookupDraft = (
  { templateId, packageName, key, limit }: LookupByKeyStep,
  found: readonly Contract[],
): LeafDraft => ({
  kind: "lookupByKey",
  informees: key.maintainers,
  node: {
    kind: "lookupByKey",
    packageName,
    templateId,
    qualifiedName: splitTypeId(templateId).qualifiedName,
    key,
    contractIds: found.map(({ contractId }) => contractId),
    exhaustive: found.length < limit,
  },
});

/** Still open: without children and result. `actingParties` are the controllers. */
export const exerciseDraft = (
  step: ExerciseStep,
  contract: Contract,
  actingParties: PartySet,
): ExerciseDraft => {
  const { choice, consuming, argument } = step;
  const choiceObservers = partySet(step.choiceObservers);
  const informed = consuming ? stakeholdersOf(contract) : contract.signatories;
  return {
    kind: "exercise",
    informees: unionOfParties(unionOfParties(informed, actingParties), choiceObservers),
    children: [],
    node: {
      kind: "exercise",
      ...usage(step, contract),
      choice,
      consuming,
      argument,
      actingParties,
      choiceObservers,
    },
  };
};

/** What nodes tell of the contract they use, and of how they use it. */
const usage = (
  { templateId, interfaceId, byKey = false }: FetchStep | ExerciseStep,
  contract: Contract,
) => ({
  contractId: contract.contractId,
  packageName: contract.packageName,
  templateId,
  ...(interfaceId === undefined ? {} : { interfaceId }),
  signatories: contract.signatories,
  stakeholders: stakeholdersOf(contract),
  ...(contract.key === undefined ? {} : { key: contract.key }),
  byKey,
});
