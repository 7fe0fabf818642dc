import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import type { UpdateId } from "./identifiers.ts";

/**
 * The id of the update that a decision with this seed makes. Different purposes give unrelated ids,
 * and none tells anything about the seed.
 */
export const seededUpdateId = (seed: Uint8Array, purpose: string): UpdateId =>
  `1220${bytesToHex(sha256(concatBytes(seed, utf8ToBytes(purpose))))}`;
