import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

import { digestOf } from "../values/digest.ts";
import type { UpdateId } from "./identifiers.ts";

/**
 * Ids that follow from a decision's seed. Different purposes give unrelated ids, and none tells
 * anything about the seed. Purposes are few and known when the program is written.
 */

/** A UUID of version 4, as far as its form goes. */
export const seededUuid = (seed: Uint8Array, purpose: string): string => {
  const bytes = drawn(seed, purpose).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** The id of the update that the decision makes. */
export const seededUpdateId = (seed: Uint8Array, purpose: string): UpdateId =>
  `1220${bytesToHex(drawn(seed, purpose))}`;

/** The id of the reassignment that the decision begins: the version 0, then a hash. */
export const seededReassignmentId = (seed: Uint8Array): string =>
  `001220${bytesToHex(drawn(seed, "reassignment id"))}`;

const drawn = (seed: Uint8Array, purpose: string): Uint8Array => digestOf(seed, bytesOf(purpose));

const purposes = new Map<string, Uint8Array>();

const bytesOf = (purpose: string): Uint8Array => {
  let bytes = purposes.get(purpose);
  if (bytes === undefined) {
    bytes = utf8ToBytes(purpose);
    purposes.set(purpose, bytes);
  }
  return bytes;
};
