import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import type { Node, Transaction } from "../../base/model/node.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";

/**
 * Returns the parties that must confirm the root nodes of a transaction: acting parties,
 * signatories of created and used contracts, and maintainers of keys that are looked up. Without
 * duplicates.
 */
export const collectConfirmingParties = ({ roots, nodes }: Transaction): readonly Party[] =>
  removeDuplicateParties(roots.flatMap((root) => listConfirmingParties(nodes[root])));

/**
 * Returns the parties that must confirm a transaction of which only the used contracts are known:
 * their signatories and the acting parties. Without duplicates.
 */
export const collectConfirmingPartiesOfInputs = (
  state: LedgerState,
  { submission: { actAs }, disclosedContracts, received }: AdmittedSubmission,
  contractIds: readonly ContractId[],
): readonly Party[] => {
  const contractOf = (contractId: ContractId) =>
    disclosedContracts.get(contractId) ??
    received.contracts.get(contractId)?.contract ??
    state.contracts.get(contractId)?.contract;
  const signatories = contractIds.flatMap((id) => contractOf(id)?.signatories ?? []);
  return removeDuplicateParties([...signatories, ...actAs]);
};

const listConfirmingParties = (node: Node | undefined): readonly Party[] => {
  switch (node?.kind) {
    case "create":
      return node.contract.signatories;
    case "exercise":
    case "fetch":
      return [...node.signatories, ...node.actingParties];
    case "lookupByKey":
      return node.key.maintainers;
    case "rollback":
    case undefined:
      return [];
  }
};

const removeDuplicateParties = (parties: readonly Party[]): readonly Party[] => [
  ...new Set(parties),
];
