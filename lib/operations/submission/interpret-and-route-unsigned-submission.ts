import {
  type ErrorDetails,
  isLedgerError,
  type LedgerError,
  ledgerError,
} from "../../base/errors/ledger-error.ts";
import type { ContractId, Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import type { Transaction } from "../../base/model/node.ts";
import type { FinishedTransaction } from "../../contracts/transaction/finished-transaction.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import { isUnassigned } from "../../ledger/state/is-unassigned.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { InputContractReassignmentBatch } from "../reassignments/reassign-inputs.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { findInterruptedInterpretation, interpretCommands } from "./interpret.ts";
import { createLockedContractsError } from "./locked-contracts.ts";
import { routeTransaction } from "./route.ts";
import { SubmissionLedgerView } from "./run-command.ts";

/** A transaction that can be committed, or the reason why its inputs can no longer be used. */
export type RoutedTransactionOrConflict =
  | {
      readonly kind: "transaction";
      readonly synchronizerId: SynchronizerId;
      /** The inputs to reassign to the synchronizer before the transaction. */
      readonly moves: readonly InputContractReassignmentBatch[];
      readonly ledgerTime: Micros;
      readonly transaction: Transaction;
      /** The contracts that the transaction depends on. */
      readonly inputs: FinishedTransaction["inputs"];
      /** The consumed contracts, among the inputs and the created ones. */
      readonly consumed: FinishedTransaction["consumed"];
    }
  | {
      readonly kind: "conflict";
      readonly synchronizerId: SynchronizerId;
      readonly error: ErrorDetails;
    };

/**
 * Interprets and routes a submission. Raises the errors of {@link interpretCommands} and {@link routeTransaction}. If
 * a contract is missing only because another submission consumed it after this one arrived, returns
 * a conflict, as for two concurrent submissions (ledger-api.md 2.7).
 */
export const interpretAndRouteUnsignedSubmission = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  admitted: AdmittedSubmission,
): RoutedTransactionOrConflict => {
  try {
    const { finished, ledgerTime } = interpretAtEarliestLedgerTime(state, context, admitted);
    const unassigned = findUnassignedInput(state, admitted, finished);
    if (unassigned !== undefined) return createConflictAttempt(unassigned);
    const { synchronizerId, moves } = routeTransaction(state, admitted, { finished, context });
    const inactive = findInactiveDisclosedContracts(state, context, { admitted, finished });
    if (inactive.length > 0) {
      return {
        kind: "conflict",
        synchronizerId,
        error: inactiveContractsError(admitted, inactive),
      };
    }
    const { transaction, inputs, consumed } = finished;
    return {
      kind: "transaction",
      synchronizerId,
      moves,
      ledgerTime,
      transaction,
      inputs,
      consumed,
    };
  } catch (error) {
    const missing = getMissingContractId(error);
    if (missing === undefined) throw error;
    const locked = findLockedInputConflict(admitted, missing);
    if (locked !== undefined) return locked;
    const lost = findLostContract(state, admitted, missing);
    if (lost === undefined) throw error;
    return createConflictAttempt(lost);
  }
};

const createConflictAttempt = ({
  contractId,
  synchronizerId,
}: LostContract): RoutedTransactionOrConflict => ({
  kind: "conflict",
  synchronizerId,
  error: inactiveContracts([contractId]),
});

interface TimedInterpretation {
  readonly finished: FinishedTransaction;
  readonly ledgerTime: Micros;
}

/**
 * Maximum number of times that a submission is interpreted again at a later ledger time, the same
 * as on a participant.
 */
const maxRounds = 3;

/**
 * Interprets a submission at the first ledger time that fits: the current time, but not before the
 * requested minimum, and not before the creation of any input. If an input turns out to be newer,
 * interprets again at its creation time. Raises FAILED_TO_DETERMINE_LEDGER_TIME if each repetition
 * uses a newer contract. Each repetition has the full step limit of a command.
 */
export const interpretAtEarliestLedgerTime = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  admitted: AdmittedSubmission,
): TimedInterpretation => {
  const { config, handle } = context;
  const { now, seed } = context.origin ?? context;
  const begun = findInterruptedInterpretation(state, handle);
  let ledgerTime = begun?.ledgerTime ?? getLaterTime(now, admitted.minLedgerTime ?? now);
  for (let round = begun?.round ?? 0; round <= maxRounds; round += 1) {
    const finished = interpretCommands(state, admitted, {
      seed,
      config,
      ledgerTime,
      handle,
      round,
    });
    const newestInput = findNewestCreationTime(finished.inputs.values(), ledgerTime);
    if (newestInput === ledgerTime) return { finished, ledgerTime };
    ledgerTime = newestInput;
  }
  throw ledgerTimeNotFoundError();
};

const ledgerTimeNotFoundError = (): LedgerError =>
  ledgerError("FAILED_TO_DETERMINE_LEDGER_TIME", {
    cause: `Could not find a suitable ledger time after ${maxRounds} retries`,
  });

