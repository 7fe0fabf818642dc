import { computeSha256Digest } from "../../../base/values/digest.ts";
import { GrowingByteWriter } from "../../../base/values/growing-bytes.ts";
import { runSuspendableGenerator } from "../../../contracts/engine/suspension.ts";
import type {
  PreparedMetadata,
  PreparedNodes,
  PreparedTransaction,
} from "../wire/prepared-transaction.ts";
import {
  encodeListForHash,
  encodeOptionalForHash,
  encodeTextForHash,
} from "./encode-value-for-hash.ts";
import {
  getRequiredNodeHash,
  hashInputContractsInSteps,
  hashNodes,
  hashNodesInSteps,
  type NodeHashes,
} from "./hash-node.ts";
import { assertHashableTransactionVersion, type HashingScheme } from "./hashing-scheme.ts";

const preparedHashPurpose = 48;

/**
 * Returns the hash that an external party signs: 32 bytes that commit to the transaction and its
 * metadata, except for the blobs of input contracts (interactive-submission.md 5.3). It depends
 * only on the content, not on the encoding of the message.
 *
 * Raises INVALID_ARGUMENT for content that the scheme cannot hash, and for missing or cyclic nodes.
 */
export const hashPreparedTransaction = (
  prepared: PreparedTransaction,
  scheme: HashingScheme,
): Uint8Array => hashPreparedTransactionParts(prepared, scheme).total;

/** The hash to sign, and its component hashes. */
export interface PreparedTransactionHashes {
  readonly total: Uint8Array;
  readonly transaction: Uint8Array;
  readonly nodes: NodeHashes;
  readonly metadata: Uint8Array;
}

/** Returns the hash with its components. Raises the errors of {@link hashPreparedTransaction}. */
export const hashPreparedTransactionParts = (
  prepared: PreparedTransaction,
  scheme: HashingScheme,
): PreparedTransactionHashes => runSuspendableGenerator(hashPreparedPartsInSteps(prepared, scheme));

/**
 * Like {@link hashPreparedTransactionParts}, but as a generator, so that other work can run in between: after each
 * node, yields the number of steps that it took.
 */
export function* hashPreparedPartsInSteps(
  { transaction, metadata }: PreparedTransaction,
  scheme: HashingScheme,
): Generator<number, PreparedTransactionHashes> {
  assertHashableTransactionVersion(transaction.version, scheme);
  const nodes = yield* hashNodesInSteps(transaction, scheme);
  const ofTransaction = hashRoots(transaction, nodes);
  const ofMetadata = yield* hashingMetadata(metadata, scheme);
  const out = beginHash(128);
  out.writeByte(scheme);
  out.writeRawBytes(ofTransaction);
  out.writeRawBytes(ofMetadata);
  return {
    total: computeSha256Digest(out.getWrittenBytes()),
    transaction: ofTransaction,
    nodes,
    metadata: ofMetadata,
  };
}

/** Returns the hash of the transaction alone. Raises the errors of {@link hashPreparedTransaction}. */
export const hashTransactionWithoutMetadata = (
  transaction: PreparedNodes,
  scheme: HashingScheme,
): Uint8Array => {
  assertHashableTransactionVersion(transaction.version, scheme);
  return hashRoots(transaction, hashNodes(transaction, scheme));
};

const hashRoots = ({ version, roots }: PreparedNodes, hashes: NodeHashes): Uint8Array => {
  const out = beginHash(256);
  out.writeString(version);
  encodeListForHash(out, roots, (_, root) => {
    out.writeRawBytes(getRequiredNodeHash(hashes, root));
  });
  return computeSha256Digest(out.getWrittenBytes());
};

/** Returns the hash of the metadata alone. Raises the errors of {@link hashPreparedTransaction}. */
export const hashPreparedMetadata = (
  metadata: PreparedMetadata,
  scheme: HashingScheme,
): Uint8Array => runSuspendableGenerator(hashingMetadata(metadata, scheme));

function* hashingMetadata(
  metadata: PreparedMetadata,
  scheme: HashingScheme,
): Generator<number, Uint8Array> {
  const inputs = yield* hashInputContractsInSteps(metadata.inputContracts, scheme);
  const out = beginHash(1024);
  if (scheme === 2) out.writeByte(0x01);
  encodeListForHash(out, metadata.actAs, encodeTextForHash);
  out.writeString(metadata.commandId);
  out.writeString(metadata.transactionUuid);
  out.writeInt32(metadata.mediatorGroup);
  out.writeString(metadata.synchronizerId);
  encodeOptionalForHash(out, metadata.minLedgerTime, hashMicros);
  encodeOptionalForHash(out, metadata.maxLedgerTime, hashMicros);
  out.writeInt64(metadata.preparationTime);
  encodeListForHash(out, inputs, (_, [createdAt, hash]) => {
    out.writeInt64(createdAt);
    out.writeRawBytes(hash);
  });
  if (scheme !== 2) encodeOptionalForHash(out, metadata.maxRecordTime, hashMicros);
  return computeSha256Digest(out.getWrittenBytes());
}

const beginHash = (capacity: number): GrowingByteWriter => {
  const out = new GrowingByteWriter(capacity);
  out.writeInt32(preparedHashPurpose);
  return out;
};

const hashMicros = (out: GrowingByteWriter, micros: bigint): void => {
  out.writeInt64(micros);
};
