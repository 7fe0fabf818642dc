import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

import { seededUuid } from "../../../contracts/transaction/seeded-ids.ts";
import { NodeSeeds, transactionSeed } from "../../../contracts/transaction/seeds.ts";
import {
  isLedgerError,
  type LedgerError,
  ledgerError,
} from "../../../ground/errors/ledger-error.ts";
import type { Micros } from "../../../ground/identifiers/identifiers.ts";
import { encodeBase64 } from "../../../ground/values/base64.ts";
import { keyedDigestOf } from "../../../ground/values/digest.ts";
import type { LedgerConfig } from "../../../ledger/port/config.ts";
import type { DecisionContext } from "../../../ledger/port/decision.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireReadAs, requireUser } from "../../authorization/claims.ts";
import { admitSubmission } from "../../commands/admit-submission.ts";
import type { authorizeCommands } from "../../commands/authorize-commands.ts";
import type { PrepareSubmissionRequest } from "../../requests/interactive.ts";
import type { AdmittedSubmission } from "../../submission/admitted-submission.ts";
import { interpretInTime } from "../../submission/attempt-transaction.ts";
import { route } from "../../submission/route.ts";
import { hashNodes } from "../hash/hash-node.ts";
import { type HashingScheme, type HashingSchemeName, schemeName } from "../hash/hashing-scheme.ts";
import { hashParts, type PreparedHashes } from "../hash/prepared-hash.ts";
import type { PreparedTransaction } from "../wire/prepared-transaction.ts";
import { encodePreparedTransaction } from "../wire/prepared-transaction-encode.ts";
import { type CostEstimationJson, freeOfCharge } from "./cost-estimation.ts";
import { describeInput, describeTransaction, inputsOf } from "./describe-transaction.ts";
import { type PrepareRequest, readPrepareRequest } from "./prepare-request.ts";
import { rememberReaders } from "./prepared-readers.ts";
import { fitsPrepared } from "./prepared-size.ts";
import { signedSynchronizerId } from "./signed-synchronizer.ts";

/** JsPrepareSubmissionResponse (interactive-submission.md 2). */
export interface PrepareSubmissionResponse {
  /** The message PreparedTransaction in base64. */
  readonly preparedTransaction: string;
  /** What is to be signed, 32 bytes in base64. */
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: HashingSchemeName;
  /** Null unless asked for: the hashes that the hash is made of, a line each, or that they are not told. */
  readonly hashingDetails: string | null;
  /** Null when asked to leave it out. */
  readonly costEstimation: CostEstimationJson | null;
}

/**
 * POST /v2/interactive-submission/prepare: interprets one command and answers the transaction for the
 * acting parties to sign. Nothing is written and nothing is kept but as whom it reads: what is executed
 * later is what the client brings. No two answers are the same. Needs the right to read as actAs and readAs.
 *
 * Rejects with what submitting the command would raise, and with FAILED_TO_PREPARE_TRANSACTION for
 * several commands, for what the hashing scheme cannot hash, and for what holds more than a transaction may with
 * the contracts that it brings along.
 */
export const prepareTransaction = async (
  ledger: Ledger,
  request: PrepareSubmissionRequest,
  caller: Caller = trustedCaller,
): Promise<PrepareSubmissionResponse> => {
  const read = readPrepareRequest(request);
  const submission: AdmittedSubmission = {
    ...admitSubmission(ledger, read.commands, { caller, authorize: authorizeReading }),
    isExternal: true,
  };
  checkPreparable(submission);
  const nonce = nextNonce(ledger);
  return ledger.commit((state, { now, seed, config, turns }) => {
    const ownSeed = keyedDigestOf(seed, utf8ToBytes(`prepare ${nonce}`));
    const context = { now, config, seed: ownSeed, turns };
    const prepared = prepareIn(state, context, { submission, request: read });
    rememberReaders(ledger, prepared.metadata.transactionUuid, submission.readAs);
    return { events: [], outcome: responseOf(prepared, { now, config, request: read }) };
  }, submission.userId);
};

const authorizeReading: typeof authorizeCommands = (caller, { userId, actAs, readAs }) => {
  const user = requireUser(caller, userId);
  requireReadAs(caller, [...actAs, ...readAs]);
  return user;
};

const checkPreparable = ({ commands }: AdmittedSubmission): void => {
  if (commands.length > 1) {
    throw failedToPrepare(
      `it has ${commands.length} commands, and only one can be prepared at a time`,
    );
  }
};

