import { bytesToHex } from "@noble/hashes/utils.js";

import { isLedgerError } from "../../../base/errors/ledger-error.ts";
import type { Micros } from "../../../base/identifiers/identifiers.ts";
import { encodeBase64 } from "../../../base/values/base64.ts";
import type { LedgerConfig } from "../../../ledger/port/config.ts";
import { type HashingScheme, type HashingSchemeName, schemeName } from "../hash/hashing-scheme.ts";
import { hashingParts, type PreparedHashes } from "../hash/prepared-hash.ts";
import type { PreparedTransaction } from "../wire/prepared-transaction.ts";
import { encodingPreparedTransaction } from "../wire/prepared-transaction-encode.ts";
import { encodingBase64 } from "./base64-in-steps.ts";
import { type CostEstimationJson, freeOfCharge } from "./cost-estimation.ts";
import { failedToPrepare, preparedTooLarge } from "./prepare-errors.ts";
import type { PrepareRequest } from "./prepare-request.ts";

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

export interface ResponseOptions {
  readonly now: Micros;
  readonly config: LedgerConfig;
  readonly request: PrepareRequest;
}

/**
 * Encodes and hashes what was prepared, node by node; tells how many steps each took. Raises FAILED_TO_PREPARE_TRANSACTION for what takes
 * too much and for what the hashing scheme has no hash for.
 */
export function* respondingWith(
  prepared: PreparedTransaction,
  { now, config, request: { scheme, wantsHashingDetails, wantsCostEstimation } }: ResponseOptions,
): Generator<number, PrepareSubmissionResponse> {
  const { maxPreparedBytes: bytes } = config;
  // First, as what is too large is not hashed.
  const encoded = yield* encodingPreparedTransaction(prepared, {
    bytes,
    tooMany: () => preparedTooLarge(bytes),
  });
  const hashes = yield* hashing(prepared, scheme);
  return {
    preparedTransaction: yield* encodingBase64(encoded),
    preparedTransactionHash: encodeBase64(hashes.total),
    hashingSchemeVersion: schemeName(scheme),
    hashingDetails: wantsHashingDetails ? tellHashing(hashes, config) : null,
    costEstimation: wantsCostEstimation ? freeOfCharge(now) : null,
  };
}

function* hashing(
  prepared: PreparedTransaction,
  scheme: HashingScheme,
): Generator<number, PreparedHashes> {
  try {
    return yield* hashingParts(prepared, scheme);
  } catch (error) {
    throw isLedgerError(error) ? failedToPrepare(error.details.cause) : error;
  }
}

const tellHashing = (
  { nodes, transaction, metadata, total }: PreparedHashes,
  { verboseHashing }: LedgerConfig,
): string => {
  if (!verboseHashing) return hashingUntold;
  return [
    ...[...nodes].map(([nodeId, hash]) => `node ${nodeId}: ${bytesToHex(hash)}`),
    `transaction: ${bytesToHex(transaction)}`,
    `metadata: ${bytesToHex(metadata)}`,
    `total: ${bytesToHex(total)}`,
  ].join("\n");
};

/** A participant says so in the place of what it keeps to itself. */
const hashingUntold =
  "Verbose hashing is disabled on this participant. Allow it by the limit verboseHashing.";
