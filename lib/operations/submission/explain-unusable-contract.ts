import type { SubmissionFailureExplanation } from "../../base/errors/submission-failure-explanation.ts";
import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import { splitTypeId } from "../../base/identifiers/identifiers.ts";
import { getStakeholders } from "../../base/model/contract.ts";
import type { EventPosition } from "../../ledger/state/activation.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";

/**
 * Returns an explanation of why a submission cannot use a contract. Only stakeholders may learn the
 * history of a contract: for other parties, the text is the same as for an id that does not exist.
 */
export const explainUnusableContract = (
  state: LedgerState,
  { submission: { actAs }, readAs }: AdmittedSubmission,
  contractId: ContractId,
): SubmissionFailureExplanation => {
  const parties = [...new Set([...actAs, ...readAs])];
  const record = state.contracts.get(contractId);
  const isStakeholder = (party: Party): boolean =>
    record !== undefined && getStakeholders(record.contract).includes(party);
  if (record === undefined || !parties.some(isStakeholder)) return unknownTo(parties);
  if (record.archived !== undefined) return explainArchived(state, record.archived, actAs);
  if (record.activation === undefined) {
    return {
      cause:
        "The contract is being reassigned: it was unassigned and is not assigned to a synchronizer yet.",
      advice: "Wait until the contract is assigned, or assign it.",
    };
  }
  return {
    cause:
      "The contract is active now. When the submission ran, it was locked by another submission or not active.",
    advice: "Submit again.",
  };
};

const unknownTo = (parties: readonly Party[]): SubmissionFailureExplanation => ({
  cause: `The ledger has no contract with this id that has ${parties.join(" or ")} as a stakeholder.`,
  advice:
    "Use an id from the active contracts of these parties. To use a contract of other parties, act or read as one of its stakeholders, or disclose the contract in disclosedContracts.",
});

const explainArchived = (
  state: LedgerState,
  { offset, nodeId }: EventPosition,
  actAs: readonly Party[],
): SubmissionFailureExplanation => {
  const update = state.log.get(offset)?.update;
  const node = update?.kind === "transaction" ? update.transaction.nodes[nodeId] : undefined;
  const choice =
    node?.kind === "exercise"
      ? ` by the choice ${node.choice} of ${splitTypeId(node.interfaceId ?? node.templateId).qualifiedName}`
      : "";
  // Show the command id only to the parties that submitted the command.
  const submitter = update?.kind === "transaction" ? update.submission : undefined;
  const isOwn = submitter?.actAs.some((party) => actAs.includes(party)) === true;
  const command = isOwn ? ` in the command ${submitter.commandId}` : "";
  return {
    cause: `The contract was archived at offset ${offset}${choice}${command}.`,
    advice: "Read the active contracts again, and use the contract that replaced this one.",
  };
};
