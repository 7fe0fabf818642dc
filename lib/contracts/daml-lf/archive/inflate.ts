import { inflateSync } from "fflate";

import type { PlatformGlobals } from "../../../base/values/platform.ts";

/** Inflates raw DEFLATE data. Allocates at most `size` bytes, and throws if the result has another size. */
export type InflateFunction = (data: Uint8Array, size: number) => Uint8Array<ArrayBuffer>;

/**
 * Returns an inflate function. It uses `node:zlib` of the platform, which is many times faster, or
 * JavaScript if the platform has none.
 */
export const createInflateFunction =
  ({ process: platform }: PlatformGlobals): InflateFunction =>
  (data, size) => {
    const zlib = platform?.getBuiltinModule?.("node:zlib");
    const inflated =
      zlib === undefined
        ? inflateSync(data, { out: new Uint8Array(size + 1) })
        : zlib.inflateRawSync(data, {
            maxOutputLength: Math.max(size, 1),
            // One more byte than needed keeps zlib from doubling the buffer.
            chunkSize: Math.max(size + 1, 64),
          });
    if (inflated.length !== size) {
      throw new RangeError("an entry differs in size from its directory");
    }
    return new Uint8Array(inflated.buffer, inflated.byteOffset, size);
  };

export const inflateBytes: InflateFunction = createInflateFunction(globalThis);
