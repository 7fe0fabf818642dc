import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { ContractId, Micros, Party } from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import { arePartySetsEqual } from "../../base/model/party-set.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState, Synchronizer } from "../../ledger/state/ledger-state.ts";
import type { AdmittedUnassignment } from "./admitted-reassignment.ts";
import {
  getConnectedSynchronizer,
  type ReassignmentAttemptOutcome,
  reassignmentRefusedError,
  requireHostedSubmitter,
} from "./attempt.ts";
import {
  type ContractWithReassignmentCount,
  createUnassignedEvents,
  findAssignmentVettingObstacle,
  findReassignmentHostingObstacle,
} from "./create-unassigned-events.ts";

/**
 * Checks an unassignment, and returns the events that unassign contracts from the source, all with
 * one reassignment id. The contracts must be active on the source and have the same stakeholders,
 * one of whom is the submitter. Both synchronizers must host the stakeholders, and the packages
 * must be vetted on the target.
 *
 * Raises INVALID_ARGUMENT for every failed check of the state (ledger-api.md 3.13). Returns a
 * rejection if a contract was unassigned or archived after the request arrived.
 */
export const attemptUnassignment = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  admitted: AdmittedUnassignment,
): ReassignmentAttemptOutcome => {
  const { command, submitter } = admitted;
  const source = getConnectedSynchronizer(state, command.source, "source");
  const target = getConnectedSynchronizer(state, command.target, "target");
  if (source.id === target.id) {
    throw reassignmentRefusedError(
      `Source and target are the same synchronizer, ${source.id}.`,
      "target",
    );
  }
  requireHostedSubmitter(state, submitter, source.id);
  const toUnassign = findContractsToUnassign(source, state, admitted);
  if (toUnassign.kind === "gone") {
    return { kind: "rejected", synchronizer: source, error: activenessError(toUnassign).details };
  }
  checkStakeholders(toUnassign.contracts);
  const { now } = context;
  for (const { contract } of toUnassign.contracts) {
    checkCanBeReassigned(state, contract, { source, target, now });
  }
  const events = createUnassignedEvents(
    toUnassign.contracts,
    { source, target, submitter },
    context,
  );
  return { kind: "possible", synchronizer: source, events };
};

type ContractsToUnassign =
  | { readonly kind: "active"; readonly contracts: readonly ContractWithReassignmentCount[] }
  | { readonly kind: "gone"; readonly contractIds: readonly ContractId[] };

const findContractsToUnassign = (
  source: Synchronizer,
  state: LedgerState,
  { command, submitter, received }: AdmittedUnassignment,
): ContractsToUnassign => {
  const contracts: ContractWithReassignmentCount[] = [];
  const gone: ContractId[] = [];
  for (const contractId of command.contractIds) {
    const active = findActiveContract(source, state, { contractId, submitter });
    if (active !== undefined) contracts.push(active);
    else if (findActiveContract(source, received, { contractId, submitter })) gone.push(contractId);
    else throw notActiveError(source, state, { contractId, submitter });
  }
  return gone.length === 0 ? { kind: "active", contracts } : { kind: "gone", contractIds: gone };
};

interface ContractForSubmitter {
  readonly contractId: ContractId;
  readonly submitter: Party;
}

const findActiveContract = (
  source: Synchronizer,
  state: LedgerState,
  { contractId, submitter }: ContractForSubmitter,
): ContractWithReassignmentCount | undefined => {
  const { contract, activation } = state.contracts.get(contractId) ?? {};
  if (contract === undefined || activation?.synchronizerId !== source.id) return undefined;
  if (!getStakeholders(contract).includes(submitter)) return undefined;
  return { contract, counter: activation.reassignmentCounter };
};

/**
 * Returns the error for an inactive contract. It tells only stakeholders what happened to the
 * contract; for other parties the contract looks unknown.
 */
const notActiveError = (
  source: Synchronizer,
  state: LedgerState,
  { contractId, submitter }: ContractForSubmitter,
): LedgerError => {
  const record = state.contracts.get(contractId);
  if (record === undefined || !getStakeholders(record.contract).includes(submitter)) {
    return reassignmentRefusedError(
      `No active contract ${contractId} on ${source.id} has ${submitter} as a stakeholder.`,
    );
  }
  const { activation, archived } = record;
  if (archived !== undefined) {
    return reassignmentRefusedError(`The contract ${contractId} is archived.`);
  }
  return reassignmentRefusedError(
    activation === undefined
      ? `The contract ${contractId} is already unassigned, and not assigned again yet.`
      : `The contract ${contractId} is on ${activation.synchronizerId}, not on ${source.id}.`,
  );
};

const activenessError = ({ contractIds }: { readonly contractIds: readonly ContractId[] }) =>
  ledgerError("UNASSIGNMENT_ACTIVENESS_CHECK_FAILED", {
    cause: `The contracts ${contractIds.join(", ")} are no longer active on the source.`,
    resources: contractIds.map((contractId) => ["CONTRACT_ID", contractId] as const),
  });

/**
 * Requires that all contracts have the same stakeholders, because one reassignment has the same
 * informees for all its contracts.
 */
const checkStakeholders = (contracts: readonly ContractWithReassignmentCount[]): void => {
  const [first, ...others] = contracts.map(({ contract }) => contract);
  const different = others.find((contract) => first && !haveSameStakeholders(first, contract));
  if (first === undefined || different === undefined) return;
  throw reassignmentRefusedError(
    `The contracts ${first.contractId} and ${different.contractId} have different stakeholders; unassign them in separate batches.`,
    "commands",
  );
};

const haveSameStakeholders = (left: Contract, right: Contract): boolean =>
  arePartySetsEqual(left.signatories, right.signatories) &&
  arePartySetsEqual(getStakeholders(left), getStakeholders(right));

const checkCanBeReassigned = (
  state: LedgerState,
  contract: Contract,
  { source, target, now }: SynchronizerPair & { readonly now: Micros },
): void => {
  const obstacle =
    findReassignmentHostingObstacle(state, contract, [source.id, target.id]) ??
    findAssignmentVettingObstacle(state, contract, { target: target.id, now });
  if (obstacle === undefined) return;
  throw reassignmentRefusedError(
    `${obstacle.charAt(0).toUpperCase()}${obstacle.slice(1)}.`,
    "target",
  );
};

interface SynchronizerPair {
  readonly source: Synchronizer;
  readonly target: Synchronizer;
}
