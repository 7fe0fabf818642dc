import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { Micros, SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import { computeSha256Hmac } from "../../../base/values/digest.ts";
import {
  runSuspendableGenerator,
  StepQuotaSuspension,
} from "../../../contracts/engine/suspension.ts";
import type { FinishedTransaction } from "../../../contracts/transaction/finished-transaction.ts";
import {
  deriveTransactionSeed,
  deriveUuid,
  NodeSeeds,
} from "../../../contracts/transaction/seeds.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerDecisionInputs } from "../../../ledger/port/ledger-decision.ts";
import { getInFlightSubmissions } from "../../../ledger/port/submissions-in-flight.ts";
import type { TimeSliceHandle } from "../../../ledger/port/time-slice-handle.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireReadAs, resolveRequestedUser } from "../../authorization/claims.ts";
import { admitSubmission } from "../../commands/admit-submission.ts";
import type { authorizeCommands } from "../../commands/validate-commands.ts";
import type { PrepareSubmissionRequest } from "../../requests/interactive.ts";
import type { AdmittedSubmission } from "../../submission/admitted-submission.ts";
import { interpretAtEarliestLedgerTime } from "../../submission/interpret-and-route-unsigned-submission.ts";
import { routeTransaction } from "../../submission/route.ts";
import type { PreparedTransaction } from "../wire/prepared-transaction.ts";
import { failedToPrepareError, preparedTransactionTooLargeError } from "./prepare-errors.ts";
import { type PrepareRequest, readPrepareRequest } from "./prepare-request.ts";
import { rememberPreparedReadAsParties } from "./prepared-readers.ts";
import {
  createPrepareResponseInSteps,
  type PrepareResponseContext,
  type PrepareSubmissionResponse,
} from "./prepared-response.ts";
import { isWithinPreparedSizeLimit } from "./prepared-size.ts";
import { toSignedSynchronizerId } from "./signed-synchronizer.ts";
import {
  listInputContractIds,
  toPreparedInputContractsInSteps,
  toPreparedNodesInSteps,
} from "./to-prepared-nodes.ts";

export type { PrepareSubmissionResponse } from "./prepared-response.ts";

/** Options of a preparation. */
export interface PrepareOptions {
  /** If it aborts, the preparation stops and rejects with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * POST /v2/interactive-submission/prepare: interprets one command and returns the transaction for
 * the acting parties to sign. Writes nothing. Remembers only the `readAs` parties, in memory: the
 * client sends the whole transaction back to execute it. Each call returns a different transaction,
 * even for equal requests. The command counts as in flight until the response. Requires the right
 * to read as actAs and readAs.
 *
 * Rejects with the errors of submitting the command, including PARTICIPANT_BACKPRESSURE, and with
 * FAILED_TO_PREPARE_TRANSACTION for several commands, for content that the hashing scheme cannot
 * hash, and if the transaction with its input contracts exceeds the limit `maxPreparedBytes`.
 */
export const prepareTransaction = async (
  ledger: Ledger,
  request: PrepareSubmissionRequest,
  caller: Caller = trustedCaller,
  options: PrepareOptions = {},
): Promise<PrepareSubmissionResponse> => {
  const read = readPrepareRequest(request);
  const submission: AdmittedSubmission = {
    ...admitSubmission(ledger, read.commands, { caller, authorize: authorizeReading }),
    isExternal: true,
  };
  checkPreparable(submission);
  const freeSlot = getInFlightSubmissions(ledger).takeSlot(
    submission.submission,
    ledger.config.maxCommandsInFlight,
  );
  const nonce = takeNextNonce(ledger);
  const prepared = ledger.commit((state, { now, seed, config, handle }) => {
    options.signal?.throwIfAborted();
    const preparationSeed = computeSha256Hmac(seed, utf8ToBytes(`prepare ${nonce}`));
    const context = { now, config, seed: preparationSeed, handle };
    const outcome = prepareInSlices(state, context, { submission, request: read });
    rememberPreparedReadAsParties(ledger, deriveTransactionUuid(context), submission.readAs);
    return { events: [], outcome };
  }, submission);
  return prepared.finally(freeSlot);
};

const authorizeReading: typeof authorizeCommands = (caller, { userId, actAs, readAs }) => {
  const user = resolveRequestedUser(caller, userId);
  requireReadAs(caller, [...actAs, ...readAs]);
  return user;
};

const checkPreparable = ({ commands }: AdmittedSubmission): void => {
  if (commands.length > 1) {
    throw failedToPrepareError(
      `it has ${commands.length} commands, and only one can be prepared at a time`,
    );
  }
};

/**
 * Number of preparations since the ledger was opened or last reverted. It makes each preparation's
 * seed different.
 */
const preparationCountByEpoch = new WeakMap<AbortSignal, number>();

const takeNextNonce = ({ epoch }: Ledger): string => {
  const nonce = preparationCountByEpoch.get(epoch) ?? 0;
  preparationCountByEpoch.set(epoch, nonce + 1);
  return String(nonce);
};

interface TransactionPreparation {
  readonly submission: AdmittedSubmission;
  readonly request: PrepareRequest;
}

interface StartedPreparation {
  readonly state: LedgerState;
  readonly work: Generator<number, PrepareSubmissionResponse>;
}

/** Preparations that an earlier time slice began and that are not finished. */
const unfinishedPreparationByHandle = new WeakMap<TimeSliceHandle, StartedPreparation>();

/**
 * Prepares the transaction. Throws a {@link StepQuotaSuspension} at the end of the time slice. When it is
 * called again in a later slice with the same time-slice handle, it continues.
 */
const prepareInSlices = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  preparation: TransactionPreparation,
): PrepareSubmissionResponse => {
  const { handle } = context;
  const before = handle === undefined ? undefined : unfinishedPreparationByHandle.get(handle);
  const begun =
    before?.state === state
      ? before
      : { state, work: startPreparation(state, context, preparation) };
  try {
    return runSuspendableGenerator(begun.work, handle?.quota);
  } catch (error) {
    if (error instanceof StepQuotaSuspension && handle !== undefined) {
      unfinishedPreparationByHandle.set(handle, begun);
    }
    throw error;
  }
};

/**
 * Interprets the command, which may throw a {@link StepQuotaSuspension}. Returns the remaining work as a
 * generator.
 */
const startPreparation = (
  state: LedgerState,
  context: LedgerDecisionInputs,
  preparation: TransactionPreparation,
): StartedPreparation["work"] => {
  const { submission } = preparation;
  const { finished, ledgerTime } = interpretAtEarliestLedgerTime(state, context, submission);
  const { maxPreparedBytes } = context.config;
  if (!isWithinPreparedSizeLimit(finished, maxPreparedBytes)) {
    throw preparedTransactionTooLargeError(maxPreparedBytes);
  }
  const { synchronizerId } = routeTransaction(state, submission, { finished, context });
  const routed = { finished, ledgerTime, synchronizerId };
  return createResponseAfter(describeInSteps(state, context, { ...preparation, ...routed }), {
    now: context.now,
    config: context.config,
    request: preparation.request,
  });
};

function* createResponseAfter(
  describing: Generator<number, PreparedTransaction>,
  options: PrepareResponseContext,
): StartedPreparation["work"] {
  return yield* createPrepareResponseInSteps(yield* describing, options);
}

interface RoutedTransaction extends TransactionPreparation {
  readonly finished: FinishedTransaction;
  readonly ledgerTime: Micros;
  readonly synchronizerId: SynchronizerId;
}

function* describeInSteps(
  { packages, participantId }: LedgerState,
  context: LedgerDecisionInputs,
  {
    submission,
    request: { maxRecordTime },
    finished,
    ledgerTime,
    synchronizerId,
  }: RoutedTransaction,
): Generator<number, PreparedTransaction> {
  const rootSeeds = new NodeSeeds(deriveTransactionSeed(context.seed, participantId, ledgerTime));
  const described = { packages, rootSeeds };
  const transaction = yield* toPreparedNodesInSteps(finished.transaction, described);
  const used = listInputContractIds(transaction).flatMap(
    (contractId) => finished.inputs.get(contractId) ?? [],
  );
  const inputContracts = yield* toPreparedInputContractsInSteps(used, packages);
  const { min, max } = finished.ledgerTimeBounds;
  const metadata = {
    actAs: submission.submission.actAs,
    commandId: submission.submission.commandId,
    synchronizerId: toSignedSynchronizerId(synchronizerId, context.config.protocolVersion),
    mediatorGroup: 0,
    transactionUuid: deriveTransactionUuid(context),
    preparationTime: ledgerTime,
    inputContracts,
    ...(min !== undefined && { minLedgerTime: min }),
    ...(max !== undefined && { maxLedgerTime: max }),
    ...(maxRecordTime !== undefined && { maxRecordTime }),
  };
  return { transaction, metadata };
}

const deriveTransactionUuid = ({ seed }: LedgerDecisionInputs): string =>
  deriveUuid(seed, "transaction");
