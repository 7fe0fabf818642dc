import { hexDigestOf } from "../../../ground/values/digest.ts";

/** The hash of an empty journal. */
export const emptyHash = "0".repeat(64);

/**
 * The hash of a journal whose last entry is this one, by the hash of what came before: SHA-256 in 64 lowercase hex
 * digits. It tells a changed, missing, added or moved entry, and two journals of one hash are the same.
 */
export const hashAfter = (before: string, position: number, entry: string): string =>
  hexDigestOf(utf8.encode(`${before} ${position} ${entry}`));

const utf8 = new TextEncoder();
