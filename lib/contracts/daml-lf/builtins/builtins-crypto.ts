import { keccak_256 } from "@noble/hashes/sha3.js";

import { computeDigest, computeHexDigest } from "../../../base/values/digest.ts";
import type { Budget } from "../runtime/budget.ts";
import { builtin, type BuiltinCodes } from "./builtin.ts";
import { EllipticKey } from "./elliptic-curves.ts";
import { decodeHex, encodeHex, malformedCryptoError } from "./hex.ts";

// Builtins of hashes of hexadecimal data, and of signatures (daml-lf.md 9.2).

/** Steps taken from the budget for an operation on an elliptic curve. */
const stepsPerCurveOperation = 5_000;

/**
 * Minimum steps taken from the budget for a Keccak hash. It is computed in JavaScript, because the
 * platform does not provide it.
 */
const minStepsPerKeccak = 50;

const keyOf = (hex: string, budget: Budget): EllipticKey => {
  budget.chargeSteps(stepsPerCurveOperation);
  budget.chargeForCharacters(hex.length);
  const key = EllipticKey.fromSpki(decodeHex(hex));
  if (key !== undefined) return key;
  throw malformedCryptoError(
    "KEY",
    hex,
    "the public key is not a DER-encoded SubjectPublicKeyInfo of a point of secp256k1.",
  );
};

const verify = (signature: Uint8Array, digest: Uint8Array, key: EllipticKey): boolean => {
  const isSigned = key.verify(signature, digest);
  if (isSigned !== undefined) return isSigned;
  const cause = "the signature is not a DER-encoded ECDSA signature.";
  throw malformedCryptoError("SIGNATURE", encodeHex(signature), cause);
};

export const cryptoBuiltins = {
  KECCAK256_TEXT: builtin(1, (args, { budget }) => {
    budget.chargeSteps(minStepsPerKeccak);
    return encodeHex(keccak_256(decodeHex(args.characters(0))));
  }),
  SECP256K1_BOOL: builtin(3, (args, { budget }) => {
    const digest = computeDigest(decodeHex(args.characters(1)));
    return verify(decodeHex(args.characters(0)), digest, keyOf(args.text(2), budget));
  }),
  SHA256_HEX: builtin(1, (args) => computeHexDigest(decodeHex(args.characters(0)))),
  SECP256K1_WITH_ECDSA_BOOL: builtin(3, (args, { budget }) => {
    const signature = decodeHex(args.characters(0));
    return verify(signature, decodeHex(args.characters(1)), keyOf(args.text(2), budget));
  }),
  SECP256K1_VALIDATE_KEY: builtin(
    1,
    (args, { budget }) => keyOf(args.text(0), budget).isOnSecp256k1,
  ),
} satisfies BuiltinCodes;
