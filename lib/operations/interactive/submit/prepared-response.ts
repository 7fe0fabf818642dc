import { bytesToHex } from "@noble/hashes/utils.js";

import { isLedgerError } from "../../../base/errors/ledger-error.ts";
import type { Micros } from "../../../base/identifiers/identifiers.ts";
import { encodeBase64 } from "../../../base/values/base64.ts";
import type { LedgerConfig } from "../../../ledger/port/config.ts";
import {
  type CostEstimationJson,
  createZeroTrafficCostEstimate,
} from "../../submission/traffic-cost.ts";
import {
  formatHashingScheme,
  type HashingScheme,
  type HashingSchemeName,
} from "../hash/hashing-scheme.ts";
import { hashPreparedPartsInSteps, type PreparedTransactionHashes } from "../hash/prepared-hash.ts";
import type { PreparedTransaction } from "../wire/prepared-transaction.ts";
import { encodePreparedTransactionInSteps } from "../wire/prepared-transaction-encode.ts";
import { encodeBase64InSteps } from "./base64-in-steps.ts";
import { failedToPrepareError, preparedTransactionTooLargeError } from "./prepare-errors.ts";
import type { PrepareRequest } from "./prepare-request.ts";

/** The API's JsPrepareSubmissionResponse (interactive-submission.md 2). */
export interface PrepareSubmissionResponse {
  /** The message PreparedTransaction in base64. */
  readonly preparedTransaction: string;
  /** The hash to sign: 32 bytes in base64. */
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: HashingSchemeName;
  /**
   * Null unless requested. The component hashes, one per line, or a note that they are disabled.
   */
  readonly hashingDetails: string | null;
  /** Null if the request disables the estimate. */
  readonly costEstimation: CostEstimationJson | null;
}

export interface PrepareResponseContext {
  readonly now: Micros;
  readonly config: LedgerConfig;
  readonly request: PrepareRequest;
}

/**
 * Encodes and hashes a prepared transaction. A generator, so that other work can run in between:
 * after each node, yields the number of steps that it took. Raises FAILED_TO_PREPARE_TRANSACTION if
 * it is too large, and for content that the hashing scheme cannot hash.
 */
export function* createPrepareResponseInSteps(
  prepared: PreparedTransaction,
  {
    now,
    config,
    request: { scheme, wantsHashingDetails, wantsCostEstimation },
  }: PrepareResponseContext,
): Generator<number, PrepareSubmissionResponse> {
  const { maxPreparedBytes: bytes } = config;
  // Encode first, so that a transaction that is too large is not hashed.
  const encoded = yield* encodePreparedTransactionInSteps(prepared, {
    bytes,
    tooMany: () => preparedTransactionTooLargeError(bytes),
  });
  const hashes = yield* hashPreparedInSteps(prepared, scheme);
  return {
    preparedTransaction: yield* encodeBase64InSteps(encoded),
    preparedTransactionHash: encodeBase64(hashes.total),
    hashingSchemeVersion: formatHashingScheme(scheme),
    hashingDetails: wantsHashingDetails ? describeHashing(hashes, config) : null,
    costEstimation: wantsCostEstimation ? createZeroTrafficCostEstimate(now) : null,
  };
}

function* hashPreparedInSteps(
  prepared: PreparedTransaction,
  scheme: HashingScheme,
): Generator<number, PreparedTransactionHashes> {
  try {
    return yield* hashPreparedPartsInSteps(prepared, scheme);
  } catch (error) {
    throw isLedgerError(error) ? failedToPrepareError(error.details.cause) : error;
  }
}

const describeHashing = (
  { nodes, transaction, metadata, total }: PreparedTransactionHashes,
  { verboseHashing }: LedgerConfig,
): string => {
  if (!verboseHashing) return hashingDisabledNote;
  return [
    ...[...nodes].map(([nodeId, hash]) => `node ${nodeId}: ${bytesToHex(hash)}`),
    `transaction: ${bytesToHex(transaction)}`,
    `metadata: ${bytesToHex(metadata)}`,
    `total: ${bytesToHex(total)}`,
  ].join("\n");
};

/** The note of a participant if hashing details are disabled. */
const hashingDisabledNote =
  "Verbose hashing is disabled on this participant. Contact the node administrator for more details.";
