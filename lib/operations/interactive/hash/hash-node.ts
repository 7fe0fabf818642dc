import type { Micros } from "../../../base/identifiers/identifiers.ts";
import { computeSha256Digest } from "../../../base/values/digest.ts";
import { GrowingByteWriter } from "../../../base/values/growing-bytes.ts";
import { createMalformedBytesError } from "../../../base/values/wire-message.ts";
import { runSuspendableGenerator } from "../../../contracts/engine/suspension.ts";
import { countStepsForBytes } from "../wire/count-steps-for-bytes.ts";
import {
  getPreparedChildNodeIds,
  type PreparedContractKey,
  type PreparedCreateNode,
  type PreparedExerciseNode,
  type PreparedFetchNode,
  type PreparedInputContract,
  type PreparedNode,
  type PreparedNodeId,
  type PreparedNodes,
  type PreparedQueryByKeyNode,
} from "../wire/prepared-transaction.ts";
import {
  encodeBoolForHash,
  encodeIdentifierForHash,
  encodeListForHash,
  encodeOptionalForHash,
  encodeTextForHash,
  encodeValueForHash,
} from "./encode-value-for-hash.ts";
import { assertHashableNode, type HashingScheme } from "./hashing-scheme.ts";
import { orderNodesFromLeaves } from "./node-order.ts";

export type NodeHashes = ReadonlyMap<PreparedNodeId, Uint8Array>;

// All hashing shares this buffer, because hashing a node is synchronous and hashes no other node in
// between.
const nodeBytes = new GrowingByteWriter(4096);

/**
 * Returns the hash of every node that can be reached from the roots (interactive-submission.md
 * 5.2). Linear. The tree may have any depth. Raises INVALID_ARGUMENT for a node that the scheme
 * cannot hash, for a missing or cyclic node, and for a create or exercise without seed.
 */
export const hashNodes = (transaction: PreparedNodes, scheme: HashingScheme): NodeHashes =>
  runSuspendableGenerator(hashNodesInSteps(transaction, scheme));

/**
 * Like {@link hashNodes}, but as a generator, so that other work can run in between: after each
 * node, yields the number of steps that it took.
 */
export function* hashNodesInSteps(
  transaction: PreparedNodes,
  scheme: HashingScheme,
): Generator<number, NodeHashes> {
  const hashes = new Map<PreparedNodeId, Uint8Array>();
  for (const nodeId of orderNodesFromLeaves(transaction)) {
    const node = transaction.nodes.get(nodeId);
    if (node === undefined) continue;
    const children = getPreparedChildNodeIds(node).map((child) =>
      getRequiredNodeHash(hashes, child),
    );
    const seed = transaction.seeds.get(nodeId);
    if (seed === undefined && (node.kind === "create" || node.kind === "exercise")) {
      throw createMalformedBytesError(`the seed of the node ${nodeId} is missing`);
    }
    hashes.set(nodeId, hashNode(node, { scheme, seed, children }));
    yield countStepsForBytes(nodeBytes.length);
  }
  return hashes;
}

/**
 * Returns the creation times and hashes of input contracts. After each contract, yields the number
 * of steps that it took.
 */
export function* hashInputContractsInSteps(
  inputs: readonly PreparedInputContract[],
  scheme: HashingScheme,
): Generator<number, readonly (readonly [Micros, Uint8Array])[]> {
  const hashes: (readonly [Micros, Uint8Array])[] = [];
  for (const { contract, createdAt } of inputs) {
    hashes.push([createdAt, hashInputContract(contract, scheme)]);
    yield countStepsForBytes(nodeBytes.length);
  }
  return hashes;
}

/** Returns the hash of an input contract, which is the hash of its create node without seed. */
export const hashInputContract = (
  contract: PreparedCreateNode,
  scheme: HashingScheme,
): Uint8Array => hashNode(contract, { scheme, seed: undefined, children: [] });

export const getRequiredNodeHash = (hashes: NodeHashes, nodeId: PreparedNodeId): Uint8Array => {
  const hash = hashes.get(nodeId);
  if (hash === undefined) {
    throw createMalformedBytesError(`there is no node ${JSON.stringify(nodeId)}`);
  }
  return hash;
};

interface NodeContext {
  readonly scheme: HashingScheme;
  readonly seed: Uint8Array | undefined;
  /** The hashes of the child nodes. */
  readonly children: readonly Uint8Array[];
}

