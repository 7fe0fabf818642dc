import { invalidArgument } from "../../../base/errors/argument-error.ts";
import type { KeySpec, SigningKey } from "../../../base/model/signing-keys.ts";
import {
  optional,
  readBytes,
  type Reader,
  readObject,
  readText,
  required,
} from "../../../views/envelope/readers.ts";
import { keyFromRaw, keyFromSpki } from "./signing-key.ts";

const keyFormats: ReadonlyMap<string, "raw" | "spki"> = new Map([
  ["CRYPTO_KEY_FORMAT_RAW", "raw"],
  ["CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO", "spki"],
]);

export const keySpecNames: ReadonlyMap<string, KeySpec> = new Map([
  ["SIGNING_KEY_SPEC_EC_CURVE25519", "ed25519"],
  ["SIGNING_KEY_SPEC_EC_P256", "p256"],
  ["SIGNING_KEY_SPEC_EC_P384", "p384"],
  ["SIGNING_KEY_SPEC_EC_SECP256K1", "secp256k1"],
]);

const keySpecs: readonly KeySpec[] = [...keySpecNames.values()];

/**
 * Decodes a SigningPublicKey record: raw bytes of an Ed25519 key, or a SubjectPublicKeyInfo. A
 * wrong curve name is not detected, but such a key cannot verify signatures. Raises
 * INVALID_ARGUMENT.
 */
export const readPublicKey: Reader<SigningKey> = (json) => {
  const object = readObject(json);
  const format = required(object, "format", constantOf(keyFormats));
  const spec = required(object, "keySpec", constantOf(keySpecNames));
  const data = optional(object, "keyData", readBytes) ?? new Uint8Array();
  const key = format === "raw" ? keyFromRaw("ed25519", data) : keyOfAnyCurve(data);
  if (key !== undefined) return { ...key, spec };
  const form =
    format === "raw"
      ? "32 bytes"
      : "a SubjectPublicKeyInfo in DER, of an uncompressed point where the curve has such";
  throw invalidArgument({ field: "keyData", expected: `a public key: ${form}` });
};

const keyOfAnyCurve = (spki: Uint8Array): SigningKey | undefined => {
  for (const spec of keySpecs) {
    const key = keyFromSpki(spec, spki);
    if (key !== undefined) return key;
  }
  return undefined;
};

const constantOf =
  <Meaning>(names: ReadonlyMap<string, Meaning>): Reader<Meaning> =>
  (json) => {
    const meaning = names.get(readText(json));
    if (meaning !== undefined) return meaning;
    throw invalidArgument({ expected: `one of ${[...names.keys()].join(", ")}`, found: json });
  };
