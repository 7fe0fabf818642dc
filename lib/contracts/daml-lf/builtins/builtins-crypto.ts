import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";

import { digestOf, hexDigestOf } from "../../../ground/values/digest.ts";
import { takeSteps } from "../runtime/budget.ts";
import { type Builtin, builtin } from "./builtin.ts";
import { EllipticKey } from "./elliptic-curves.ts";
import { bytesOfHex, malformedCrypto } from "./hex.ts";

/** Hashes over hex, and signatures over them (daml-lf.md 9.2: 67, 68, 71–73). */

/** What going on with a point of a curve takes, in steps of the budget. */
const stepsOfCurve = 5_000;

const keyOf = (hex: string): EllipticKey => {
  takeSteps(stepsOfCurve);
  const key = EllipticKey.fromSpki(bytesOfHex(hex));
  if (key !== undefined) return key;
  throw malformedCrypto(
    "KEY",
    hex,
    "the public key is no SubjectPublicKeyInfo in DER of a point of secp256k1.",
  );
};

const verify = (signature: Uint8Array, digest: Uint8Array, publicKey: string): boolean => {
  const isSigned = keyOf(publicKey).verify(signature, digest);
  if (isSigned !== undefined) return isSigned;
  const cause = "the signature is none of ECDSA in DER.";
  throw malformedCrypto("SIGNATURE", bytesToHex(signature), cause);
};

export const cryptoBuiltins: ReadonlyMap<number, Builtin> = new Map([
  [
    67,
    builtin("KECCAK256_TEXT", 1, (args) => bytesToHex(keccak_256(bytesOfHex(args.wholeText(0))))),
  ],
  [
    68,
    builtin("SECP256K1_BOOL", 3, (args) => {
      const digest = digestOf(bytesOfHex(args.wholeText(1)));
      return verify(bytesOfHex(args.text(0)), digest, args.text(2));
    }),
  ],
  [71, builtin("SHA256_HEX", 1, (args) => hexDigestOf(bytesOfHex(args.wholeText(0))))],
  [
    72,
    builtin("SECP256K1_WITH_ECDSA_BOOL", 3, (args) => {
      const signature = bytesOfHex(args.text(0));
      return verify(signature, bytesOfHex(args.text(1)), args.text(2));
    }),
  ],
  [73, builtin("SECP256K1_VALIDATE_KEY", 1, (args) => keyOf(args.text(0)).isOnSecp256k1)],
]);
