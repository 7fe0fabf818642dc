import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";

const hexPattern = /^(?:[0-9a-f]{2})*$/u;

/**
 * Decodes lowercase hexadecimal digits of even length. Raises
 * INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING.
 */
export const decodeCryptoBuiltinHex = (hex: string): Uint8Array => {
  if (!hexPattern.test(hex)) {
    throw malformedCryptoError(
      "BYTE_ENCODING",
      hex,
      "the text is not lowercase hex with an even number of digits.",
    );
  }
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] =
      16 * parseHexDigit(hex.charCodeAt(2 * index)) + parseHexDigit(hex.charCodeAt(2 * index + 1));
  }
  return bytes;
};

const [zero, nine, a] = [0x30, 0x39, 0x61];

const parseHexDigit = (code: number): number => (code <= nine ? code - zero : code - a + 10);

const getHexCharCode = (digit: number): number => (digit < 10 ? digit + zero : digit - 10 + a);

/**
 * Returns lowercase hexadecimal digits as a flat string. Concatenating millions of pieces would take a
 * hundred times the memory.
 */
export const encodeHex = (bytes: Uint8Array): string => {
  const digits = new Uint8Array(2 * bytes.length);
  let index = 0;
  for (const byte of bytes) {
    digits[index++] = getHexCharCode(byte >> 4);
    digits[index++] = getHexCharCode(byte & 15);
  }
  return new TextDecoder().decode(digits);
};

/** Returns the error of a cryptographic builtin for a malformed argument. */
export const malformedCryptoError = (
  what: "BYTE_ENCODING" | "KEY" | "SIGNATURE",
  value: string,
  cause: string,
): LedgerError =>
  interpretationError(`INTERPRETATION_CRYPTO_ERROR_MALFORMED_${what}`, {
    cause,
    resources: [["CRYPTO_VALUE", value]],
  });
