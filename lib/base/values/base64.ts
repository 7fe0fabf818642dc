const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const paddingCharCode = "=".charCodeAt(0);

const charCodeByDigit = Uint8Array.from(base64Alphabet, (digit) => digit.charCodeAt(0));

/** Value of each digit by its character code; 64 for any other character. */
const digitByCharCode = new Uint8Array(128).fill(64);
charCodeByDigit.forEach((code, digit) => (digitByCharCode[code] = digit));

const asciiDecoder = new TextDecoder();

/**
 * Returns the bytes as Base64 in the standard alphabet, padded. Linear, without intermediate
 * strings.
 */
export const encodeBase64 = (bytes: Uint8Array): string => {
  const written = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  let at = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const group =
      (getByteOrZero(bytes, index) << 16) |
      (getByteOrZero(bytes, index + 1) << 8) |
      getByteOrZero(bytes, index + 2);
    written[at++] = getByteOrZero(charCodeByDigit, group >>> 18);
    written[at++] = getByteOrZero(charCodeByDigit, (group >>> 12) & 63);
    written[at++] = getByteOrZero(charCodeByDigit, (group >>> 6) & 63);
    written[at++] = getByteOrZero(charCodeByDigit, group & 63);
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return asciiDecoder.decode(written.fill(paddingCharCode, written.length - missing));
};

/**
 * Returns the bytes of a Base64 text in the form that {@link encodeBase64} writes: standard
 * alphabet, padded, without white space, and with unused bits zero. Returns undefined for any other
 * text.
 */
export const decodeBase64 = (written: string): Uint8Array | undefined => {
  if (written.length % 4 !== 0) return undefined;
  const missing = written.endsWith("==") ? 2 : written.endsWith("=") ? 1 : 0;
  const length = written.length - missing;
  const bytes = new Uint8Array((3 * written.length) / 4 - missing);
  let at = 0;
  let pending = 0;
  for (let index = 0; index < length; index++) {
    const digit = digitByCharCode[written.charCodeAt(index)] ?? 64;
    if (digit === 64) return undefined;
    pending = ((pending << 6) | digit) & 0xffffff;
    const position = index % 4;
    if (position > 0) bytes[at++] = pending >>> (6 - 2 * position);
  }
  const unused = missing === 0 ? 0 : pending & (missing === 2 ? 0xf : 0x3);
  return unused === 0 ? bytes : undefined;
};

const getByteOrZero = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;
