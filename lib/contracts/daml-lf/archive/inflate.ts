import { inflateSync } from "fflate";

import type { Platform } from "../../../ground/values/platform.ts";

/** What reading a DAR takes that platforms do many times as fast as JavaScript. */
export interface Native {
  /**
   * What raw DEFLATE data inflates to. Makes room for no more than `size` bytes and throws where the
   * data does not inflate to as many.
   */
  inflate(data: Uint8Array, size: number): Uint8Array<ArrayBuffer>;
}

/** What the platform has, and JavaScript where it has nothing. */
export const nativeOf = ({ process: platform }: Platform): Native => ({
  inflate: (data, size) => {
    const zlib = platform?.getBuiltinModule?.("node:zlib");
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
