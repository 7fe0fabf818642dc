const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** Returns true if the integer lies within −2^63 … 2^63−1. */
export const fitsInt64 = (integer: bigint): boolean => integer >= minInt64 && integer <= maxInt64;

const int64Pattern = /^[+-]?0*\d{1,19}$/;

/** Reads decimal digits with an optional sign. Returns undefined if malformed or out of range. */
export const parseInt64 = (written: string): bigint | undefined => {
  if (!int64Pattern.test(written)) return undefined;
  const number = written.startsWith("+") ? BigInt(written.slice(1)) : BigInt(written);
  return fitsInt64(number) ? number : undefined;
};
