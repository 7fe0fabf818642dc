import type { TestKeyPair } from "../../fixtures/testing/index.ts";
import {
  computeDecentralizedNamespace,
  computeTopologyMultiHash,
  hashTopologyTransaction,
} from "../../lib/operations/interactive/hash/topology-hash.ts";
import { parseSpkiKey } from "../../lib/operations/interactive/keys/signing-key.ts";
import { decodeTopologyTransaction } from "../../lib/operations/interactive/wire/topology-decode.ts";
import { encodeTopologyTransaction } from "../../lib/operations/interactive/wire/topology-encode.ts";

export type Topology = ReturnType<typeof decodedTopology>;

/** Returns a topology transaction from its Base64. */
export const decodedTopology = (base64: string) => decodeTopologyTransaction(bytesOf(base64));

/** Returns the Base64 of a topology transaction. */
export const encodedTopology = (transaction: Topology): string =>
  textOf(encodeTopologyTransaction(transaction));

/** Returns the hash of one topology transaction, which its signers sign. */
export const topologyHashOf = (base64: string): Uint8Array =>
  hashTopologyTransaction(bytesOf(base64));

/** Returns the hash of several topology transactions, for one signature over all of them. */
export const multiHashOf = (transactions: readonly string[]): Uint8Array =>
  computeTopologyMultiHash(transactions.map(bytesOf));

/** Topology transactions as the API generates them, for `signTopology`. */
export const forSigning = (transactions: readonly Topology[]) => {
  const topologyTransactions = transactions.map(encodedTopology);
  return { topologyTransactions, multiHash: textOf(multiHashOf(topologyTransactions)) };
};

/** Returns the signing keys of a topology transaction, from Ed25519 pairs. */
export const signingKeysOf = (pairs: readonly TestKeyPair[]) =>
  pairs.flatMap(({ publicKey }) => parseSpkiKey("ed25519", bytesOf(publicKey.keyData)) ?? []);

/** Returns the id of the decentralized namespace of these owners. */
export const namespaceOf = (fingerprints: readonly string[]): string =>
  computeDecentralizedNamespace(fingerprints);

/** Returns the Base64 of a topology transaction that adds a mapping. */
export const encodedAddition = (mapping: Topology["mapping"]): string =>
  encodedTopology({ operation: "addReplace", serial: 1, mapping });

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, "base64");
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
