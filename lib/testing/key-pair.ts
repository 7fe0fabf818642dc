import { ed25519 } from "@noble/curves/ed25519.js";
import { p256, p384 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { shake256 } from "@noble/hashes/sha3.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import {
  createOneOfCheck,
  type OptionChecks,
  requireWellFormedOptions,
} from "../base/errors/options.ts";
import type { KeySpec } from "../base/model/signing-keys.ts";
import { encodeBase64 } from "../base/values/base64.ts";
import { parseRawSigningKey } from "../operations/interactive/keys/signing-key.ts";
import { createTestEd25519Signer } from "./ed25519-signer.ts";

/** A SigningPublicKey record. */
export interface PublicKeyJson {
  readonly format: string;
  /** Base64. */
  readonly keyData: string;
  readonly keySpec: string;
}

/** A Signature record. */
export interface SignatureJson {
  readonly format: string;
  /** Base64. */
  readonly signature: string;
  /** Fingerprint of the key. */
  readonly signedBy: string;
  readonly signingAlgorithmSpec: string;
}

/** A key pair for tests. The private key is derived from the name, so it is not secret. */
export interface TestKeyPair {
  readonly fingerprint: string;
  readonly publicKey: PublicKeyJson;
  /** Signs the bytes. ECDSA hashes them first. */
  sign(message: Uint8Array): SignatureJson;
}

/** Options of `testKeyPair`. */
export interface TestKeyPairOptions {
  /** Default: Ed25519. */
  readonly curve?: KeySpec;
  /** Encoding of signatures. Default: CONCAT for Ed25519, DER for other curves. */
  readonly signatureFormat?: "RAW" | "DER" | "CONCAT";
}

/**
 * Returns the key pair of a name. The same name and curve always give the same keys, so never use
 * the keys to protect anything of value. Takes a few milliseconds.
 */
export const testKeyPair = (name: string, options: TestKeyPairOptions = {}): TestKeyPair => {
  requireWellFormedOptions(options, keyPairOptionChecks);
  const { curve = "ed25519" } = options;
  const { keys, publicKey, algorithm } = curveByKeySpec[curve];
  const text = utf8ToBytes(`ledger-in-a-box test key ${curve} ${name}`);
  const secret = keys((length) => shake256(text, { dkLen: length }));
  const key = parseRawSigningKey(curve, publicKey(secret));
  if (key === undefined) throw noKeyError(curve);
  const format = options.signatureFormat ?? (curve === "ed25519" ? "CONCAT" : "DER");
  const sign = curveByKeySpec[curve].signer(secret, format === "CONCAT");
  return {
    fingerprint: key.fingerprint,
    publicKey: {
      format: "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
      keyData: encodeBase64(key.spki),
      keySpec: curveByKeySpec[curve].keySpec,
    },
    sign: (message) => ({
      format: `SIGNATURE_FORMAT_${format}`,
      signature: encodeBase64(sign(message)),
      signedBy: key.fingerprint,
      signingAlgorithmSpec: algorithm,
    }),
  };
};

interface KeyPairCurve {
  /** Returns a private key. `bytes` returns as many seed bytes as the curve requests. */
  readonly keys: (bytes: (length: number) => Uint8Array) => Uint8Array;
  readonly publicKey: (secret: Uint8Array) => Uint8Array;
  readonly signer: (
    secret: Uint8Array,
    concatenated: boolean,
  ) => (message: Uint8Array) => Uint8Array;
  readonly algorithm: string;
  readonly keySpec: string;
}

const createWeierstrassCurve = (
  curve: typeof p256,
  names: Pick<KeyPairCurve, "algorithm" | "keySpec">,
): KeyPairCurve => ({
  keys: (bytes) => curve.utils.randomSecretKey(bytes(curve.lengths.seed ?? 72)),
  publicKey: (secret) => curve.getPublicKey(secret, false),
  signer: (secret, concatenated) => (message) =>
    curve.sign(message, secret, { format: concatenated ? "compact" : "der" }),
  ...names,
});

const curveByKeySpec: Readonly<Record<KeySpec, KeyPairCurve>> = {
  ed25519: {
    keys: (bytes) => bytes(32),
    publicKey: (secret) => ed25519.getPublicKey(secret),
    signer: createTestEd25519Signer,
    algorithm: "SIGNING_ALGORITHM_SPEC_ED25519",
    keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
  },
  p256: createWeierstrassCurve(p256, {
    algorithm: "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256",
    keySpec: "SIGNING_KEY_SPEC_EC_P256",
  }),
  secp256k1: createWeierstrassCurve(secp256k1, {
    algorithm: "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256",
    keySpec: "SIGNING_KEY_SPEC_EC_SECP256K1",
  }),
  p384: createWeierstrassCurve(p384, {
    algorithm: "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384",
    keySpec: "SIGNING_KEY_SPEC_EC_P384",
  }),
};

const keyPairOptionChecks: OptionChecks<TestKeyPairOptions> = {
  curve: createOneOfCheck(...Object.keys(curveByKeySpec)),
  signatureFormat: createOneOfCheck("RAW", "DER", "CONCAT"),
};

const noKeyError = (curve: KeySpec) =>
  createInvalidArgumentError({
    expected: `one of the curves ${Object.keys(curveByKeySpec).join(", ")}`,
    found: curve,
  });
