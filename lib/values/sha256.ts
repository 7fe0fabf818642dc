import { sha256 as sha256InJavaScript } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** SHA-256 in the two forms that digests are used in. */
export interface Sha256 {
  /** 32 bytes. */
  bytes(message: Uint8Array): Uint8Array;
  /** 64 lower-case hexadecimal digits. */
  hex(message: Uint8Array): string;
}

/** A host with the builtin modules of Node has this; others have none of it. */
export interface CryptoHost {
  readonly process?: Partial<Pick<NodeJS.Process, "getBuiltinModule">>;
}

/**
 * What the host hashes with in one call, or JavaScript where it has no such call. The host takes a
 * quarter of the time for the shortest messages, a tenth for those of a kilobyte; it is asked for text,
 * because an object to hold the bytes costs it more than the hash.
 */
export const sha256Of = ({ process: host }: CryptoHost): Sha256 => {
  const crypto = host?.getBuiltinModule?.("node:crypto");
  if (crypto === undefined || !("hash" in crypto))
    return {
      bytes: (message) => sha256InJavaScript(message),
      hex: (message) => bytesToHex(sha256InJavaScript(message)),
    };
  const { hash } = crypto;
  return {
    bytes: (message) => bytesOfBinary(hash("sha256", message, "binary")),
    hex: (message) => hash("sha256", message, "hex"),
  };
};

const bytesOfBinary = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
};

export const sha256: Sha256 = sha256Of(globalThis);
