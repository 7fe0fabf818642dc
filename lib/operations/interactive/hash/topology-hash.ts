import { bytesToHex, concatBytes } from "@noble/hashes/utils.js";

import { computeSha256Digest } from "../../../base/values/digest.ts";
import { GrowingByteWriter } from "../../../base/values/growing-bytes.ts";

const transactionPurpose = Uint8Array.of(0, 0, 0, 11);
const decentralizedPurpose = 37;
const multiPurpose = 55;
const sha256Multihash = Uint8Array.of(0x12, 0x20);

/**
 * Returns the hash of a serialized topology transaction: 34 bytes (interactive-submission.md 10).
 */
export const hashTopologyTransaction = (serialized: Uint8Array): Uint8Array =>
  concatBytes(sha256Multihash, computeSha256Digest(transactionPurpose, serialized));

/**
 * Returns the decentralized namespace of these owners: a fingerprint that is computed from the
 * owners' fingerprints.
 */
export const computeDecentralizedNamespace = (owners: readonly string[]): string => {
  const out = new GrowingByteWriter(256);
  out.writeInt32(decentralizedPurpose);
  for (const owner of [...new Set(owners)].sort()) out.writeString(owner);
  return bytesToHex(concatBytes(sha256Multihash, computeSha256Digest(out.getWrittenBytes())));
};

/**
 * Returns the hash to sign when several topology transactions onboard a party: 34 bytes. Does not
 * depend on the order of the transactions.
 */
export const computeTopologyMultiHash = (serialized: readonly Uint8Array[]): Uint8Array => {
  const hashes = serialized
    .map((each) => hashTopologyTransaction(each))
    .sort((left, right) => (bytesToHex(left) < bytesToHex(right) ? -1 : 1));
  const out = new GrowingByteWriter(256);
  out.writeInt32(multiPurpose);
  out.writeInt32(hashes.length);
  for (const hash of hashes) {
    out.writeInt32(hash.length);
    out.writeRawBytes(hash);
  }
  return concatBytes(sha256Multihash, computeSha256Digest(out.getWrittenBytes()));
};
