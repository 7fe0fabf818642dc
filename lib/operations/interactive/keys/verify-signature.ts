import { ed25519 } from "@noble/curves/ed25519.js";
import { p256, p384 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";

import type { KeySpec, SigningPublicKey } from "../../../base/model/signing-keys.ts";
import { keySpecsByAlgorithm, type UnverifiedSignature } from "./signature.ts";
import { extractRawPublicKey } from "./signing-key.ts";

/**
 * Resolves to true if the key made the signature over `message`. The encoding `raw` means `concat`
 * for Ed25519, and `der` for the other curves, which support no other encoding. For ECDSA, the
 * message is hashed before the verification. Never rejects. Takes a few milliseconds; a tenth of
 * that for Ed25519 if the platform supports it.
 */
export const isSignatureValid = async (
  key: SigningPublicKey,
  message: Uint8Array,
  { encoding, bytes, algorithm }: UnverifiedSignature,
): Promise<boolean> => {
  const { spec } = key;
  if (!keySpecsByAlgorithm[algorithm].includes(spec) || encoding === "symbolic") return false;
  if (spec === "ed25519") {
    return encoding !== "der" && isEd25519(key, message, bytes);
  }
  if (encoding === "concat") return false;
  try {
    // Accept both the low and the high form of s: both are valid in ECDSA, and key stores produce
    // either.
    return ecdsaCurveByKeySpec[spec].verify(bytes, message, extractRawPublicKey(key), {
      format: "der",
      lowS: false,
    });
  } catch {
    return false;
  }
};

/**
 * Returns true if the key is a point of its curve. Returns false for a point of small order on
 * Curve25519, because anyone can make signatures for such a key without a private key.
 */
export const isKeyOnCurve = (key: SigningPublicKey): boolean => {
  const raw = extractRawPublicKey(key);
  if (key.spec !== "ed25519") return ecdsaCurveByKeySpec[key.spec].utils.isValidPublicKey(raw);
  return ed25519.utils.isValidPublicKey(raw, false) && !ed25519.Point.fromBytes(raw).isSmallOrder();
};

/**
 * Verifies with the platform's Web Crypto, which is ten times as fast as the library, or with the
 * library if the platform does not support Ed25519.
 */
const isEd25519 = async (
  key: SigningPublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> => {
  try {
    const platformKey = await importPlatformKey(key);
    const [signed, bytes] = [Uint8Array.from(signature), Uint8Array.from(message)];
    return await crypto.subtle.verify("Ed25519", platformKey, signed, bytes);
  } catch {
    return isEd25519ByLibrary(key, message, signature);
  }
};

type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Cache of imported keys. It works because a ledger uses the same key object for every signature.
 */
const platformKeyCache = new WeakMap<SigningPublicKey, PlatformKey>();

/** Imports a key. Rejects if the platform does not support such keys. */
const importPlatformKey = async (key: SigningPublicKey): Promise<PlatformKey> => {
  const known = platformKeyCache.get(key);
  if (known !== undefined) return known;
  const raw = Uint8Array.from(extractRawPublicKey(key));
  const imported = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
  platformKeyCache.set(key, imported);
  return imported;
};

const isEd25519ByLibrary = (
  key: SigningPublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean => {
  try {
    return ed25519.verify(signature, message, extractRawPublicKey(key), { zip215: false });
  } catch {
    return false;
  }
};

const ecdsaCurveByKeySpec = { p256, p384, secp256k1 } as const satisfies Record<
  Exclude<KeySpec, "ed25519">,
  unknown
>;