const hashNode = (node: PreparedNode, context: NodeContext): Uint8Array => {
  const { scheme, children } = context;
  assertHashableNode(node, scheme);
  nodeBytes.clear();
  if (scheme === 2) nodeBytes.writeByte(0x01);
  switch (node.kind) {
    case "create":
      writeCreate(node, context);
      break;
    case "exercise":
      writeExercise(node, context);
      break;
    case "fetch":
      writeFetch(node, scheme);
      break;
    case "rollback":
      nodeBytes.writeByte(0x03);
      encodeListForHash(nodeBytes, children, writeRaw);
      break;
    case "queryByKey":
      writeQueryByKey(node);
      break;
  }
  return computeSha256Digest(nodeBytes.getWrittenBytes());
};

const writeCreate = (node: PreparedCreateNode, { scheme, seed }: NodeContext): void => {
  nodeBytes.writeString(node.version);
  nodeBytes.writeByte(0x00);
  encodeOptionalForHash(nodeBytes, seed, writeRaw);
  writeContract(node);
  encodeValueForHash(nodeBytes, node.argument);
  encodeListForHash(nodeBytes, node.signatories, encodeTextForHash);
  encodeListForHash(nodeBytes, node.stakeholders, encodeTextForHash);
  if (scheme !== 2) encodeOptionalForHash(nodeBytes, node.key, writeKey);
};

const writeExercise = (
  node: PreparedExerciseNode,
  { scheme, seed, children }: NodeContext,
): void => {
  nodeBytes.writeString(node.version);
  nodeBytes.writeByte(0x01);
  if (seed !== undefined) nodeBytes.writeRawBytes(seed);
  writeContract(node);
  encodeListForHash(nodeBytes, node.signatories, encodeTextForHash);
  encodeListForHash(nodeBytes, node.stakeholders, encodeTextForHash);
  encodeListForHash(nodeBytes, node.actingParties, encodeTextForHash);
  encodeOptionalForHash(nodeBytes, node.interfaceId, encodeIdentifierForHash);
  nodeBytes.writeString(node.choice);
  encodeValueForHash(nodeBytes, node.argument);
  encodeBoolForHash(nodeBytes, node.consuming);
  encodeOptionalForHash(nodeBytes, node.result, encodeValueForHash);
  encodeListForHash(nodeBytes, node.choiceObservers, encodeTextForHash);
  if (scheme !== 2) writeKeyUse(node);
  encodeListForHash(nodeBytes, children, writeRaw);
};

const writeFetch = (node: PreparedFetchNode, scheme: HashingScheme): void => {
  nodeBytes.writeString(node.version);
  nodeBytes.writeByte(0x02);
  writeContract(node);
  encodeListForHash(nodeBytes, node.signatories, encodeTextForHash);
  encodeListForHash(nodeBytes, node.stakeholders, encodeTextForHash);
  encodeOptionalForHash(nodeBytes, node.interfaceId, encodeIdentifierForHash);
  encodeListForHash(nodeBytes, node.actingParties, encodeTextForHash);
  if (scheme !== 2) writeKeyUse(node);
};

const writeQueryByKey = (node: PreparedQueryByKeyNode): void => {
  nodeBytes.writeString(node.version);
  nodeBytes.writeByte(0x04);
  nodeBytes.writeString(node.packageName);
  encodeIdentifierForHash(nodeBytes, node.templateId);
  encodeBoolForHash(nodeBytes, node.exhaustive);
  writeKey(nodeBytes, node.key);
  encodeListForHash(nodeBytes, node.result, (_, contractId) => {
    nodeBytes.writeHex(contractId);
  });
};

const writeContract = (
  node: PreparedCreateNode | PreparedExerciseNode | PreparedFetchNode,
): void => {
  nodeBytes.writeHex(node.contractId);
  nodeBytes.writeString(node.packageName);
  encodeIdentifierForHash(nodeBytes, node.templateId);
};

const writeKeyUse = ({ byKey, key }: PreparedExerciseNode | PreparedFetchNode): void => {
  encodeBoolForHash(nodeBytes, byKey);
  encodeOptionalForHash(nodeBytes, key, writeKey);
};

const writeKey = (_: GrowingByteWriter, key: PreparedContractKey): void => {
  nodeBytes.writeString(key.packageName);
  encodeIdentifierForHash(nodeBytes, key.templateId);
  encodeValueForHash(nodeBytes, key.value);
  nodeBytes.writeRawHex(key.hash);
  encodeListForHash(nodeBytes, key.maintainers, encodeTextForHash);
};

/** Writes hashes and seeds, whose length is fixed. */
const writeRaw = (_: GrowingByteWriter, bytes: Uint8Array): void => {
  nodeBytes.writeRawBytes(bytes);
};
