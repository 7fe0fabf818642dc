import type { Micros } from "../../../base/identifiers/identifiers.ts";
import { digestOf } from "../../../base/values/digest.ts";
import { GrowingBytes } from "../../../base/values/growing-bytes.ts";
import { malformed } from "../../../base/values/wire-message.ts";
import { inSteps } from "../../../contracts/engine/suspension.ts";
import {
  childrenOf,
  type PreparedCreate,
  type PreparedExercise,
  type PreparedFetch,
  type PreparedInput,
  type PreparedKey,
  type PreparedNode,
  type PreparedNodeId,
  type PreparedNodes,
  type PreparedQueryByKey,
} from "../wire/prepared-transaction.ts";
import { stepsOfBytes } from "../wire/steps-of-bytes.ts";
import {
  hashFlag,
  hashIdentifier,
  hashList,
  hashOptional,
  hashText,
  hashValue,
} from "./hash-value.ts";
import { type HashingScheme, refuseNode } from "./hashing-scheme.ts";
import { nodesFromLeaves } from "./node-order.ts";

export type NodeHashes = ReadonlyMap<PreparedNodeId, Uint8Array>;

// All hashing shares this buffer: hashing a node is synchronous and never hashes another node
// meanwhile.
const out = new GrowingBytes(4096);

/**
 * Returns the hash of every node that can be reached from the roots (interactive-submission.md
 * 5.2). Linear. The tree may have any depth. Raises INVALID_ARGUMENT for a node that the scheme
 * cannot hash, for a missing or cyclic node, and for a create or exercise without seed.
 */
export const hashNodes = (transaction: PreparedNodes, scheme: HashingScheme): NodeHashes =>
  inSteps(hashingNodes(transaction, scheme));

/**
 * Like {@link hashNodes}, but as a generator, so that other work can run in between: after each
 * node, yields the number of steps that it took.
 */
export function* hashingNodes(
  transaction: PreparedNodes,
  scheme: HashingScheme,
): Generator<number, NodeHashes> {
  const hashes = new Map<PreparedNodeId, Uint8Array>();
  for (const nodeId of nodesFromLeaves(transaction)) {
    const node = transaction.nodes.get(nodeId);
    if (node === undefined) continue;
    const children = childrenOf(node).map((child) => requiredHash(hashes, child));
    const seed = transaction.seeds.get(nodeId);
    if (seed === undefined && (node.kind === "create" || node.kind === "exercise")) {
      throw malformed(`the seed of the node ${nodeId} is missing`);
    }
    hashes.set(nodeId, hashNode(node, { scheme, seed, children }));
    yield stepsOfBytes(out.length);
  }
  return hashes;
}

/**
 * Returns the creation times and hashes of input contracts. After each contract, yields the number
 * of steps that it took.
 */
export function* hashingInputs(
  inputs: readonly PreparedInput[],
  scheme: HashingScheme,
): Generator<number, readonly (readonly [Micros, Uint8Array])[]> {
  const hashes: (readonly [Micros, Uint8Array])[] = [];
  for (const { contract, createdAt } of inputs) {
    hashes.push([createdAt, hashInput(contract, scheme)]);
    yield stepsOfBytes(out.length);
  }
  return hashes;
}

/** Returns the hash of an input contract, which is the hash of its create node without seed. */
export const hashInput = (contract: PreparedCreate, scheme: HashingScheme): Uint8Array =>
  hashNode(contract, { scheme, seed: undefined, children: [] });

export const requiredHash = (hashes: NodeHashes, nodeId: PreparedNodeId): Uint8Array => {
  const hash = hashes.get(nodeId);
  if (hash === undefined) throw malformed(`there is no node ${JSON.stringify(nodeId)}`);
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
  refuseNode(node, scheme);
  out.clear();
  if (scheme === 2) out.byte(0x01);
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
      out.byte(0x03);
      hashList(out, children, writeRaw);
      break;
    case "queryByKey":
      writeQueryByKey(node);
      break;
  }
  return digestOf(out.written());
};

const writeCreate = (node: PreparedCreate, { scheme, seed }: NodeContext): void => {
  out.string(node.version);
  out.byte(0x00);
  hashOptional(out, seed, writeRaw);
  writeContract(node);
  hashValue(out, node.argument);
  hashList(out, node.signatories, hashText);
  hashList(out, node.stakeholders, hashText);
  if (scheme !== 2) hashOptional(out, node.key, writeKey);
};

const writeExercise = (node: PreparedExercise, { scheme, seed, children }: NodeContext): void => {
  out.string(node.version);
  out.byte(0x01);
  if (seed !== undefined) out.raw(seed);
  writeContract(node);
  hashList(out, node.signatories, hashText);
  hashList(out, node.stakeholders, hashText);
  hashList(out, node.actingParties, hashText);
  hashOptional(out, node.interfaceId, hashIdentifier);
  out.string(node.choice);
  hashValue(out, node.argument);
  hashFlag(out, node.consuming);
  hashOptional(out, node.result, hashValue);
  hashList(out, node.choiceObservers, hashText);
  if (scheme !== 2) writeKeyUse(node);
  hashList(out, children, writeRaw);
};

const writeFetch = (node: PreparedFetch, scheme: HashingScheme): void => {
  out.string(node.version);
  out.byte(0x02);
  writeContract(node);
  hashList(out, node.signatories, hashText);
  hashList(out, node.stakeholders, hashText);
  hashOptional(out, node.interfaceId, hashIdentifier);
  hashList(out, node.actingParties, hashText);
  if (scheme !== 2) writeKeyUse(node);
};

const writeQueryByKey = (node: PreparedQueryByKey): void => {
  out.string(node.version);
  out.byte(0x04);
  out.string(node.packageName);
  hashIdentifier(out, node.templateId);
  hashFlag(out, node.exhaustive);
  writeKey(out, node.key);
  hashList(out, node.result, (_, contractId) => {
    out.hex(contractId);
  });
};

const writeContract = (node: PreparedCreate | PreparedExercise | PreparedFetch): void => {
  out.hex(node.contractId);
  out.string(node.packageName);
  hashIdentifier(out, node.templateId);
};

const writeKeyUse = ({ byKey, key }: PreparedExercise | PreparedFetch): void => {
  hashFlag(out, byKey);
  hashOptional(out, key, writeKey);
};

const writeKey = (_: GrowingBytes, key: PreparedKey): void => {
  out.string(key.packageName);
  hashIdentifier(out, key.templateId);
  hashValue(out, key.value);
  out.rawHex(key.hash);
  hashList(out, key.maintainers, hashText);
};

/** Writes hashes and seeds, whose length is fixed. */
const writeRaw = (_: GrowingBytes, bytes: Uint8Array): void => {
  out.raw(bytes);
};
