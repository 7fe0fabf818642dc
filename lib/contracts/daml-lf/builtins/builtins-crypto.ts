import { keccak_256 } from "@noble/hashes/sha3.js";

import { computeSha256Digest, computeSha256HexDigest } from "../../../base/values/digest.ts";
import type { EvaluationBudget } from "../runtime/budget.ts";
import { type BuiltinFunctionFactoryByName, createBuiltin } from "./builtin.ts";
import { EllipticCurvePublicKey } from "./elliptic-curves.ts";
import { decodeCryptoBuiltinHex, encodeHex, malformedCryptoError } from "./hex.ts";

// Builtins of hashes of hexadecimal data, and of signatures (daml-lf.md 9.2).

/** Steps taken from the budget for an operation on an elliptic curve. */
const stepsPerCurveOperation = 5_000;

/**
 * Minimum steps taken from the budget for a Keccak hash. It is computed in JavaScript, because the
 * platform does not provide it.
 */
const minStepsPerKeccak = 50;

const parsePublicKey = (hex: string, budget: EvaluationBudget): EllipticCurvePublicKey => {
  budget.chargeSteps(stepsPerCurveOperation);
  budget.chargeForCharacters(hex.length);
  const key = EllipticCurvePublicKey.fromSpki(decodeCryptoBuiltinHex(hex));
  if (key !== undefined) return key;
  throw malformedCryptoError(
    "KEY",
    hex,
    "the public key is not a DER-encoded SubjectPublicKeyInfo of a point of secp256k1.",
  );
};

const verifySignature = (
  signature: Uint8Array,
  digest: Uint8Array,
  key: EllipticCurvePublicKey,
): boolean => {
  const isSigned = key.verify(signature, digest);
  if (isSigned !== undefined) return isSigned;
  const cause = "the signature is not a DER-encoded ECDSA signature.";
  throw malformedCryptoError("SIGNATURE", encodeHex(signature), cause);
};

export const cryptoBuiltins = {
  KECCAK256_TEXT: createBuiltin(1, (args, { budget }) => {
    budget.chargeSteps(minStepsPerKeccak);
    return encodeHex(keccak_256(decodeCryptoBuiltinHex(args.chargeAndGetCharacters(0))));
  }),
  SECP256K1_BOOL: createBuiltin(3, (args, { budget }) => {
    const digest = computeSha256Digest(decodeCryptoBuiltinHex(args.chargeAndGetCharacters(1)));
    return verifySignature(
      decodeCryptoBuiltinHex(args.chargeAndGetCharacters(0)),
      digest,
      parsePublicKey(args.getText(2), budget),
    );
  }),
  SHA256_HEX: createBuiltin(1, (args) =>
    computeSha256HexDigest(decodeCryptoBuiltinHex(args.chargeAndGetCharacters(0))),
  ),
  SECP256K1_WITH_ECDSA_BOOL: createBuiltin(3, (args, { budget }) => {
    const signature = decodeCryptoBuiltinHex(args.chargeAndGetCharacters(0));
    return verifySignature(
      signature,
      decodeCryptoBuiltinHex(args.chargeAndGetCharacters(1)),
      parsePublicKey(args.getText(2), budget),
    );
  }),
  SECP256K1_VALIDATE_KEY: createBuiltin(
    1,
    (args, { budget }) => parsePublicKey(args.getText(0), budget).isOnSecp256k1,
  ),
} satisfies BuiltinFunctionFactoryByName;
