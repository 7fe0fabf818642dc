import { concatBytes } from "@noble/hashes/utils.js";

/** Tags of the distinguished encoding rules (DER, X.690) that ECDSA keys and signatures use. */

export const derTags = { integer: 0x02, bits: 0x03, oid: 0x06, sequence: 0x30 } as const;

/** Encodes an element of fewer than 256 bytes. */
export const encodeDerElement = (tag: number, ...contents: readonly Uint8Array[]): Uint8Array => {
  const content = concatBytes(...contents);
  const { length } = content;
  const header = length < 128 ? [tag, length] : [tag, 0x81, length];
  return concatBytes(Uint8Array.from(header), content);
};

/** Encodes a non-negative integer. */
export const encodeDerInteger = (value: bigint): Uint8Array => {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const bytes = Uint8Array.from(even.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
  const isSigned = (bytes[0] ?? 0) >= 0x80;
  return encodeDerElement(derTags.integer, isSigned ? Uint8Array.of(0) : Uint8Array.of(), bytes);
};

/**
 * Decodes a sequence of exactly two non-negative integers. Returns undefined for anything else, including
 * valid but non-canonical encodings.
 */
export const decodeDerIntegerPair = (bytes: Uint8Array): readonly [bigint, bigint] | undefined => {
  const header = (bytes[1] ?? 0) === 0x81 ? 3 : 2;
  const first = readDerInteger(bytes, header);
  const second = first && readDerInteger(bytes, first.end);
  if (first === undefined || second === undefined) return undefined;
  const pair = [first.value, second.value] as const;
  const written = encodeDerElement(derTags.sequence, ...pair.map(encodeDerInteger));
  return areBytesEqual(written, bytes) ? pair : undefined;
};

const readDerInteger = (
  bytes: Uint8Array,
  start: number,
): { readonly value: bigint; readonly end: number } | undefined => {
  const length = bytes[start + 1] ?? 0;
  const end = start + 2 + length;
  if (bytes[start] !== derTags.integer || length === 0 || length > 127 || end > bytes.length) {
    return undefined;
  }
  return { value: decodeUnsignedInteger(bytes.subarray(start + 2, end)), end };
};

/** Decodes an unsigned big-endian integer. */
export const decodeUnsignedInteger = (bytes: Uint8Array): bigint => {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
};

export const areBytesEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index]);
