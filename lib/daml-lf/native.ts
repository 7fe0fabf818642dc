import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { inflateSync } from "fflate";

/** What reading a DAR takes that platforms do many times as fast as JavaScript. */
export interface Native {
  /** Lower-case hexadecimal digits. */
  sha256(bytes: Uint8Array): string;
  /**
   * What raw DEFLATE data inflates to. Makes room for no more than `size` bytes and throws where the
   * data does not inflate to as many.
   */
  inflate(data: Uint8Array, size: number): Uint8Array<ArrayBuffer>;
}

/** A host with the builtin modules of Node has this; others have none of it. */
export interface Host {
  readonly process?: Partial<Pick<NodeJS.Process, "getBuiltinModule">>;
}

/** What the host has, and JavaScript where it has nothing. */
export const nativeOf = ({ process: host }: Host): Native => ({
  sha256: (bytes) => {
    const crypto = host?.getBuiltinModule?.("node:crypto");
    if (crypto === undefined) return bytesToHex(sha256(bytes));
    return crypto.hash("sha256", bytes);
  },
  inflate: (data, size) => {
    const zlib = host?.getBuiltinModule?.("node:zlib");
    const inflated =
      zlib === undefined
        ? inflateSync(data, { out: new Uint8Array(size + 1) })
        : zlib.inflateRawSync(data, {
            maxOutputLength: Math.max(size, 1),
            // Without room for one more byte it would make room for as many again.
            chunkSize: Math.max(size + 1, 64),
          });
    if (inflated.length !== size) throw new RangeError("an entry is not as long as it says");
    return new Uint8Array(inflated.buffer, inflated.byteOffset, size);
  },
});

export const native: Native = nativeOf(globalThis);
