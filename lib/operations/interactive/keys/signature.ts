import { invalidField } from "../../../base/errors/argument-error.ts";
import {
  describeGrammar,
  keyNameGrammar,
  matchesGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { KeySpec } from "../../../base/model/signing-keys.ts";
import {
  type JsonReader,
  readBytes,
  readObject,
  readOptional,
  readOptionalText,
  readRequired,
  readText,
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

export const encodingByWireName: ReadonlyMap<string, SignatureEncoding> = new Map([
  ["SIGNATURE_FORMAT_RAW", "raw"],
  ["SIGNATURE_FORMAT_DER", "der"],
  ["SIGNATURE_FORMAT_CONCAT", "concat"],
  ["SIGNATURE_FORMAT_SYMBOLIC", "symbolic"],
]);

export const algorithmByWireName: ReadonlyMap<string, SigningAlgorithm> = new Map([
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
  const object = readObject(json);
  const bytes = readOptional(object, "signature", readBytes) ?? new Uint8Array();
  const encoding = readRequired(object, "format", createEnumReader("format", encodingByWireName));
  const algorithm = readRequired(
    object,
    "signingAlgorithmSpec",
    createEnumReader("signingAlgorithmSpec", algorithmByWireName),
  );
  const signedBy = readOptionalText(object, "signedBy");
  if (!matchesGrammar(keyNameGrammar, signedBy)) {
    throw invalidField({
      field: "signedBy",
      expected: describeGrammar(keyNameGrammar),
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
    const meaning = names.get(readText(json));
    if (meaning !== undefined) return meaning;
    throw invalidField({
      field,
      expected: `one of ${[...names.keys()].join(", ")}`,
      found: json,
    });
  };
