import { computeSha256HexDigest } from "../../../base/values/digest.ts";

/** The hash of an empty journal. */
export const emptyHash = "0".repeat(64);

/**
 * Returns the hash of a journal that ends in this entry, from the hash of the journal before:
 * SHA-256 as 64 lowercase hex digits. A changed, missing, added or moved entry changes it; journals
 * with the same hash are equal.
 */
export const hashAfter = (before: string, position: number, entry: string): string =>
  computeSha256HexDigest(utf8Encoder.encode(`${before} ${position} ${entry}`));

const utf8Encoder = new TextEncoder();
