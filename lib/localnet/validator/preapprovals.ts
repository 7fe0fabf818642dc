import type { Party } from "../../base/identifiers/identifiers.ts";
import { createExerciseCommand } from "../commands.ts";
import { contractWithState } from "../contract-json.ts";
import { readLocalnetView } from "../localnet-view.ts";
import { findPreapproval } from "../registry.ts";
import { notFoundError } from "../service-error.ts";
import { submitForValidatorParties, type ValidatorNode } from "../validator-node.ts";

export const listPreapprovals = (validator: ValidatorNode) => {
  const { splice } = readLocalnetView(validator);
  return {
    contracts: splice
      .activeContracts("transferPreapproval")
      .filter(({ payload }) => payload.provider === validator.validatorParty)
      .map((preapproval) => contractWithState(splice, preapproval)),
  };
};

export const cancelPreapproval = async (
  validator: ValidatorNode,
  receiver: Party,
): Promise<undefined> => {
  const preapproval = findPreapproval(readLocalnetView(validator).splice, receiver);
  if (preapproval?.payload.provider !== validator.validatorParty) {
    throw notFoundError(`No TransferPreapproval found for party: ${receiver}`);
  }
  const p = validator.validatorParty;
  const choice = "TransferPreapproval_Cancel";
  const command = createExerciseCommand("transferPreapproval", preapproval.contractId, choice, {
    p,
  });
  await submitForValidatorParties(validator, { actAs: [p], command });
  return undefined;
};
