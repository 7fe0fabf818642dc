import { utf8ToBytes } from "@noble/hashes/utils.js";

import type { UpdateId } from "../../base/identifiers/identifiers.ts";
import { hexDigestOf } from "../../base/values/digest.ts";
import { flatText } from "../../base/values/text.ts";

/**
 * Returns ids derived from the seed of a decision. Different purposes give unrelated ids, and no id reveals
 * the seed. There must be a fixed, small set of purposes.
 */

/** Returns a UUID with the format of version 4. */
export const seededUuid = (seed: Uint8Array, purpose: string): string => {
  const hex = drawn(seed, purpose);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return flatText(
    `${hex.slice(0, 8)}-`,
    `${hex.slice(8, 12)}-4`,
    `${hex.slice(13, 16)}-${variant}`,
    `${hex.slice(17, 20)}-`,
    hex.slice(20, 32),
  );
};

/** Returns the id of the update that the decision makes. */
export const seededUpdateId = (seed: Uint8Array, purpose: string): UpdateId =>
  flatText("1220", drawn(seed, purpose));

/** Returns the id of the reassignment that the decision begins: version 0, then a hash. */
export const seededReassignmentId = (seed: Uint8Array): string =>
  flatText("001220", drawn(seed, "reassignment id"));

/** Returns 64 hexadecimal digits. */
const drawn = (seed: Uint8Array, purpose: string): string => hexDigestOf(seed, bytesOf(purpose));

const purposes = new Map<string, Uint8Array>();

const bytesOf = (purpose: string): Uint8Array => {
  let bytes = purposes.get(purpose);
  if (bytes === undefined) {
    bytes = utf8ToBytes(purpose);
    purposes.set(purpose, bytes);
  }
  return bytes;
};
