import { parseInstant, parseJsonInteger } from "../../lib/internal.ts";

/**
 * Validators of the custom keywords of decoding definitions (spec/decoding-definition.ts):
 * `wholeNumber` is an integer of the given number of bits, `someKeyOf` a tagged choice, `base64`
 * bytes, `instant` a time, `typeReference` the name of a template or interface, `depth` a maximum
 * nesting. Each receives the keyword's argument and the data. It accepts data of types that the
 * keyword does not check.
 */
export const decodingKeywordValidators = {
  wholeNumber: (bits: number, data: unknown): boolean => {
    if (typeof data === "string") return fitsIntegerBitCount(parseJsonInteger(data), BigInt(bits));
    if (typeof data !== "number") return true;
    const half = 2 ** (bits - 1);
    return Number.isInteger(data) && data >= -half && data < half;
  },
  /** Ignores unknown keys. Rejects several known keys if `refusesSeveralKeys`; otherwise the first by name counts. */
  someKeyOf(
    this: BodyDecodingOptions | undefined,
    names: readonly string[],
    data: unknown,
  ): boolean {
    if (typeof data !== "object" || data === null) return true;
    if (!names.some((name) => Object.hasOwn(data, name))) return false;
    return this?.refusesSeveralKeys !== true || findNonNullKeys(data, names).length <= 1;
  },
  /** Padding is optional. */
  base64: (_: true, data: unknown): boolean => typeof data !== "string" || isBase64(data),
  instant: (_: true, data: unknown): boolean =>
    typeof data !== "string" || parseInstant(data) !== undefined,
  /** Requires three parts; the operation validates them. */
  typeReference: (_: true, data: unknown): boolean =>
    typeof data !== "string" || typeReferencePattern.test(data),
  depth: (levels: number, data: unknown): boolean => !isDeeper(data, levels),
};

/** Options for decoding bodies. */
export interface BodyDecodingOptions {
  /** True if a tagged choice with several known keys is rejected. */
  readonly refusesSeveralKeys: boolean;
}

/** Returns the known keys of a tagged choice whose value is not null. */
export const findNonNullKeys = (data: object, names: readonly string[]): readonly string[] =>
  names.filter((name) => ((data as Readonly<Record<string, unknown>>)[name] ?? null) !== null);

/** Three parts. Colons at the end are accepted, because a participant drops empty parts there. */
const typeReferencePattern = /^[^:]*:[^:]*:[^:]+:*$/;

/**
 * Digits, then padding. The length is checked separately: a regular expression that repeats groups
 * of four uses stack for each repetition and overflows on long texts.
 */
const base64Pattern = /^[A-Za-z0-9+/]*(={0,2})$/;

const isBase64 = (text: string): boolean => {
  const [, padding] = base64Pattern.exec(text) ?? [];
  if (padding === undefined) return false;
  return padding === "" ? text.length % 4 !== 1 : text.length % 4 === 0;
};

/** Returns true for an integer that fits into the number of bits. */
export const fitsIntegerBitCount = (value: bigint | undefined, bits: bigint): boolean => {
  const half = 2n ** (bits - 1n);
  return value !== undefined && value >= -half && value < half;
};

const isDeeper = (json: unknown, levels: number): boolean => {
  if (typeof json !== "object" || json === null) return false;
  if (levels === 0) return true;
  for (const key in json) {
    if (isDeeper((json as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
};
