import { Unzip, type UnzipDecoder, type UnzipFileInfo, UnzipInflate, unzipSync } from "fflate";

import { inflateBytes } from "./inflate.ts";

/** Returns the entries of a ZIP directory. Throws if the bytes are not a ZIP archive. */
export const readZipDirectory = (zip: Uint8Array): readonly UnzipFileInfo[] => {
  const entries: UnzipFileInfo[] = [];
  unzipSync(zip, {
    filter: (entry) => {
      entries.push(entry);
      return false;
    },
  });
  return entries;
};

/**
 * Returns the contents of the wanted entries by name, inflated to the sizes in the directory. Throws if
 * an entry is missing, corrupt, of another size, or present more than once; no entry is inflated twice.
 * Also throws if the archive contains more entries than the directory lists, because the time to find an
 * entry grows with their number.
 */
export const extractZipEntries = (
  zip: Uint8Array,
  directory: readonly UnzipFileInfo[],
  wanted: readonly UnzipFileInfo[],
): ReadonlyMap<string, Uint8Array> => {
  const sizes = new Map(wanted.map(({ name, originalSize }) => [name, originalSize]));
  const contents = new Map<string, Uint8Array>();
  const seen = new Set<string>();
  let count = 0;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > directory.length) {
      throw new RangeError("the archive contains entries that its directory does not list");
    }
    const size = sizes.get(file.name);
    if (size === undefined) return;
    if (seen.has(file.name)) {
      throw new RangeError(`the archive contains the entry ${file.name} twice`);
    }
    seen.add(file.name);
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      chunks.push(chunk);
      if (isLast) contents.set(file.name, requireExpectedSize(concatChunks(chunks), size));
    };
    file.start();
  });
  unzip.register(createInflaterClass(sizes));
  // Push small chunks, because the library calls itself recursively for each entry in a chunk.
  for (let at = 0; at < zip.length; at += chunkSize) {
    unzip.push(zip.subarray(at, at + chunkSize), at + chunkSize >= zip.length);
  }
  for (const name of sizes.keys()) {
    if (!contents.has(name)) throw new RangeError(`the entry ${name} is missing`);
  }
  return contents;
};

/** Options for reading a ZIP archive without its directory. */
export interface SequentialZipOptions {
  readonly maxEntries: number;
  /** Maximum total size of the wanted entries after inflating, in bytes. */
  readonly maxBytes: number;
  readonly isWanted: (name: string) => boolean;
  /** Returns the error for an exceeded limit; `limit` is a text such as `more than 100 entries`. */
  readonly tooMuch: (limit: string) => Error;
}

/**
 * Returns the contents of the wanted entries by name, without using the directory. If an entry occurs
 * several times, the last one counts. Throws if an entry is corrupt or truncated.
 */
export const extractZipEntriesSequentially = (
  zip: Uint8Array,
  { maxEntries, maxBytes, isWanted, tooMuch }: SequentialZipOptions,
): ReadonlyMap<string, Uint8Array> => {
  const contents = new Map<string, Uint8Array>();
  const open = new Set<string>();
  let count = 0;
  let length = 0;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > maxEntries) throw tooMuch(`more than ${maxEntries} entries`);
    if (!isWanted(file.name)) return;
    const chunks: Uint8Array[] = [];
    open.add(file.name);
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      length += chunk.length;
      if (length > maxBytes) throw tooMuch(`more than ${maxBytes} bytes`);
      chunks.push(chunk);
      if (!isLast) return;
      contents.set(file.name, concatChunks(chunks));
      open.delete(file.name);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < zip.length; at += chunkSize) {
    unzip.push(zip.subarray(at, at + chunkSize), at + chunkSize >= zip.length);
  }
  const [truncated] = open;
  if (truncated !== undefined) throw new RangeError(`the entry ${truncated} is truncated`);
  return contents;
};

/** Returns true if the bytes begin like the first entry of a ZIP archive. */
export const startsWithZipEntry = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte);

const chunkSize = 64 * 1024;

/** Returns a decompressor class for fflate that inflates with the platform's implementation. */
const createInflaterClass = (sizes: ReadonlyMap<string, number>) =>
  class Inflater implements UnzipDecoder {
    static readonly compression = 8;
    ondata: UnzipDecoder["ondata"] = () => undefined;
    readonly #name: string;
    readonly #chunks: Uint8Array[] = [];

    constructor(name: string) {
      this.#name = name;
    }

    push(chunk: Uint8Array, isLast: boolean): void {
      this.#chunks.push(chunk);
      if (!isLast) return;
      const size = sizes.get(this.#name) ?? 0;
      this.ondata(null, inflateBytes(concatChunks(this.#chunks), size), true);
    }
  };

const requireExpectedSize = (bytes: Uint8Array, size: number): Uint8Array => {
  if (bytes.length === size) return bytes;
  throw new RangeError("an entry differs in size from its directory");
};

const concatChunks = (chunks: readonly Uint8Array[]): Uint8Array => {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};
