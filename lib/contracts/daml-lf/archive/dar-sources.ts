import { inflateBytes } from "./inflate.ts";

/** A source file of a DAR, as stored in its ZIP entry. */
interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isDeflated: boolean;
  readonly size: number;
}

/** The compressed source files of the main package of a DAR; they are needed only after a failure. */
export interface DarSourceFiles {
  readonly files: readonly SourceFile[];
}

/** Maximum total size of the compressed sources of a DAR, in bytes. */
const maxBytes = 1024 * 1024;
/** Maximum size of one inflated source file, in bytes. */
const maxFileSize = 4 * 1024 * 1024;

/**
 * Returns the source files of a DAR; undefined if it contains none, if they are larger than the limit, or
 * if the ZIP directory cannot be read.
 */
export const readDarSources = (dar: Uint8Array): DarSourceFiles | undefined => {
  try {
    const files = [...sourceEntries(dar)];
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (files.length === 0 || total > maxBytes) return undefined;
    // Copy the bytes: a view would keep the whole DAR in memory.
    return { files: files.map((file) => ({ ...file, bytes: file.bytes.slice() })) };
  } catch {
    return undefined;
  }
};

/** Returns the lines of a module, and its path in the DAR without the folder of the package. */
export const findModuleSource = (
  { files }: DarSourceFiles,
  module: string,
): { readonly file: string; readonly lines: readonly string[] } | undefined => {
  const path = `${module.replaceAll(".", "/")}.daml`;
  const file = files.find((each) => each.path === path || each.path.endsWith(`/${path}`));
  if (file === undefined || file.size > maxFileSize) return undefined;
  try {
    const bytes = file.isDeflated ? inflateBytes(file.bytes, file.size) : file.bytes;
    return { file: path, lines: new TextDecoder().decode(bytes).split(/\r?\n/u) };
  } catch {
    return undefined;
  }
};

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endLength = 22;

/**
 * Yields the `.daml` files that the directory at the end of a ZIP archive lists. Throws RangeError if the
 * directory is malformed.
 */
function* sourceEntries(zip: Uint8Array): Iterable<SourceFile> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entrySignature) throw new RangeError("no entry");
    const nameLength = view.getUint16(at + 28, true);
    const path = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength));
    if (path.endsWith(".daml")) {
      const method = view.getUint16(at + 10, true);
      const length = view.getUint32(at + 20, true);
      const size = view.getUint32(at + 24, true);
      const local = view.getUint32(at + 42, true);
      const start =
        local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const bytes = zip.subarray(start, start + length);
      if (bytes.length === length) yield { path, bytes, isDeflated: method === 8, size };
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Returns the position of the end-of-directory record. Only an archive comment may follow it. */
const endOfDirectory = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - endLength - 0xffff);
  for (let at = view.byteLength - endLength; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw new RangeError("no directory");
};
