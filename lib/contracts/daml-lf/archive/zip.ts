import { Unzip, type UnzipDecoder, type UnzipFileInfo, UnzipInflate, unzipSync } from "fflate";

import { inflate } from "./inflate.ts";

/** What the directory of a ZIP archive says of its entries. Throws for what is no ZIP archive. */
export const zipDirectory = (zip: Uint8Array): readonly UnzipFileInfo[] => {
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
 * The contents of the wanted entries by name, inflated to the sizes that the directory says. Throws where
 * one of them is missing, broken, of another size, or there more often than once: none is inflated twice.
 * Throws, too, where there is more than the directory says: to go from one entry to the next takes time
 * that grows with how many there are.
 */
export const zipContents = (
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
    if (count > directory.length) throw new RangeError("there are entries besides those it lists");
    const size = sizes.get(file.name);
    if (size === undefined) return;
    if (seen.has(file.name)) throw new RangeError(`the entry ${file.name} is there twice`);
    seen.add(file.name);
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, isLast) => {
      if (error !== null) throw error;
      chunks.push(chunk);
      if (isLast) contents.set(file.name, ofSize(joined(chunks), size));
    };
    file.start();
  });
  unzip.register(inflaterTo(sizes));
  // A chunk at a time: it calls itself for each entry in one.
  for (let at = 0; at < zip.length; at += chunkSize) {
    unzip.push(zip.subarray(at, at + chunkSize), at + chunkSize >= zip.length);
  }
  for (const name of sizes.keys()) {
    if (!contents.has(name)) throw new RangeError(`the entry ${name} is missing`);
  }
  return contents;
};

/** How a ZIP archive without directory is read. */
export interface StreamTerms {
  readonly maxEntries: number;
  /** Of all wanted entries together, once inflated. */
  readonly maxBytes: number;
  readonly isWanted: (name: string) => boolean;
  /** What to throw when there is more; told of what. */
  readonly tooMuch: (what: string) => Error;
}

/**
 * The contents of the wanted entries by name, without a look at the directory; the last one where one is
 * there more often than once. Throws where one is broken or cut off.
 */
export const zipStream = (
  zip: Uint8Array,
  { maxEntries, maxBytes, isWanted, tooMuch }: StreamTerms,
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
      contents.set(file.name, joined(chunks));
      open.delete(file.name);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < zip.length; at += chunkSize) {
    unzip.push(zip.subarray(at, at + chunkSize), at + chunkSize >= zip.length);
  }
  const [cut] = open;
  if (cut !== undefined) throw new RangeError(`the entry ${cut} is cut off`);
  return contents;
};

/** Whether the bytes begin like the first entry of a ZIP archive. */
export const beginsWithEntry = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte);

const chunkSize = 64 * 1024;

/** What fflate inflates with, so that the platform can do it. */
const inflaterTo = (sizes: ReadonlyMap<string, number>) =>
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
      this.ondata(null, inflate(joined(this.#chunks), size), true);
    }
  };

const ofSize = (bytes: Uint8Array, size: number): Uint8Array => {
  if (bytes.length === size) return bytes;
  throw new RangeError("an entry is not as long as it says");
};

const joined = (chunks: readonly Uint8Array[]): Uint8Array => {
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
