import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

import { createInvalidArgumentError } from "../base/errors/argument-error.ts";

/**
 * Signs a message or its digest. Key and signature are DER in hexadecimal (daml-script.md 2.3). With
 * `hashed`, the message is hashed first.
 */
export const signSecp256k1 = (
  privateKey: string,
  message: string,
  digest: "hashed" | "asIs",
): string => {
  const bytes = parseHexBytes(message, "message");
  const signed = digest === "hashed" ? sha256(bytes) : bytes;
  return bytesToHex(
    secp256k1.sign(signed, parsePrivateKey(privateKey), { prehash: false, format: "der" }),
  );
};

/** Returns a new key pair: the private key as PKCS #8, the public key as SubjectPublicKeyInfo. */
export const createSecp256k1KeyPair = (): {
  readonly privateKey: string;
  readonly publicKey: string;
} => {
  const { secretKey } = secp256k1.keygen();
  const point = bytesToHex(secp256k1.getPublicKey(secretKey, false));
  return {
    privateKey: `${privateKeyInfo}${bytesToHex(secretKey)}`,
    publicKey: `${publicKeyInfo}${point}`,
  };
};

// DER prefixes of a secret and of a point of this curve.
const privateKeyInfo = "303e020100301006072a8648ce3d020106052b8104000a042730250201010420";
const publicKeyInfo = "3056301006072a8648ce3d020106052b8104000a034200";

/**
 * Returns the secret from a private key in PKCS #8 or SEC 1 with any optional fields, or from a bare
 * secret.
 */
const parsePrivateKey = (privateKey: string): Uint8Array => {
  const inDer = /^30[0-9a-f]*?0201010420([0-9a-f]{64})/u.exec(privateKey)?.[1];
  const secret = parseHexBytes(inDer ?? privateKey, "privateKey");
  if (secp256k1.utils.isValidSecretKey(secret)) return secret;
  throw createInvalidArgumentError({
    field: "privateKey",
    expected: "a private key of secp256k1 in DER, as hex",
  });
};

const parseHexBytes = (hex: string, field: string): Uint8Array => {
  if (/^(?:[0-9a-f]{2})*$/u.test(hex)) return hexToBytes(hex);
  throw createInvalidArgumentError({ field, expected: "bytes in lowercase hex", found: hex });
};