/** Returns the creation time of the newest contract, or `atLeast` if that is later. */
export const findNewestCreationTime = (contracts: Iterable<Contract>, atLeast: Micros): Micros => {
  let newest = atLeast;
  for (const { createdAt } of contracts) newest = getLaterTime(newest, createdAt);
  return newest;
};

/** Returns the later of two times. */
export const getLaterTime = (left: Micros, right: Micros): Micros => (left > right ? left : right);

/**
 * Returns the disclosed inputs that are not active. (Other inputs were found on the ledger, so they
 * are active.) With `assumeDisclosedActive`, disclosed contracts that the ledger does not know
 * count as active until they are consumed.
 */
export const findInactiveDisclosedContracts = (
  state: LedgerState,
  { config }: Pick<LedgerDecisionInputs, "config">,
  {
    admitted: { disclosedContracts },
    finished: { inputs },
  }: { readonly admitted: AdmittedSubmission; readonly finished: FinishedTransaction },
): readonly ContractId[] => {
  const inactive: ContractId[] = [];
  if (disclosedContracts.size === 0) return inactive;
  for (const contractId of inputs.keys()) {
    const record = state.contracts.get(contractId);
    if (record?.activation !== undefined) continue;
    const isAssumed = config.assumeDisclosedActive && record === undefined;
    if (!isAssumed || state.consumedDisclosed.has(contractId)) inactive.push(contractId);
  }
  return inactive;
};

interface LostContract {
  readonly contractId: ContractId;
  /** The synchronizer of the contract when the submission arrived. */
  readonly synchronizerId: SynchronizerId;
}

/** Returns the contract that `error` reports as missing; undefined for other errors. */
const getMissingContractId = (error: unknown): ContractId | undefined => {
  if (!isLedgerError(error) || error.code !== "CONTRACT_NOT_FOUND") return undefined;
  return error.details.resources.find(([type]) => type === "CONTRACT_ID")?.[1];
};

/**
 * Returns the conflict if an overlapping submission consumed the contract, and the acting and
 * reading parties can see it; otherwise undefined.
 */
const findLockedInputConflict = (
  { receivedSubmission, submission: { actAs }, readAs }: AdmittedSubmission,
  contractId: ContractId,
): RoutedTransactionOrConflict | undefined => {
  const locked = receivedSubmission?.findContractLock(contractId);
  if (locked === undefined) return undefined;
  const { contract, synchronizerId } = locked;
  const isSeen = getStakeholders(contract).some(
    (party) => actAs.includes(party) || readAs.includes(party),
  );
  if (!isSeen) return undefined;
  return { kind: "conflict", synchronizerId, error: createLockedContractsError([contractId]) };
};

/**
 * Returns the missing contract if it was visible when the submission arrived; otherwise undefined.
 */
const findLostContract = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  contractId: ContractId,
): LostContract | undefined => {
  const { received } = admitted;
  if (received === state) return undefined;
  if (new SubmissionLedgerView(received, admitted).contract(contractId) === undefined) {
    return undefined;
  }
  const synchronizerId = received.contracts.get(contractId)?.activation?.synchronizerId;
  return synchronizerId === undefined ? undefined : { contractId, synchronizerId };
};

/**
 * Returns an input that was active when the submission arrived, and is now being reassigned;
 * undefined if there is none.
 */
const findUnassignedInput = (
  state: LedgerState,
  { received }: AdmittedSubmission,
  { inputs }: FinishedTransaction,
): LostContract | undefined => {
  if (received === state || state.inFlight.size === 0) return undefined;
  for (const contractId of inputs.keys()) {
    if (!isUnassigned(state.contracts.get(contractId))) continue;
    const synchronizerId = received.contracts.get(contractId)?.activation?.synchronizerId;
    if (synchronizerId !== undefined) return { contractId, synchronizerId };
  }
  return undefined;
};

/** Returns the error of a submission that uses contracts that are not active. */
export const inactiveContractsError = (
  { receivedSubmission }: AdmittedSubmission,
  inactive: readonly ContractId[],
): ErrorDetails => {
  const locked = inactive.filter(
    (each) => receivedSubmission?.findContractLock(each) !== undefined,
  );
  return locked.length > 0 ? createLockedContractsError(locked) : inactiveContracts(inactive);
};

/** Returns the error for inactive contracts. */
const inactiveContracts = (contractIds: readonly ContractId[]): ErrorDetails =>
  ledgerError("LOCAL_VERDICT_INACTIVE_CONTRACTS", {
    cause: `Rejected transaction is referring to inactive contracts ${contractIds.join(", ")}`,
    context: { CONTRACT_ID: `List(${contractIds.join(", ")})` },
    resources: contractIds.map((contractId) => ["CONTRACT_ID", contractId] as const),
  }).details;
