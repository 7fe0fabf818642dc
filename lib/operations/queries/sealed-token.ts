import { utf8ToBytes } from "@noble/hashes/utils.js";

import { invalidField } from "../../base/errors/argument-error.ts";
import { decodeBase64, encodeBase64 } from "../../base/values/base64.ts";
import { digestOf } from "../../base/values/digest.ts";

/**
 * Positions in the answer to one particular request as opaque text: Base64 of a checksum over that
 * request, followed by the position. It tells which request a token belongs to, not who made it.
 */
export interface TokenSeal {
  /** `position` is ASCII. Cheap enough for every item of a stream. */
  issue(position: string): string;
  /** The position; undefined when the token was issued for another request. */
  open(token: string): string | undefined;
}

/** A multiple of three, so that the checksum's Base64 stands by itself. */
const checksumBytes = 12;
const checksumChars = 16;

/** `request` is all that the tokens depend on, as plain JSON data. */
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
 * Refuses a text that no request can have issued; an empty one is taken for a token that says nothing,
 * which belongs to no request. Raises INVALID_FIELD.
 */
export const requireToken = (text: string, field: string): void => {
  if (text === "" || isToken(text)) return;
  throw invalidField({ field, expected: "a token that this API issues" });
};

const isToken = (text: string): boolean =>
  text.length > checksumChars && decodeBase64(text) !== undefined;
