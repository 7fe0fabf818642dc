import type { Party } from "../../base/identifiers/identifiers.ts";
import { exercise } from "../commands.ts";
import { contractWithState } from "../contract-json.ts";
import { preapprovalOf } from "../registry.ts";
import { notFound } from "../service-error.ts";
import { submitFor, type ValidatorNode, viewOf } from "../validator-node.ts";

export const listPreapprovals = (validator: ValidatorNode) => {
  const { splice } = viewOf(validator);
  return {
    contracts: splice
      .all("transferPreapproval")
      .filter(({ payload }) => payload.provider === validator.validatorParty)
      .map((preapproval) => contractWithState(splice, preapproval)),
  };
};

export const cancelPreapproval = async (
  validator: ValidatorNode,
  receiver: Party,
): Promise<undefined> => {
  const preapproval = preapprovalOf(viewOf(validator).splice, receiver);
  if (preapproval?.payload.provider !== validator.validatorParty) {
    throw notFound(`No TransferPreapproval found for party: ${receiver}`);
  }
  const p = validator.validatorParty;
  const choice = "TransferPreapproval_Cancel";
  const command = exercise("transferPreapproval", preapproval.contractId, choice, { p });
  await submitFor(validator, { actAs: [p], command });
  return undefined;
};
