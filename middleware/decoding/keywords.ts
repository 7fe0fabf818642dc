import { parseInstant } from "../../lib/internal.ts";

/**
 * What the keywords of decoding definitions demand (spec/decoding-definition.ts): `wholeNumber` is an
 * integer of so many bits, `someKeyOf` a tagged choice, `base64` bytes, `instant` a time, `typeReference`
 * the name of a template or interface, `depth` JSON of so many levels. Each is told its argument and the
 * data, which may be of a type that is not its business.
 */
export const decodingKeywords = {
  wholeNumber: (bits: number, data: unknown): boolean => {
    if (typeof data === "number") {
      const half = 2 ** (bits - 1);
      return Number.isInteger(data) && data >= -half && data < half;
    }
    return typeof data !== "string" || isDecimal(data, BigInt(bits));
  },
  /**
   * Keys that are not known count for nothing, as everywhere in the envelope; of several that are, one
   * is taken.
   */
  someKeyOf: (names: readonly string[], data: unknown): boolean =>
    typeof data !== "object" || data === null || names.some((name) => Object.hasOwn(data, name)),
  /** The padding may be left out. */
  base64: (_: true, data: unknown): boolean => typeof data !== "string" || isBase64(data),
  instant: (_: true, data: unknown): boolean =>
    typeof data !== "string" || parseInstant(data) !== undefined,
  /** Three parts, whatever they are: what is wrong with one of them, the operation says. */
  typeReference: (_: true, data: unknown): boolean =>
    typeof data !== "string" || typeReferencePattern.test(data),
  depth: (levels: number, data: unknown): boolean => !isDeeper(data, levels),
};

/** A participant splits the text at its colons and lets empty parts at the end go. */
const typeReferencePattern = /^[^:]*:[^:]*:[^:]+:*$/;

/**
 * Digits, then padding. Groups of four are counted, not matched: repeating a group costs stack for each time,
 * which a long text uses up, where repeating one character costs none.
 */
const base64Pattern = /^[A-Za-z0-9+/]*(={0,2})$/;

const isBase64 = (text: string): boolean => {
  const [, padding] = base64Pattern.exec(text) ?? [];
  if (padding === undefined) return false;
  return padding === "" ? text.length % 4 !== 1 : text.length % 4 === 0;
};

/** Whether the text is a decimal integer that fits into so many bits. */
export const isDecimal = (text: string, bits: bigint): boolean => {
  if (!/^-?\d{1,19}$/.test(text)) return false;
  const half = 2n ** (bits - 1n);
  const value = BigInt(text);
  return value >= -half && value < half;
};

const isDeeper = (json: unknown, levels: number): boolean => {
  if (typeof json !== "object" || json === null) return false;
  if (levels === 0) return true;
  for (const key in json) {
    if (isDeeper((json as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
};
