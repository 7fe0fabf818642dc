import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import type { Node, Transaction } from "../../base/model/node.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";

/**
 * Returns the parties that must confirm the root nodes of a transaction if one participant hosts
 * all of them: acting parties, signatories of used contracts, and the participant itself. Without
 * duplicates.
 */
export const confirmingRoots = ({ roots, nodes }: Transaction): readonly Party[] =>
  distinct(roots.flatMap((root) => confirming(nodes[root])));

/** Returns the same for a transaction of which only the contracts to be used are known. */
export const confirmingUse = (
  state: LedgerState,
  { submission: { actAs }, disclosedContracts, received }: AdmittedSubmission,
  contractIds: readonly ContractId[],
): readonly Party[] => {
  const contractOf = (contractId: ContractId) =>
    disclosedContracts.get(contractId) ??
    received.contracts.get(contractId)?.contract ??
    state.contracts.get(contractId)?.contract;
  const signatories = contractIds.flatMap((id) => contractOf(id)?.signatories ?? []);
  return distinct([...signatories, ...actAs]);
};

const confirming = (node: Node | undefined): readonly Party[] => {
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

const distinct = (parties: readonly Party[]): readonly Party[] => [...new Set(parties)];
