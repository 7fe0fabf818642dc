import { inflateSync } from "fflate";

import type { Platform } from "../../../base/values/platform.ts";

/** Inflates raw DEFLATE data. Allocates at most `size` bytes, and throws if the result has another size. */
export type Inflate = (data: Uint8Array, size: number) => Uint8Array<ArrayBuffer>;

/**
 * Returns an inflate function. Uses the platform's implementation, which is many times faster, or
 * JavaScript if there is none.
 */
export const inflateOn =
  ({ process: platform }: Platform): Inflate =>
  (data, size) => {
    const zlib = platform?.getBuiltinModule?.("node:zlib");
    const inflated =
      zlib === undefined
        ? inflateSync(data, { out: new Uint8Array(size + 1) })
        : zlib.inflateRawSync(data, {
            maxOutputLength: Math.max(size, 1),
            // With space for one more byte, the platform does not double the buffer.
            chunkSize: Math.max(size + 1, 64),
          });
    if (inflated.length !== size) throw new RangeError("an entry is not as long as it says");
    return new Uint8Array(inflated.buffer, inflated.byteOffset, size);
  };

export const inflate: Inflate = inflateOn(globalThis);
