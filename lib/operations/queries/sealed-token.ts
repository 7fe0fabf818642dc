import { utf8ToBytes } from "@noble/hashes/utils.js";

import { invalidField } from "../../base/errors/argument-error.ts";
import { decodeBase64, encodeBase64 } from "../../base/values/base64.ts";
import { digestOf } from "../../base/values/digest.ts";

/**
 * Converts positions in the response to one request to opaque tokens: Base64 of a checksum of the
 * request, followed by the position. The checksum detects tokens of other requests. It does not
 * authenticate the token.
 */
export interface TokenSeal {
  /** Returns a token. `position` is ASCII. Cheap enough for every item of a stream. */
  issue(position: string): string;
  /** Returns the position; undefined if the token was issued for another request. */
  open(token: string): string | undefined;
}

/** A multiple of three, so that the Base64 of the checksum ends at a character. */
const checksumBytes = 12;
const checksumChars = 16;

/** `request` is everything that the tokens depend on, as plain JSON data. */
export const tokenSeal = (request: readonly unknown[]): TokenSeal => {
  const digest = digestOf(utf8ToBytes(JSON.stringify(request)));
  const checksum = encodeBase64(digest.subarray(0, checksumBytes));
  return {
    issue: (position) => checksum + btoa(position),
    open: (token) =>
      isToken(token) && token.startsWith(checksum) ? atob(token.slice(checksumChars)) : undefined,
  };
};

/**
 * Refuses a text that cannot be a token. An empty text counts as a token that belongs to no
 * request. Raises INVALID_FIELD.
 */
export const requireToken = (text: string, field: string): void => {
  if (text === "" || isToken(text)) return;
  throw invalidField({ field, expected: "a token that this API issues" });
};

const isToken = (text: string): boolean =>
  text.length > checksumChars && decodeBase64(text) !== undefined;
