import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE } from "@noble/curves/utils.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

/**
 * Returns a function that makes the same signatures as `ed25519.sign` (RFC 8032, 5.1.6) in a third
 * of the time. The values that depend only on the private key are computed once. The function does
 * not run in constant time, because test keys are not secret. `secret` has 32 bytes.
 */
export const createTestEd25519Signer = (
  secret: Uint8Array,
): ((message: Uint8Array) => Uint8Array) => {
  const { prefix, scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(secret);
  return (message) => {
    const nonce = hashToScalar(prefix, message);
    const commitment = BASE.multiplyUnsafe(nonce).toBytes();
    const challenge = hashToScalar(commitment, pointBytes, message);
    return concatBytes(commitment, Fn.toBytes(Fn.add(nonce, Fn.mul(challenge, scalar))));
  };
};

const { BASE, Fn } = ed25519.Point;

const hashToScalar = (...parts: readonly Uint8Array[]): bigint =>
  Fn.create(bytesToNumberLE(sha512(concatBytes(...parts))));
