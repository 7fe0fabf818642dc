/** An entry of a ZIP archive as its directory tells of it. */
export interface ZipEntry {
  readonly path: string;
  /** Bytes once inflated, if the directory is right. */
  readonly size: number;
  /** 0 for bytes as they are, 8 for DEFLATE. */
  readonly method: number;
  /** The bytes in the archive, a view. Throws where they are not within the archive. */
  readonly data: () => Uint8Array;
}

const endOfDirectory = { signature: 0x06054b50, length: 22, count: 10, offset: 16 } as const;
const header = {
  signature: 0x02014b50,
  length: 46,
  flags: 8,
  method: 10,
  packedSize: 20,
  size: 24,
  pathLength: 28,
  extraLength: 30,
  commentLength: 32,
  offset: 42,
} as const;
const localHeader = {
  signature: 0x04034b50,
  length: 30,
  pathLength: 26,
  extraLength: 28,
} as const;
const maxCommentLength = 0xffff;
const utf8Flag = 0x0800;

/**
 * The entries of a ZIP archive, in the order of its directory. ZIP64 is not read: it is for archives
 * beyond 4 GB and 65,535 entries. Throws for what is no ZIP archive.
 */
export const zipEntries = (bytes: Uint8Array): readonly ZipEntry[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + endOfDirectory.offset, true);
  for (let left = view.getUint16(end + endOfDirectory.count, true); left > 0; left -= 1) {
    expectSignature(view, at, header.signature);
    const pathLength = view.getUint16(at + header.pathLength, true);
    const pathStart = at + header.length;
    entries.push(readEntry(view, at, bytes.subarray(pathStart, pathStart + pathLength)));
    const extraLength = view.getUint16(at + header.extraLength, true);
    at = pathStart + pathLength + extraLength + view.getUint16(at + header.commentLength, true);
  }
  return entries;
};

/** The end of the directory is the end of the archive, but for a comment. */
const findEnd = (view: DataView): number => {
  const last = view.byteLength - endOfDirectory.length;
  for (let at = last; at >= Math.max(last - maxCommentLength, 0); at -= 1)
    if (view.getUint32(at, true) === endOfDirectory.signature) return at;
  throw new RangeError("the end of the directory is missing");
};

const readEntry = (view: DataView, at: number, path: Uint8Array): ZipEntry => {
  const isUtf8 = (view.getUint16(at + header.flags, true) & utf8Flag) !== 0;
  const packedSize = view.getUint32(at + header.packedSize, true);
  const offset = view.getUint32(at + header.offset, true);
  return {
    path: new TextDecoder(isUtf8 ? "utf-8" : "latin1").decode(path),
    size: view.getUint32(at + header.size, true),
    method: view.getUint16(at + header.method, true),
    data: () => dataAt(view, offset, packedSize),
  };
};

/** The data comes after a header of its own. */
const dataAt = (view: DataView, offset: number, size: number): Uint8Array => {
  expectSignature(view, offset, localHeader.signature);
  const start =
    offset +
    localHeader.length +
    view.getUint16(offset + localHeader.pathLength, true) +
    view.getUint16(offset + localHeader.extraLength, true);
  if (start + size > view.byteLength) throw new RangeError("an entry is not within the archive");
  return new Uint8Array(view.buffer, view.byteOffset + start, size);
};

const expectSignature = (view: DataView, at: number, signature: number): void => {
  if (view.getUint32(at, true) !== signature) throw new RangeError("a header is missing");
};
