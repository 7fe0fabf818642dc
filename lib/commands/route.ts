import { ledgerError, type LedgerError } from "../errors/ledger-error.ts";
import type { ContractId, Party, SynchronizerId } from "../model/identifiers.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { FinishedTransaction } from "../transaction/create-partial-transaction.ts";
import type { PreparedSubmission } from "./prepared-submission.ts";

/**
 * The synchronizer that executes a transaction: the prescribed one, else the one its inputs are on,
 * else the first connected one (ledger-api.md 2.9).
 *
 * Raises UNKNOWN_SUBMITTERS, NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT, UNKNOWN_INFORMEES,
 * NOT_CONNECTED_TO_ANY_SYNCHRONIZER, SUBMISSION_SYNCHRONIZER_NOT_READY,
 * INVALID_PRESCRIBED_SYNCHRONIZER_ID, AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED. Pure; linear in
 * informees and inputs.
 */
export const route = (
  state: LedgerState,
  { submission, synchronizerId: prescribed }: PreparedSubmission,
  { informees, inputs }: Pick<FinishedTransaction, "informees" | "inputs">,
): SynchronizerId => {
  checkSubmitters(state, submission.actAs);
  checkInformees(state, informees);
  const [first] = state.synchronizers;
  if (first === undefined) {
    throw ledgerError("NOT_CONNECTED_TO_ANY_SYNCHRONIZER", {
      cause: "This participant is connected to no synchronizer.",
    });
  }
  if (prescribed !== undefined) checkConnected(state, prescribed);
  // With a single synchronizer there is nothing to choose.
  if (state.synchronizers.length === 1) return first.id;
  return prescribed === undefined
    ? commonSynchronizer(state, inputs.keys(), first.id)
    : checkPrescribed(state, inputs.keys(), prescribed);
};

const checkSubmitters = (state: LedgerState, actAs: readonly Party[]): void => {
  const unknown = actAs.filter((party) => !state.parties.has(party));
  if (unknown.length > 0) throw unknownParties("UNKNOWN_SUBMITTERS", unknown);
  const remote = actAs.filter((party) => state.parties.get(party)?.isLocal === false);
  if (remote.length > 0) {
    throw ledgerError("NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT", {
      cause: `This participant may not submit for ${remote.join(", ")}: it does not host them.`,
      resources: [["PARTIES", remote.join(",")]],
    });
  }
};

const checkInformees = (state: LedgerState, informees: readonly Party[]): void => {
  const unknown = informees.filter((party) => !state.parties.has(party));
  if (unknown.length > 0) throw unknownParties("UNKNOWN_INFORMEES", unknown);
};

const unknownParties = (
  code: "UNKNOWN_SUBMITTERS" | "UNKNOWN_INFORMEES",
  parties: readonly Party[],
): LedgerError =>
  ledgerError(code, {
    cause: `No connected synchronizer knows ${parties.join(", ")}. Allocate a party before using it.`,
    resources: [["PARTIES", parties.join(",")]],
  });

const checkConnected = (state: LedgerState, prescribed: SynchronizerId): void => {
  if (state.synchronizers.some(({ id }) => id === prescribed)) return;
  throw ledgerError("SUBMISSION_SYNCHRONIZER_NOT_READY", {
    cause: `This participant is not connected to the synchronizer ${prescribed}.`,
    resources: [["SYNCHRONIZER_ID", prescribed]],
  });
};

const checkPrescribed = (
  state: LedgerState,
  inputs: Iterable<ContractId>,
  prescribed: SynchronizerId,
): SynchronizerId => {
  for (const contractId of inputs) {
    const location = locationOf(state, contractId);
    if (location === undefined || location === prescribed) continue;
    throw ledgerError("INVALID_PRESCRIBED_SYNCHRONIZER_ID", {
      cause: `The transaction cannot run on ${prescribed}: its input ${contractId} is on ${location}.`,
      resources: [
        ["SYNCHRONIZER_ID", prescribed],
        ["CONTRACT_ID", contractId],
      ],
    });
  }
  return prescribed;
};

const commonSynchronizer = (
  state: LedgerState,
  inputs: Iterable<ContractId>,
  fallback: SynchronizerId,
): SynchronizerId => {
  let common: SynchronizerId | undefined;
  for (const contractId of inputs) {
    const location = locationOf(state, contractId);
    if (location === undefined) continue;
    common ??= location;
    if (location !== common) throw onSeveralSynchronizers(contractId, location, common);
  }
  return common ?? fallback;
};

const locationOf = (state: LedgerState, contractId: ContractId): SynchronizerId | undefined =>
  state.contracts.get(contractId)?.activation?.synchronizerId;

const onSeveralSynchronizers = (
  contractId: ContractId,
  location: SynchronizerId,
  other: SynchronizerId,
): LedgerError =>
  ledgerError("AUTOMATIC_REASSIGNMENT_FOR_TRANSACTION_FAILED", {
    cause:
      `The inputs are on different synchronizers: ${contractId} is on ${location}, ` +
      `another one on ${other}. Reassign them to one synchronizer first.`,
    resources: [["CONTRACT_ID", contractId]],
  });
