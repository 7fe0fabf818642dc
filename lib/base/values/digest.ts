import { sha256 as sha256InJavaScript } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

import { GrowingByteWriter } from "./growing-bytes.ts";
import type { PlatformGlobals } from "./platform.ts";

/** SHA-256 and HMAC-SHA256, computed in reused buffers, for short messages. */

const blockSize = 64;
const digestSize = 32;
const innerMask = 0x36;
const outerMask = 0x5c;

/** Buffer for the input of the hash: the parts of a message, or a masked key and a message. */
const input = new GrowingByteWriter(1024);
/** Buffer for the masked key of the inner hash. */
const innerBlock = new Uint8Array(blockSize);
/** Buffer for the masked key and the inner digest. */
const outerBlock = new Uint8Array(blockSize + digestSize);

/** Returns the SHA-256 hash of the concatenated parts; 32 bytes. */
export const computeSha256Digest = (...parts: readonly Uint8Array[]): Uint8Array =>
  computeDigestBytes(concatenateParts(parts));

/** Returns the same hash as 64 lowercase hex digits. Faster than {@link computeSha256Digest}. */
export const computeSha256HexDigest = (...parts: readonly Uint8Array[]): string =>
  sha256Hasher.hex(concatenateParts(parts));

/** Returns the HMAC-SHA256 of the message; 32 bytes. The key may have any length. */
export const computeSha256Hmac = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  computeDigestBytes(beginOuter(key, message));

/** Returns the same HMAC as 64 lowercase hex digits. Faster than {@link computeSha256Hmac}. */
export const computeSha256HexHmac = (key: Uint8Array, message: Uint8Array): string =>
  sha256Hasher.hex(beginOuter(key, message));

const computeDigestBytes = (message: Uint8Array): Uint8Array => {
  const digest = new Uint8Array(digestSize);
  sha256Hasher.into(message, digest, 0);
  return digest;
};

/** Computes the inner hash of an HMAC and returns the input of the outer hash. */
const beginOuter = (key: Uint8Array, message: Uint8Array): Uint8Array => {
  const short = key.length <= blockSize ? key : computeDigestBytes(key);
  writeMaskedKey(short, innerMask, innerBlock);
  input.clear();
  input.writeRawBytes(innerBlock);
  input.writeRawBytes(message);
  writeMaskedKey(short, outerMask, outerBlock);
  sha256Hasher.into(input.getWrittenBytes(), outerBlock, blockSize);
  return outerBlock;
};

/** Fills the first block of `into` with the key, XORed with `byte`. */
const writeMaskedKey = (key: Uint8Array, byte: number, into: Uint8Array): void => {
  for (let index = 0; index < key.length; index++) into[index] = (key[index] ?? 0) ^ byte;
  into.fill(byte, key.length, blockSize);
};

const concatenateParts = (parts: readonly Uint8Array[]): Uint8Array => {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  input.clear();
  for (const part of parts) input.writeRawBytes(part);
  return input.getWrittenBytes();
};

/** SHA-256 with results in two forms. */
export interface Sha256Hasher {
  /** Returns 64 lowercase hex digits. */
  hex(message: Uint8Array): string;
  /** Writes the 32 bytes into `target`, from position `at` on. */
  into(message: Uint8Array, target: Uint8Array, at: number): void;
}

/**
 * Returns the SHA-256 function of Node's `crypto.hash`, or one in JavaScript if the platform has no
 * such function. Node's function takes a quarter of the time for the shortest messages, and a tenth
 * for a kilobyte. It is called for a text result, because creating an object for the bytes takes
 * longer than the hash.
 */
export const chooseSha256 = ({ process: platform }: PlatformGlobals): Sha256Hasher => {
  const crypto = platform?.getBuiltinModule?.("node:crypto");
  if (crypto === undefined || !("hash" in crypto)) {
    return {
      hex: (message) => bytesToHex(sha256InJavaScript(message)),
      into: (message, target, at) => target.set(sha256InJavaScript(message), at),
    };
  }
  const { hash } = crypto;
  return {
    hex: (message) => hash("sha256", message, "hex"),
    into: (message, target, at) => {
      const text = hash("sha256", message, "binary");
      for (let index = 0; index < text.length; index++) target[at + index] = text.charCodeAt(index);
    },
  };
};

export const sha256Hasher: Sha256Hasher = chooseSha256(globalThis);
