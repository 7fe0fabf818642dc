import { ed25519 } from "@noble/curves/ed25519.js";
import { p256, p384 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { KeySpec, SigningKey } from "../model/signing-keys.ts";
import { keysOf, type Signature } from "./signature.ts";
import { rawKey } from "./signing-key.ts";

/**
 * Whether the signature over `message` is one that the key makes. RAW is read as CONCAT for Ed25519
 * and as DER for the other curves. Under ECDSA the message is hashed once more. One to three
 * milliseconds; never throws.
 */
export const isSignedBy = (
  key: SigningKey,
  message: Uint8Array,
  { encoding, bytes, algorithm }: Signature,
): boolean => {
  if (!keysOf[algorithm].includes(key.spec) || encoding === "symbolic") return false;
  try {
    if (key.spec === "ed25519") {
      return encoding !== "der" && ed25519.verify(bytes, message, rawKey(key), { zip215: false });
    }
    const format = encoding === "concat" ? "compact" : "der";
    // Both forms of s are legal ECDSA, and key stores give either.
    return ecdsa[key.spec].verify(bytes, message, rawKey(key), { format, lowS: false });
  } catch {
    return false;
  }
};

/** Whether the key is a point of its curve. */
export const isOnCurve = (key: SigningKey): boolean =>
  key.spec === "ed25519"
    ? ed25519.utils.isValidPublicKey(rawKey(key), false)
    : ecdsa[key.spec].utils.isValidPublicKey(rawKey(key));

const ecdsa = { p256, p384, secp256k1 } as const satisfies Record<
  Exclude<KeySpec, "ed25519">,
  unknown
>;
