import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import { arePartySetsEqual, type PartySet } from "../../base/model/party-set.ts";
import type { FinishedTransaction } from "../../contracts/transaction/finished-transaction.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { findReassignmentHostingObstacle } from "../reassignments/create-unassigned-events.ts";
import type { InputContractReassignmentBatch } from "../reassignments/reassign-inputs.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";

/** An input of a transaction, and the synchronizer on which it is active. */
export interface InputWithSynchronizer {
  readonly contract: Contract;
  readonly synchronizerId: SynchronizerId;
}

/**
 * Returns the synchronizers of the inputs of a transaction. Omits disclosed inputs that are not
 * active, because a later check handles them. Raises UNKNOWN_CONTRACT_SYNCHRONIZERS for other
 * inputs without synchronizer, because these are being reassigned.
 */
export const locateTransactionInputs = (
  { contracts }: LedgerState,
  { disclosedContracts }: Pick<AdmittedSubmission, "disclosedContracts">,
  { inputs }: FinishedTransaction,
): readonly InputWithSynchronizer[] => {
  const located: InputWithSynchronizer[] = [];
  const lost: string[] = [];
  for (const [contractId, contract] of inputs) {
    const synchronizerId = contracts.get(contractId)?.activation?.synchronizerId;
    if (synchronizerId !== undefined) located.push({ contract, synchronizerId });
    else if (!disclosedContracts.has(contractId)) lost.push(contractId);
  }
  if (lost.length === 0) return located;
  const contractIds = lost.join(", ");
  throw ledgerError("UNKNOWN_CONTRACT_SYNCHRONIZERS", {
    cause: `The contracts ${contractIds} are on no synchronizer: they were unassigned and are not assigned yet.`,
    resources: [["CONTRACT_IDS", contractIds]],
  });
};

/**
 * The reassignments that move all inputs to one synchronizer (`size` contracts are reassigned), or
 * the reason, as a clause, why that is impossible.
 */
export type InputReassignmentPlan =
  | {
      readonly kind: "possible";
      readonly moves: readonly InputContractReassignmentBatch[];
      readonly size: number;
    }
  | { readonly kind: "impossible"; readonly reason: string };

/**
 * Returns the reassignments that move all inputs to `target`. The first of `readers` that is a
 * stakeholder of a contract submits its reassignment. Contracts with the same source, submitter and
 * stakeholders are reassigned together.
 */
export const planInputReassignments = (
  located: readonly InputWithSynchronizer[],
  target: SynchronizerId,
  { state, readers }: { readonly state: LedgerState; readonly readers: readonly Party[] },
): InputReassignmentPlan => {
  const moves: ReassignmentBatch[] = [];
  let size = 0;
  for (const { contract, synchronizerId: source } of located) {
    if (source === target) continue;
    const stakeholders = getStakeholders(contract);
    const submitter = readers.find((party) => stakeholders.includes(party));
    if (submitter === undefined) {
      const reason = `no submitter is a stakeholder of ${contract.contractId}, which is on ${source}`;
      return { kind: "impossible", reason };
    }
    const reason = findReassignmentHostingObstacle(state, contract, [source, target]);
    if (reason !== undefined) return { kind: "impossible", reason };
    const { signatories } = contract;
    const batch = moves.find(
      (move) =>
        move.source === source &&
        move.submitter === submitter &&
        arePartySetsEqual(move.stakeholders, stakeholders) &&
        arePartySetsEqual(move.signatories, signatories),
    );
    if (batch !== undefined) batch.contracts.push(contract);
    else moves.push({ submitter, source, stakeholders, signatories, contracts: [contract] });
    size++;
  }
  return { kind: "possible", moves, size };
};

interface ReassignmentBatch extends InputContractReassignmentBatch {
  readonly contracts: Contract[];
  readonly stakeholders: PartySet;
  readonly signatories: PartySet;
}
