import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import type { UpdateId } from "../model/identifiers.ts";

/** Ids a decision draws from its seed: the same seed gives the same ids. */

const updatePurpose = utf8ToBytes("update id");

/** `1220` and 64 hex digits. */
export const updateIdFrom = (seed: Uint8Array): UpdateId =>
  `1220${bytesToHex(sha256(concatBytes(seed, updatePurpose)))}`;

/** A UUID of version 4 as far as its form goes; `purpose` tells ids of one decision apart. */
export const uuidFrom = (seed: Uint8Array, purpose: string): string => {
  const bytes = sha256(concatBytes(seed, utf8ToBytes(purpose)));
  const hex = bytesToHex(bytes);
  const variant = "89ab"[(bytes[8] ?? 0) % 4] ?? "8";
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
};
