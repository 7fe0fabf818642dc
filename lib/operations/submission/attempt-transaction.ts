import {
  type ErrorDetails,
  isLedgerError,
  type LedgerError,
  ledgerError,
} from "../../base/errors/ledger-error.ts";
import type { ContractId, Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Transaction } from "../../base/model/node.ts";
import type { FinishedTransaction } from "../../contracts/transaction/finished-transaction.ts";
import type { DecisionContext } from "../../ledger/port/decision.ts";
import { isInFlight } from "../../ledger/state/in-flight.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { InputMove } from "../reassignments/reassign-inputs.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { begunRound, interpret } from "./interpret.ts";
import { route } from "./route.ts";
import { SubmissionView } from "./submission-view.ts";

/** A transaction that could be committed now, or why its inputs cannot be used any more. */
export type Attempt =
  | {
      readonly kind: "transaction";
      readonly synchronizerId: SynchronizerId;
      /** What has to be brought there before. */
      readonly moves: readonly InputMove[];
      readonly ledgerTime: Micros;
      readonly transaction: Transaction;
      /** What it depends on. */
      readonly inputs: FinishedTransaction["inputs"];
      /** Of these, and of what it created. */
      readonly consumed: FinishedTransaction["consumed"];
    }
  | {
      readonly kind: "conflict";
      readonly synchronizerId: SynchronizerId;
      readonly error: ErrorDetails;
    };

/**
 * Interprets and routes a submission. Raises what {@link interpret} and {@link route} raise, unless
 * a contract is missing only because somebody else used it up after the submission came: that is a
 * conflict, as it is between two submissions that run at once (ledger-api.md 2.7).
 */
export const attemptTransaction = (
  state: LedgerState,
  context: DecisionContext,
  admitted: AdmittedSubmission,
): Attempt => {
  try {
    const { finished, ledgerTime } = interpretInTime(state, context, admitted);
    const departed = departedInput(state, admitted, finished);
    if (departed !== undefined) return conflictOver(departed);
    const { synchronizerId, moves } = route(state, admitted, { finished, context });
    const inactive = inactiveInputs(state, context, { admitted, finished });
    if (inactive.length > 0) {
      return { kind: "conflict", synchronizerId, error: inactiveContracts(inactive) };
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
    const lost = contractLostSince(state, admitted, error);
    if (lost === undefined) throw error;
    return conflictOver(lost);
  }
};

const conflictOver = ({ contractId, synchronizerId }: LostContract): Attempt => ({
  kind: "conflict",
  synchronizerId,
  error: inactiveContracts([contractId]),
});

interface Timed {
  readonly finished: FinishedTransaction;
  readonly ledgerTime: Micros;
}

/** So often a participant interprets commands anew for a later ledger time. */
const maxRounds = 3;

/**
 * Interprets at the present time, or later: not before the time asked for, and not before an input
 * was created. Raises FAILED_TO_DETERMINE_LEDGER_TIME for what uses a yet newer contract each time: every
 * round may take all the steps that a command is allowed.
 */
export const interpretInTime = (
  state: LedgerState,
  context: DecisionContext,
  admitted: AdmittedSubmission,
): Timed => {
  const { config, turns } = context;
  const { now, seed } = context.departure ?? context;
  const begun = begunRound(state, turns);
  let ledgerTime = begun?.ledgerTime ?? latest(now, admitted.minLedgerTime ?? now);
  for (let round = begun?.round ?? 0; round <= maxRounds; round += 1) {
    const finished = interpret(state, admitted, { seed, config, ledgerTime, turns, round });
    const newestInput = newestOf(finished.inputs.values(), ledgerTime);
    if (newestInput === ledgerTime) return { finished, ledgerTime };
    ledgerTime = newestInput;
  }
  throw noLedgerTime();
};

const noLedgerTime = (): LedgerError =>
  ledgerError("FAILED_TO_DETERMINE_LEDGER_TIME", {
    cause: `Could not find a suitable ledger time after ${maxRounds} retries`,
  });

/** The time when the newest of the contracts was created, or `atLeast`. */
export const newestOf = (contracts: Iterable<Contract>, atLeast: Micros): Micros => {
  let newest = atLeast;
  for (const { createdAt } of contracts) newest = latest(newest, createdAt);
  return newest;
};

/** The later of two times. */
export const latest = (left: Micros, right: Micros): Micros => (left > right ? left : right);

/**
 * Disclosed inputs that are not active on the ledger; inputs the ledger found itself are. Where they are taken for active, those
 * that are not any more.
 */
export const inactiveInputs = (
  state: LedgerState,
  { config }: Pick<DecisionContext, "config">,
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
    if (!isAssumed || state.consumedStrangers.has(contractId)) inactive.push(contractId);
  }
  return inactive;
};

interface LostContract {
  readonly contractId: ContractId;
  /** Where it was when the submission came. */
  readonly synchronizerId: SynchronizerId;
}

/** The contract that `error` says is missing, if the submission could still see it when it came. */
const contractLostSince = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  error: unknown,
): LostContract | undefined => {
  const { received } = admitted;
  if (received === state || !isLedgerError(error) || error.code !== "CONTRACT_NOT_FOUND") {
    return undefined;
  }
  const contractId = error.details.resources.find(([type]) => type === "CONTRACT_ID")?.[1];
  if (contractId === undefined) return undefined;
  if (new SubmissionView(received, admitted).contract(contractId) === undefined) return undefined;
  const synchronizerId = received.contracts.get(contractId)?.activation?.synchronizerId;
  return synchronizerId === undefined ? undefined : { contractId, synchronizerId };
};

/** An input that was active when the submission came, and is in flight now. */
const departedInput = (
  state: LedgerState,
  { received }: AdmittedSubmission,
  { inputs }: FinishedTransaction,
): LostContract | undefined => {
  if (received === state || state.inFlight.size === 0) return undefined;
  for (const contractId of inputs.keys()) {
    if (!isInFlight(state.contracts.get(contractId))) continue;
    const synchronizerId = received.contracts.get(contractId)?.activation?.synchronizerId;
    if (synchronizerId !== undefined) return { contractId, synchronizerId };
  }
  return undefined;
};

/** The error that tells of them. */
export const inactiveContracts = (contractIds: readonly ContractId[]): ErrorDetails =>
  ledgerError("LOCAL_VERDICT_INACTIVE_CONTRACTS", {
    cause: `Rejected transaction is referring to inactive contracts ${contractIds.join(", ")}`,
    context: { CONTRACT_ID: `List(${contractIds.join(", ")})` },
    resources: contractIds.map((contractId) => ["CONTRACT_ID", contractId] as const),
  }).details;
