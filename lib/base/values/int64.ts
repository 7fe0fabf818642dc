const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;

/** Returns true if the integer lies within −2^63 … 2^63−1. */
export const fitsInt64 = (integer: bigint): boolean => integer >= min && integer <= max;

const pattern = /^[+-]?0*\d{1,19}$/;

/** Reads decimal digits with an optional sign. Returns undefined if malformed or out of range. */
export const parseInt64 = (written: string): bigint | undefined => {
  if (!pattern.test(written)) return undefined;
  const number = written.startsWith("+") ? BigInt(written.slice(1)) : BigInt(written);
  return fitsInt64(number) ? number : undefined;
};
