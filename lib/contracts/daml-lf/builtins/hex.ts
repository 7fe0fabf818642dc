import type { LedgerError } from "../../../ground/errors/ledger-error.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";

const hexPattern = /^(?:[0-9a-f]{2})*$/u;

/** Lowercase hex of even length. Raises INTERPRETATION_CRYPTO_ERROR_MALFORMED_BYTE_ENCODING. */
export const bytesOfHex = (hex: string): Uint8Array => {
  if (!hexPattern.test(hex)) {
    throw malformedCrypto(
      "BYTE_ENCODING",
      hex,
      "the text is not lowercase hex with an even number of digits.",
    );
  }
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
};

/** The error of a builtin of cryptography that was given something else than it takes. */
export const malformedCrypto = (
  what: "BYTE_ENCODING" | "KEY" | "SIGNATURE",
  value: string,
  cause: string,
): LedgerError =>
  interpretationError(`INTERPRETATION_CRYPTO_ERROR_MALFORMED_${what}`, {
    cause,
    resources: [["CRYPTO_VALUE", value]],
  });
