import { isLedgerError, type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  describeGrammarMismatch,
  ledgerStringGrammar,
  matchesGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { Party, SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { RequestMetadata } from "../../../base/model/request-metadata.ts";
import { PackageSelection } from "../../../contracts/packages/package-selection.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import { readTransactionFormat } from "../../../views/envelope/event-format-reader.ts";
import { readJsonObject, readOptionalJsonField } from "../../../views/envelope/readers.ts";
import {
  toTransactionJson,
  type TransactionJson,
} from "../../../views/envelope/transaction-json.ts";
import { createWildcardTransactionFormat } from "../../../views/visibility/event-format.ts";
import { type Caller, getCallerUserId, trustedCaller } from "../../authorization/caller.ts";
import { checkRequestedFormatAndClaims } from "../../authorization/check-requested-format-and-claims.ts";
import {
  filterReadableParties,
  requireExecuteAsClaim,
  resolveRequestedUser,
} from "../../authorization/claims.ts";
import {
  presentTransactionToCaller,
  type SubmitAndWaitResponse,
} from "../../commands/submit-and-wait.ts";
import { computeMinLedgerTime } from "../../commands/validate-commands.ts";
import type {
  ExecuteSubmissionAndWaitForTransactionRequest,
  ExecuteSubmissionRequest,
} from "../../requests/interactive.ts";
import { scheduleIfRequestingViews } from "../../requests/schedule-if-requesting-views.ts";
import type { AdmittedSubmission } from "../../submission/admitted-submission.ts";
import {
  executeAdmittedSubmission,
  executeUntilCommitted,
} from "../../submission/execute-admitted-submission.ts";
import { createSelectablePackagePredicate } from "../../submission/require-selectable-packages.ts";
import { checkPreparedNodeTrees } from "../hash/node-order.ts";
import { hashPreparedTransactionParts } from "../hash/prepared-hash.ts";
import { requirePartySignatures } from "../signatures/party-signatures.ts";
import type { PreparedMetadata } from "../wire/prepared-transaction.ts";
import {
  decodePreparedTransaction,
  requirePreparedTransactionProtobuf,
} from "../wire/prepared-transaction-decode.ts";
import {
  readExecuteSubmissionRequest,
  type ValidatedExecuteRequest,
  validateExecuteRequest,
} from "./execute-request.ts";
import { readInputContracts } from "./input-contracts.ts";
import { getPreparedReadAsParties } from "./prepared-readers.ts";
import {
  collectUsedPackageIds,
  readPreparedRootCommand,
  readSignedTransactionExpectations,
} from "./signed-submission.ts";
import { checkSynchronizerIdFormat, resolveSignedSynchronizer } from "./signed-synchronizer.ts";

/**
 * POST /v2/interactive-submission/execute (rules.yaml S14): resolves when a signed prepared
 * transaction was checked and submitted. The outcome then follows as a completion. The transaction
 * may have been prepared by another ledger. Requires the right to execute as the acting party.
 *
 * Rejects with FAILED_TO_EXECUTE_TRANSACTION if the transaction was changed, if executing it would
 * now give a different transaction, or if signatures are missing. Also rejects with the errors of
 * request fields and routing, and with UNAUTHENTICATED and PERMISSION_DENIED.
 */
export const executePrepared = async (
  ledger: Ledger,
  request: ExecuteSubmissionRequest,
  caller: Caller = trustedCaller,
  metadata: RequestMetadata = {},
): Promise<Readonly<Record<string, never>>> => {
  const { admitted } = await readSignedSubmission(ledger, request, { caller, metadata });
  await executeAdmittedSubmission(ledger, admitted);
  return {};
};

/**
 * POST /v2/interactive-submission/executeAndWait: like {@link executePrepared}, but waits for the
 * outcome. Rejects with the error of a rejection's completion.
 */
export const executePreparedAndWait = async (
  ledger: Ledger,
  request: ExecuteSubmissionRequest,
  caller: Caller = trustedCaller,
  metadata: RequestMetadata = {},
): Promise<SubmitAndWaitResponse> => {
  const { admitted } = await readSignedSubmission(ledger, request, { caller, metadata });
  const { updateId, offset } = await executeUntilCommitted(ledger, admitted);
  return { updateId, completionOffset: offset };
};

/**
 * POST /v2/interactive-submission/executeAndWaitForTransaction (rules.yaml S7): like
 * {@link executePreparedAndWait}, but returns the transaction in the requested format. The default
 * is the ACS delta that is visible to the acting party, or to one of the parties in `readAs` of the
 * prepare request that the caller may read as. With participant precedence, as on a participant, the default
 * is only what the acting party sees.
 */
export const executePreparedAndWaitForTransaction = async (
  ledger: Ledger,
  request: ExecuteSubmissionAndWaitForTransactionRequest,
  caller: Caller = trustedCaller,
  metadata: RequestMetadata = {},
): Promise<{ readonly transaction: TransactionJson }> => {
  const format = readOptionalJsonField(
    readJsonObject(request),
    "transactionFormat",
    readTransactionFormat,
  );
  const { admitted, readers } = await readSignedSubmission(ledger, request, { caller, metadata });
  if (format !== undefined) {
    const path = "transactionFormat.eventFormat";
    checkRequestedFormatAndClaims(format.eventFormat, {
      path,
      caller,
      packages: ledger.state.packages,
      config: ledger.config,
    });
  }
  const update = await executeUntilCommitted(ledger, admitted);
  const seenBy = [...admitted.submission.actAs, ...filterReadableParties(caller, readers)];
  const presentation = {
    format: format ?? createWildcardTransactionFormat(seenBy, "acsDelta"),
    form: toTransactionJson,
  };
  const transaction = await scheduleIfRequestingViews(
    request,
    { userId: getCallerUserId(caller) },
    () => presentTransactionToCaller(update, presentation, ledger.state, caller),
  );
  return { transaction };
};

interface ExecuteOptions {
  readonly caller: Caller;
  readonly metadata: RequestMetadata;
}

interface SignedSubmission {
  readonly admitted: AdmittedSubmission;
  /**
   * The parties in `readAs` of the prepare request; empty with participant precedence, and if this ledger
   * does not remember the request.
   */
  readonly readers: readonly Party[];
}

/**
 * Checks a request in the order of interactive-submission.md 8, steps 1 to 7, except that the
 * caller's claims are checked earlier: before any data that the claims protect is read.
 */
const readSignedSubmission = async (
  ledger: Ledger,
  request: unknown,
  { caller, metadata: { traceContext } }: ExecuteOptions,
): Promise<SignedSubmission> => {
  const read = readExecuteSubmissionRequest(request);
  requirePreparedTransactionProtobuf(read.preparedTransaction);
  const userId = resolveRequestedUser(caller, read.userId);
  const terms = validateExecuteRequest(read, userId, ledger.config.precedence);
  const { state: received, config, clock } = ledger;
  const receivedAt = clock.now();
  const { packages } = received;
  const decoded = decodePreparedTransaction(read.preparedTransaction, config.maxValueNesting);
  checkSynchronizerIdFormat(decoded.metadata.synchronizerId);
  const minLedgerTime = computeMinLedgerTime(read, receivedAt);
  const actAs = runAsExecutionCheck(() => actingParties(decoded.metadata));
  requireExecuteAsClaim(caller, actAs);
  const content = runAsExecutionCheck(() => {
    checkPreparedNodeTrees(decoded.transaction);
    const options = { packages, maxNesting: config.maxValueNesting };
    const command = readPreparedRootCommand(decoded.transaction, options);
    const disclosedContracts = readInputContracts(decoded, packages);
    const synchronizerId = checkMetadata(decoded.metadata, ledger);
    const hashes = hashPreparedTransactionParts(decoded, terms.scheme);
    return { command, disclosedContracts, synchronizerId, hashes };
  });
  const { synchronizerId, hashes } = content;
  await verifyHashAndSignatures(ledger, { actAs, terms, synchronizerId, hash: hashes.total });
  const isUsable = createSelectablePackagePredicate(received, {
    time: receivedAt,
    prescribed: synchronizerId,
  });
  const preference = collectUsedPackageIds(decoded.transaction, packages);
  const isBySpecification = config.precedence === "specification";
  const readers = isBySpecification
    ? getPreparedReadAsParties(ledger, decoded.metadata.transactionUuid)
    : [];
  const admitted: AdmittedSubmission = {
    userId,
    submission: {
      userId,
      commandId: decoded.metadata.commandId,
      workflowId: "",
      submissionId: terms.submissionId,
      actAs,
    },
    readAs: [],
    commands: [content.command],
    packages: new PackageSelection(packages, { preference, isUsable }),
    disclosedContracts: content.disclosedContracts,
    synchronizerId,
    minLedgerTime,
    deduplicationPeriod: terms.deduplicationPeriod,
    traceContext,
    isExternal: true,
    signed: readSignedTransactionExpectations(decoded, { packages, scheme: terms.scheme, hashes }),
    received,
    ...(caller.losesRaces === true && { losesRaces: true }),
    ...(caller.receivedSubmission !== undefined && {
      receivedSubmission: caller.receivedSubmission,
    }),
    ...(caller.onWritten !== undefined && { onWritten: caller.onWritten }),
  };
  return { admitted, readers };
};

interface HashToVerify {
  readonly actAs: readonly Party[];
  readonly terms: ValidatedExecuteRequest;
  readonly synchronizerId: SynchronizerId;
  readonly hash: Uint8Array;
}

const verifyHashAndSignatures = async (
  { state, config: { protocolVersion } }: Ledger,
  { actAs, terms, synchronizerId, hash }: HashToVerify,
): Promise<void> => {
  const keysOf = (party: Party) => state.signingKeys.get(party)?.get(synchronizerId);
  const providedSignatures = terms.partySignatures;
  try {
    await requirePartySignatures({ actAs, hash, providedSignatures, keysOf, protocolVersion });
  } catch (error) {
    throw toExecutionFailure(error);
  }
};

const actingParties = ({ actAs }: PreparedMetadata): readonly Party[] => {
  if (actAs.length === 0) throw executionFailedError("the submitter info names no acting party");
  return [...new Set(actAs)];
};

/** Checks the metadata, and returns the synchronizer of the transaction. */
const checkMetadata = (
  { commandId, transactionUuid, synchronizerId }: PreparedMetadata,
  { state: { synchronizers }, config: { protocolVersion } }: Ledger,
): SynchronizerId => {
  if (!matchesGrammar(ledgerStringGrammar, commandId)) {
    throw executionFailedError(describeGrammarMismatch(ledgerStringGrammar, commandId));
  }
  if (!uuidPattern.test(transactionUuid)) {
    throw executionFailedError(
      `Failed to deserialize transaction UUID ${JSON.stringify(transactionUuid)}`,
    );
  }
  return resolveSignedSynchronizer(synchronizerId, synchronizers, protocolVersion);
};

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Runs a check of the content, and raises its errors as a failure to execute. */
const runAsExecutionCheck = <Result>(check: () => Result): Result => {
  try {
    return check();
  } catch (error) {
    throw toExecutionFailure(error);
  }
};

const toExecutionFailure = (error: unknown): unknown =>
  isLedgerError(error) ? executionFailedError(error.details.cause) : error;

const executionFailedError = (reason: string): LedgerError =>
  ledgerError("FAILED_TO_EXECUTE_TRANSACTION", {
    cause: reason.startsWith(executionFailurePrefix)
      ? reason
      : `${executionFailurePrefix}: ${reason}`,
  });

const executionFailurePrefix = "The participant failed to execute the transaction";
