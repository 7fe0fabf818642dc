/** Returns the payload of an archive, without the tag and length before it and the hash after it. */
export const payloadOf = (archive: Uint8Array): Uint8Array => {
  let at = 1;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = archive[at++] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return archive.slice(at, at + length);
  }
};
