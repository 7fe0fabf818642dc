import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";

const form = /^[A-Za-z0-9+/]*={0,2}$/;

/** Standard alphabet, padded. */
export const encodeBase64 = (bytes: Uint8Array): string => base64Encode(bytes, "std");

/**
 * Undefined unless `written` is what {@link encodeBase64} gives for some bytes: standard alphabet,
 * padded, no white space, unused bits zero.
 */
export const decodeBase64 = (written: string): Uint8Array | undefined => {
  if (written.length % 4 !== 0 || !form.test(written)) return undefined;
  const bytes = base64Decode(written);
  const tail = bytes.length % 3;
  return tail === 0 || base64Encode(bytes.subarray(bytes.length - tail)) === written.slice(-4)
    ? bytes
    : undefined;
};
