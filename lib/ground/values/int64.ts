const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;

/** Whether the integer lies within −2^63 … 2^63−1. */
export const fitsInt64 = (integer: bigint): boolean => integer >= min && integer <= max;
