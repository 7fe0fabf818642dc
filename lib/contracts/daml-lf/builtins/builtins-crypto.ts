import { keccak_256 } from "@noble/hashes/sha3.js";

import { digestOf, hexDigestOf } from "../../../base/values/digest.ts";
import type { Budget } from "../runtime/budget.ts";
import { builtin, type BuiltinCodes } from "./builtin.ts";
import { EllipticKey } from "./elliptic-curves.ts";
import { bytesOfHex, hexOfBytes, malformedCrypto } from "./hex.ts";

/** Hashes of hexadecimal data, and signatures (daml-lf.md 9.2). */

/** Budget steps of an operation on a curve. */
const stepsOfCurve = 5_000;

/** Budget steps of a Keccak hash, which the platform does not provide, even for a short text. */
const stepsOfKeccak = 50;

const keyOf = (hex: string, budget: Budget): EllipticKey => {
  budget.takeSteps(stepsOfCurve);
  budget.takeStepsOfCharacters(hex.length);
  const key = EllipticKey.fromSpki(bytesOfHex(hex));
  if (key !== undefined) return key;
  throw malformedCrypto(
    "KEY",
    hex,
    "the public key is no SubjectPublicKeyInfo in DER of a point of secp256k1.",
  );
};

const verify = (signature: Uint8Array, digest: Uint8Array, key: EllipticKey): boolean => {
  const isSigned = key.verify(signature, digest);
  if (isSigned !== undefined) return isSigned;
  const cause = "the signature is none of ECDSA in DER.";
  throw malformedCrypto("SIGNATURE", hexOfBytes(signature), cause);
};

export const cryptoBuiltins = {
  KECCAK256_TEXT: builtin(1, (args, { budget }) => {
    budget.takeSteps(stepsOfKeccak);
    return hexOfBytes(keccak_256(bytesOfHex(args.characters(0))));
  }),
  SECP256K1_BOOL: builtin(3, (args, { budget }) => {
    const digest = digestOf(bytesOfHex(args.characters(1)));
    return verify(bytesOfHex(args.characters(0)), digest, keyOf(args.text(2), budget));
  }),
  SHA256_HEX: builtin(1, (args) => hexDigestOf(bytesOfHex(args.characters(0)))),
  SECP256K1_WITH_ECDSA_BOOL: builtin(3, (args, { budget }) => {
    const signature = bytesOfHex(args.characters(0));
    return verify(signature, bytesOfHex(args.characters(1)), keyOf(args.text(2), budget));
  }),
  SECP256K1_VALIDATE_KEY: builtin(
    1,
    (args, { budget }) => keyOf(args.text(0), budget).isOnSecp256k1,
  ),
} satisfies BuiltinCodes;
