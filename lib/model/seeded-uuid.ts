import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * A UUID of version 4 that follows from a decision's seed. Different purposes give unrelated ids, and
 * none tells anything about the seed.
 */
export const seededUuid = (seed: Uint8Array, purpose: string): string => {
  const bytes = sha256(concatBytes(seed, utf8ToBytes(purpose))).subarray(0, 16);
  const hex = bytesToHex(bytes);
  const variant = "89ab".charAt((bytes[8] ?? 0) & 3);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
};
