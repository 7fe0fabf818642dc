/**
 * What the keywords of decoding definitions demand (spec/decoding-definition.ts): `wholeNumber` is an
 * integer of so many bits, `oneKeyOf` a tagged choice. Each is told its argument and the data, which
 * may be of a type that is not its business.
 */
export const decodingKeywords = {
  wholeNumber: (bits: number, data: unknown): boolean => {
    if (typeof data === "number") {
      const half = 2 ** (bits - 1);
      return Number.isInteger(data) && data >= -half && data < half;
    }
    return typeof data !== "string" || isDecimal(data, BigInt(bits));
  },
  /** Keys that are not known count for nothing, as everywhere in the envelope. */
  oneKeyOf: (names: readonly string[], data: unknown): boolean => {
    if (typeof data !== "object" || data === null) return true;
    return names.filter((name) => Object.hasOwn(data, name)).length === 1;
  },
};

/** Whether the text is a decimal integer that fits into so many bits. */
export const isDecimal = (text: string, bits: bigint): boolean => {
  if (!/^[+-]?\d{1,19}$/.test(text)) return false;
  const half = 2n ** (bits - 1n);
  const value = BigInt(text.replace("+", ""));
  return value >= -half && value < half;
};
