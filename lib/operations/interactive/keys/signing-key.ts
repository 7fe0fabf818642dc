import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

import type { KeySpec, SigningPublicKey } from "../../../base/model/signing-keys.ts";
import { computeSha256Digest } from "../../../base/values/digest.ts";

/** The bytes before the key in a SubjectPublicKeyInfo (RFC 5480, RFC 8410). */
const spkiPrefixes: Readonly<Record<KeySpec, Uint8Array>> = {
  ed25519: hexToBytes("302a300506032b6570032100"),
  p256: hexToBytes("3059301306072a8648ce3d020106082a8648ce3d030107034200"),
  secp256k1: hexToBytes("3056301006072a8648ce3d020106052b8104000a034200"),
  p384: hexToBytes("3076301006072a8648ce3d020106052b81040022036200"),
};

/** Length of keys in bytes. The keys of all curves except Ed25519 are uncompressed points. */
const keyLengths: Readonly<Record<KeySpec, number>> = {
  ed25519: 32,
  p256: 65,
  secp256k1: 65,
  p384: 97,
};

/** Returns the key without its SubjectPublicKeyInfo. */
export const extractRawPublicKey = ({ spec, spki }: SigningPublicKey): Uint8Array =>
  spki.subarray(spkiPrefixes[spec].length);

/**
 * Returns the key in a SubjectPublicKeyInfo. Returns undefined if the bytes have another key type or length,
 * or if the point is compressed.
 */
export const parseSpkiKey = (spec: KeySpec, spki: Uint8Array): SigningPublicKey | undefined => {
  const prefix = spkiPrefixes[spec];
  const isOfCurve =
    spki.length === prefix.length + keyLengths[spec] &&
    prefix.every((byte, index) => byte === spki[index]) &&
    (spec === "ed25519" || spki[prefix.length] === uncompressedPointPrefix);
  return isOfCurve ? signingKey(spec, spki.slice()) : undefined;
};

/** Returns the key with these raw bytes; undefined if their number is wrong. */
export const parseRawSigningKey = (spec: KeySpec, raw: Uint8Array): SigningPublicKey | undefined =>
  parseSpkiKey(spec, concatBytes(spkiPrefixes[spec], raw));

const uncompressedPointPrefix = 0x04;

const signingKey = (spec: KeySpec, spki: Uint8Array): SigningPublicKey => {
  const key = { fingerprint: "", spec, spki };
  return {
    ...key,
    fingerprint: computeKeyFingerprint(spec === "ed25519" ? extractRawPublicKey(key) : spki),
  };
};

const fingerprintPurpose = Uint8Array.of(0, 0, 0, 12);

/**
 * Returns the fingerprint of a key: a multihash of the raw bytes of an Ed25519 key, or of the
 * SubjectPublicKeyInfo of another key.
 */
const computeKeyFingerprint = (keyBytes: Uint8Array): string =>
  `1220${bytesToHex(computeSha256Digest(fingerprintPurpose, keyBytes))}`;