/** How many transactions were prepared in an era of a ledger: each draws a seed of its own. */
const preparations = new WeakMap<AbortSignal, number>();

const nextNonce = ({ era }: Ledger): string => {
  const nonce = preparations.get(era) ?? 0;
  preparations.set(era, nonce + 1);
  return String(nonce);
};

interface Preparation {
  readonly submission: AdmittedSubmission;
  readonly request: PrepareRequest;
}

const prepareIn = (
  state: LedgerState,
  context: DecisionContext,
  { submission, request: { maxRecordTime } }: Preparation,
): PreparedTransaction => {
  const { finished, ledgerTime } = interpretInTime(state, context, submission);
  const { maxTransactionBytes } = context.config;
  if (!fitsPrepared(finished, maxTransactionBytes)) throw tooLarge(maxTransactionBytes);
  const { synchronizerId } = route(state, submission, { finished, context });
  const { packages, participantId } = state;
  const rootSeeds = new NodeSeeds(transactionSeed(context.seed, participantId, ledgerTime));
  const transaction = describeTransaction(finished.transaction, { packages, rootSeeds });
  const inputContracts = inputsOf(transaction).flatMap((contractId) => {
    const contract = finished.inputs.get(contractId);
    return contract === undefined ? [] : [describeInput(contract, packages)];
  });
  const { min, max } = finished.ledgerTimeBounds;
  const metadata = {
    actAs: submission.submission.actAs,
    commandId: submission.submission.commandId,
    synchronizerId: signedSynchronizerId(synchronizerId, context.config.protocolVersion),
    mediatorGroup: 0,
    transactionUuid: seededUuid(context.seed, "transaction"),
    preparationTime: ledgerTime,
    inputContracts,
    ...(min !== undefined && { minLedgerTime: min }),
    ...(max !== undefined && { maxLedgerTime: max }),
    ...(maxRecordTime !== undefined && { maxRecordTime }),
  };
  return { transaction, metadata };
};

/** A character takes up to three bytes, and what stands there with the names of its fields and types more: so many times the limit. */
const mostEncoded = 4;

interface ResponseOptions {
  readonly now: Micros;
  readonly config: LedgerConfig;
  readonly request: PrepareRequest;
}

const responseOf = (
  prepared: PreparedTransaction,
  { now, config, request: { scheme, wantsHashingDetails, wantsCostEstimation } }: ResponseOptions,
): PrepareSubmissionResponse => {
  const hashes = hashesOf(prepared, scheme);
  const encoded = encodePreparedTransaction(prepared);
  if (encoded.length > mostEncoded * config.maxTransactionBytes) {
    throw tooLarge(config.maxTransactionBytes);
  }
  return {
    preparedTransaction: encodeBase64(encoded),
    preparedTransactionHash: encodeBase64(hashes.total),
    hashingSchemeVersion: schemeName(scheme),
    hashingDetails: wantsHashingDetails ? tellHashing(prepared, { scheme, hashes, config }) : null,
    costEstimation: wantsCostEstimation ? freeOfCharge(now) : null,
  };
};

const hashesOf = (prepared: PreparedTransaction, scheme: HashingScheme): PreparedHashes => {
  try {
    return hashParts(prepared, scheme);
  } catch (error) {
    throw isLedgerError(error) ? failedToPrepare(error.details.cause) : error;
  }
};

interface Hashing {
  readonly scheme: HashingScheme;
  readonly hashes: PreparedHashes;
  readonly config: LedgerConfig;
}

const tellHashing = (
  { transaction }: PreparedTransaction,
  { scheme, hashes, config }: Hashing,
): string => {
  if (!config.verboseHashing) return hashingUntold;
  const nodes = [...hashNodes(transaction, scheme)].map(
    ([nodeId, hash]) => `node ${nodeId}: ${bytesToHex(hash)}`,
  );
  return [
    ...nodes,
    `transaction: ${bytesToHex(hashes.transaction)}`,
    `metadata: ${bytesToHex(hashes.metadata)}`,
    `total: ${bytesToHex(hashes.total)}`,
  ].join("\n");
};

/** A participant says so in the place of what it keeps to itself. */
const hashingUntold =
  "Verbose hashing is disabled on this participant. Allow it by the limit verboseHashing.";

const tooLarge = (limit: number): LedgerError =>
  failedToPrepare(`with the contracts that it uses it takes more than ${limit} bytes`);

const failedToPrepare = (reason: string): LedgerError =>
  ledgerError("FAILED_TO_PREPARE_TRANSACTION", {
    cause: `The participant failed to prepare the transaction: ${reason}`,
  });
