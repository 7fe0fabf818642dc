import { invalidArgument } from "../../../ground/errors/argument-error.ts";
import type { KeySpec, SigningKey } from "../../../ground/model/signing-keys.ts";
import { readBytes, type Reader, readObject, required } from "../../../views/envelope/readers.ts";
import { oneOf } from "./signature.ts";
import { keyFromRaw, keyFromSpki } from "./signing-key.ts";

const keyFormats: ReadonlyMap<string, "raw" | "spki"> = new Map([
  ["CRYPTO_KEY_FORMAT_RAW", "raw"],
  ["CRYPTO_KEY_FORMAT_DER", "spki"],
  ["CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO", "spki"],
]);

export const keySpecNames: ReadonlyMap<string, KeySpec> = new Map([
  ["SIGNING_KEY_SPEC_EC_CURVE25519", "ed25519"],
  ["SIGNING_KEY_SPEC_EC_P256", "p256"],
  ["SIGNING_KEY_SPEC_EC_P384", "p384"],
  ["SIGNING_KEY_SPEC_EC_SECP256K1", "secp256k1"],
]);

/**
 * Decodes a SigningPublicKey record: Ed25519 raw or as SubjectPublicKeyInfo, other curves as
 * SubjectPublicKeyInfo. Raises INVALID_ARGUMENT, MISSING_FIELD, INVALID_FIELD.
 */
export const readPublicKey: Reader<SigningKey> = (json) => {
  const object = readObject(json);
  const format = required(object, "format", oneOf("format", keyFormats));
  const spec = required(object, "keySpec", oneOf("keySpec", keySpecNames));
  const data = required(object, "keyData", readBytes);
  const isRaw = format === "raw" && spec === "ed25519";
  const key = isRaw ? keyFromRaw(spec, data) : keyFromSpki(spec, data);
  if (key !== undefined) return key;
  const form =
    spec === "ed25519" && isRaw
      ? "32 bytes"
      : "a SubjectPublicKeyInfo in DER, of an uncompressed point where the curve has such";
  throw invalidArgument({ field: "keyData", expected: `a public key of ${spec}: ${form}` });
};
