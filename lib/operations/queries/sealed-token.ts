import { utf8ToBytes } from "@noble/hashes/utils.js";

import { computeFnv1aHash, continueTextHash } from "../../base/collections/immutable-hash-map.ts";
import { invalidFieldError } from "../../base/errors/argument-error.ts";
import { decodeBase64, encodeBase64 } from "../../base/values/base64.ts";
import { computeSha256Digest } from "../../base/values/digest.ts";

/**
 * Encodes positions in a response as opaque tokens, and decodes them. A token is the Base64 of three
 * parts: a checksum of the request, the position, and a hash of the first two parts. The checksum
 * detects tokens of other requests, and the hash detects changed tokens. Neither prevents a client
 * from forging tokens.
 */
export interface PageTokenCodec {
  /**
   * Returns a token for a position, which must be ASCII. Fast enough to call for every item of a
   * stream.
   */
  issue(position: string): string;
  /** Returns the position; undefined if the token was issued for another request. */
  open(token: string): string | undefined;
}

/** A multiple of three, so that the checksum and the rest of a token can be encoded separately. */
const checksumBytes = 12;
const checksumChars = 16;

/**
 * Returns the token functions of a request. `request` is plain JSON data with everything that must
 * be equal when a token is used.
 */
export const createPageTokenCodec = (request: readonly unknown[]): PageTokenCodec => {
  const digest = computeSha256Digest(utf8ToBytes(JSON.stringify(request)));
  const checksum = encodeBase64(digest.subarray(0, checksumBytes));
  const checksumHash = computeFnv1aHash(checksum);
  return {
    issue: (position) => checksum + positionText(checksumHash, position),
    open: (token) => (token.startsWith(checksum) ? decodeTokenPosition(token) : undefined),
  };
};

/**
 * Raises INVALID_FIELD for a text that no ledger issued as a token. Accepts an empty text:
 * {@link PageTokenCodec.open} refuses it like a token of another request.
 */
export const requireIssuedPageToken = (text: string, field: string): void => {
  if (text === "" || decodeTokenPosition(text) !== undefined) return;
  throw invalidFieldError({ field, expected: "a token that this API issues" });
};

/**
 * Returns the token that another request would have for the same position; undefined for a text
 * that is not a token. The fault `staleToken` uses it.
 */
export const createStalePageToken = (token: string): string | undefined => {
  const position = decodeTokenPosition(token);
  if (position === undefined) return undefined;
  const checksum = `${token.startsWith("A") ? "B" : "A"}${token.slice(1, checksumChars)}`;
  return checksum + positionText(computeFnv1aHash(checksum), position);
};

/** `begun` is the hash of the checksum. */
const positionText = (begun: number, position: string): string =>
  btoa(position + formatHashDigits(continueTextHash(begun, position)));

/** Returns the position of a complete and unchanged token of any request; otherwise undefined. */
const decodeTokenPosition = (token: string): string | undefined => {
  if (token.length <= checksumChars || decodeBase64(token) === undefined) return undefined;
  const rest = atob(token.slice(checksumChars));
  const position = rest.slice(0, -digitCount);
  const hash = continueTextHash(computeFnv1aHash(token.slice(0, checksumChars)), position);
  return rest.slice(-digitCount) === formatHashDigits(hash) ? position : undefined;
};

const digitCount = 8;

/**
 * The two hexadecimal digits of each byte. `toString(16)` would take longer than making all the rest
 * of a token.
 */
const byteDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

const formatHashDigits = (hash: number): string =>
  `${byteDigits[hash >>> 24]}${byteDigits[(hash >>> 16) & 255]}${byteDigits[(hash >>> 8) & 255]}${byteDigits[hash & 255]}`;
