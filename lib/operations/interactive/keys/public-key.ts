import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import type { KeySpec, SigningPublicKey } from "../../../base/model/signing-keys.ts";
import {
  type JsonReader,
  readBase64Bytes,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readRequiredJsonField,
} from "../../../views/envelope/readers.ts";
import { parseRawSigningKey, parseSpkiKey } from "./signing-key.ts";

const keyFormats: ReadonlyMap<string, "raw" | "spki"> = new Map([
  ["CRYPTO_KEY_FORMAT_RAW", "raw"],
  ["CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO", "spki"],
]);

export const keySpecsByName: ReadonlyMap<string, KeySpec> = new Map([
  ["SIGNING_KEY_SPEC_EC_CURVE25519", "ed25519"],
  ["SIGNING_KEY_SPEC_EC_P256", "p256"],
  ["SIGNING_KEY_SPEC_EC_P384", "p384"],
  ["SIGNING_KEY_SPEC_EC_SECP256K1", "secp256k1"],
]);

/**
 * Decodes a SigningPublicKey record: raw bytes of an Ed25519 key, or a SubjectPublicKeyInfo of the
 * curve that `keySpec` names. Raises INVALID_ARGUMENT.
 */
export const readPublicKey: JsonReader<SigningPublicKey> = (json) => {
  const object = readJsonObject(json);
  const format = readRequiredJsonField(object, "format", constantOf(keyFormats));
  const spec = readRequiredJsonField(object, "keySpec", constantOf(keySpecsByName));
  const data = readOptionalJsonField(object, "keyData", readBase64Bytes) ?? new Uint8Array();
  const key =
    format === "spki"
      ? parseSpkiKey(spec, data)
      : spec === "ed25519"
        ? parseRawSigningKey(spec, data)
        : undefined;
  if (key !== undefined) return key;
  throw createInvalidArgumentError({
    field: "keyData",
    expected: `a public key of ${getKeySpecName(spec)}: ${describeKeyForm(spec, format)}`,
  });
};

const getKeySpecName = (spec: KeySpec): string =>
  [...keySpecsByName].find(([, named]) => named === spec)?.[0] ?? spec;

const describeKeyForm = (spec: KeySpec, format: "raw" | "spki"): string => {
  if (format === "spki") {
    return spec === "ed25519"
      ? "a SubjectPublicKeyInfo in DER"
      : "a SubjectPublicKeyInfo in DER, of an uncompressed point";
  }
  return spec === "ed25519"
    ? "32 bytes"
    : "a SubjectPublicKeyInfo, because only Ed25519 keys can be raw bytes";
};

const constantOf =
  <Meaning>(names: ReadonlyMap<string, Meaning>): JsonReader<Meaning> =>
  (json) => {
    const meaning = names.get(readJsonString(json));
    if (meaning !== undefined) return meaning;
    throw createInvalidArgumentError({
      expected: `one of ${[...names.keys()].join(", ")}`,
      found: json,
    });
  };
