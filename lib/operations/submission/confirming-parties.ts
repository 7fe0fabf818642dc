import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import type { Node, Transaction } from "../../base/model/node.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";

/**
 * Who has to confirm the roots of a transaction, where all are hosted by one participant: who acts, who has signed what is
 * used; besides them the participant itself. Each once.
 */
export const confirmingRoots = ({ roots, nodes }: Transaction): readonly Party[] =>
  distinct(roots.flatMap((root) => confirming(nodes[root])));

/** The same of a transaction of which only contracts are known that it wants to use. */
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
