import type { Party } from "../../base/identifiers/identifiers.ts";
import { createSpliceExerciseCommand } from "../commands.ts";
import { readLocalnetStateView } from "../localnet-state-view.ts";
import { findTransferPreapproval } from "../registry.ts";
import { createNotFoundServiceError } from "../service-error.ts";
import { toContractJsonWithSynchronizer } from "../splice-contract-json.ts";
import { submitForValidatorParties, type ValidatorNode } from "../validator-node.ts";

export const listTransferPreapprovals = (validator: ValidatorNode) => {
  const { splice } = readLocalnetStateView(validator);
  return {
    contracts: splice
      .activeContracts("transferPreapproval")
      .filter(({ payload }) => payload.provider === validator.validatorParty)
      .map((preapproval) => toContractJsonWithSynchronizer(splice, preapproval)),
  };
};

export const cancelTransferPreapproval = async (
  validator: ValidatorNode,
  receiver: Party,
): Promise<undefined> => {
  const preapproval = findTransferPreapproval(readLocalnetStateView(validator).splice, receiver);
  if (preapproval?.payload.provider !== validator.validatorParty) {
    throw createNotFoundServiceError(`No TransferPreapproval found for party: ${receiver}`);
  }
  const p = validator.validatorParty;
  const choice = "TransferPreapproval_Cancel";
  const command = createSpliceExerciseCommand(
    "transferPreapproval",
    preapproval.contractId,
    choice,
    {
      p,
    },
  );
  await submitForValidatorParties(validator, { actAs: [p], command });
  return undefined;
};
