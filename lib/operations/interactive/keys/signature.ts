import { invalidFieldError } from "../../../base/errors/argument-error.ts";
import {
  describeIdentifierGrammar,
  lenientKeyFingerprintGrammar,
  matchesGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { KeySpec } from "../../../base/model/signing-keys.ts";
import {
  type JsonReader,
  readBase64Bytes,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readOptionalText,
  readRequiredJsonField,
} from "../../../views/envelope/readers.ts";

/** A signature in a request. It is not verified yet. */
export interface UnverifiedSignature {
  readonly encoding: SignatureEncoding;
  readonly bytes: Uint8Array;
  /** The fingerprint of the signing key, as the request states it. */
  readonly signedBy: string;
  readonly algorithm: SigningAlgorithm;
}

/**
 * The encodings of signatures. `raw` is the name from the time before Canton distinguished
 * encodings.
 */
export type SignatureEncoding = "raw" | "der" | "concat" | "symbolic";

export type SigningAlgorithm = "ed25519" | "ecdsaSha256" | "ecdsaSha384" | "mlDsa65";

/** The kinds of keys that each algorithm supports (interactive-submission.md 7). */
export const keySpecsByAlgorithm: Readonly<Record<SigningAlgorithm, readonly KeySpec[]>> = {
  ed25519: ["ed25519"],
  ecdsaSha256: ["p256", "secp256k1"],
  ecdsaSha384: ["p384"],
  mlDsa65: [],
};

export const signatureEncodingByWireName: ReadonlyMap<string, SignatureEncoding> = new Map([
  ["SIGNATURE_FORMAT_RAW", "raw"],
  ["SIGNATURE_FORMAT_DER", "der"],
  ["SIGNATURE_FORMAT_CONCAT", "concat"],
  ["SIGNATURE_FORMAT_SYMBOLIC", "symbolic"],
]);

export const signingAlgorithmByWireName: ReadonlyMap<string, SigningAlgorithm> = new Map([
  ["SIGNING_ALGORITHM_SPEC_ED25519", "ed25519"],
  ["SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256", "ecdsaSha256"],
  ["SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384", "ecdsaSha384"],
  ["SIGNING_ALGORITHM_SPEC_ML_DSA_65", "mlDsa65"],
]);

/**
 * Decodes a Signature record (ledger-api.md 3.14), without checking that its bytes can be a
 * signature. Raises INVALID_ARGUMENT, MISSING_FIELD, and INVALID_FIELD for an unknown format or
 * algorithm and for a malformed key name.
 */
export const readSignature: JsonReader<UnverifiedSignature> = (json) => {
  const object = readJsonObject(json);
  const bytes = readOptionalJsonField(object, "signature", readBase64Bytes) ?? new Uint8Array();
  const encoding = readRequiredJsonField(
    object,
    "format",
    createEnumReader("format", signatureEncodingByWireName),
  );
  const algorithm = readRequiredJsonField(
    object,
    "signingAlgorithmSpec",
    createEnumReader("signingAlgorithmSpec", signingAlgorithmByWireName),
  );
  const signedBy = readOptionalText(object, "signedBy");
  if (!matchesGrammar(lenientKeyFingerprintGrammar, signedBy)) {
    throw invalidFieldError({
      field: "signedBy",
      expected: describeIdentifierGrammar(lenientKeyFingerprintGrammar),
      found: signedBy,
    });
  }
  return { encoding, bytes, signedBy, algorithm };
};

/**
 * Returns a reader for one of the names. Its error names this field; the caller adds the path of
 * the record.
 */
export const createEnumReader =
  <Meaning>(field: string, names: ReadonlyMap<string, Meaning>): JsonReader<Meaning> =>
  (json) => {
    const meaning = names.get(readJsonString(json));
    if (meaning !== undefined) return meaning;
    throw invalidFieldError({
      field,
      expected: `one of ${[...names.keys()].join(", ")}`,
      found: json,
    });
  };
