import type { KeySpec, SigningPublicKey } from "../../../base/model/signing-keys.ts";
import { encodeBase64 } from "../../../base/values/base64.ts";
import { computeSha256Digest } from "../../../base/values/digest.ts";
import { extractRawPublicKey } from "./signing-key.ts";

/** A public key in the form of RFC 7517, for verifying signatures. */
export interface JsonWebKey {
  readonly kty: "EC" | "OKP";
  readonly crv: string;
  readonly x: string;
  /** Second coordinate; absent for Ed25519. */
  readonly y?: string;
  readonly alg: string;
  /** The thumbprint of RFC 7638. */
  readonly kid: string;
  readonly use: "sig";
}

const jwkParametersByKeySpec: Readonly<Record<KeySpec, Pick<JsonWebKey, "kty" | "crv" | "alg">>> = {
  ed25519: { kty: "OKP", crv: "Ed25519", alg: "EdDSA" },
  p256: { kty: "EC", crv: "P-256", alg: "ES256" },
  p384: { kty: "EC", crv: "P-384", alg: "ES384" },
  secp256k1: { kty: "EC", crv: "secp256k1", alg: "ES256K" },
};

export const toJsonWebKey = (key: SigningPublicKey): JsonWebKey => {
  const { kty, crv, alg } = jwkParametersByKeySpec[key.spec];
  const coordinates = encodeCoordinates(extractRawPublicKey(key), kty);
  return {
    kty,
    crv,
    ...coordinates,
    alg,
    kid: computeThumbprint({ crv, kty, ...coordinates }),
    use: "sig",
  };
};

const encodeCoordinates = (
  raw: Uint8Array,
  kty: JsonWebKey["kty"],
): Pick<JsonWebKey, "x" | "y"> => {
  if (kty === "OKP") return { x: base64Url(raw) };
  // Skip the first byte, which says that both coordinates follow.
  const length = (raw.length - 1) / 2;
  return { x: base64Url(raw.subarray(1, 1 + length)), y: base64Url(raw.subarray(1 + length)) };
};

/** Returns the thumbprint of a key. The members must be sorted by name. */
const computeThumbprint = (members: Readonly<Record<string, string>>): string =>
  base64Url(computeSha256Digest(new TextEncoder().encode(JSON.stringify(members))));

const base64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes)
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/(?<!=)=+$/, "");
