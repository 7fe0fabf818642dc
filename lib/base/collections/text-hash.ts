/** The FNV-1a hash of the empty text. */
export const emptyTextHash = 0x811c9dc5 | 0;

/**
 * Continues a 32-bit FNV-1a hash with the code units of a text. Linear. The result is signed, so the
 * engine keeps it unboxed.
 */
export const textHashAfter = (hash: number, text: string): number => {
  let result = hash;
  for (let index = 0; index < text.length; index++) {
    result = Math.imul(result ^ text.charCodeAt(index), 0x01000193);
  }
  return result;
};

/** Returns the 32-bit FNV-1a hash of a text. */
export const textHash = (text: string): number => textHashAfter(emptyTextHash, text);
