/**
 * A Numeric as an integer and a scale. The tables compute expected results with it, independently of the
 * engine.
 */
export interface Digits {
  readonly scale: number;
  readonly unscaled: bigint;
}

export const digits = (written: string): Digits => {
  const [whole = "", fraction = ""] = written.split(".");
  return { scale: fraction.length, unscaled: BigInt(whole + fraction) };
};

export const written = ({ scale, unscaled }: Digits): string => {
  const sign = unscaled < 0n ? "-" : "";
  const all = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  return `${sign}${all.slice(0, all.length - scale)}.${all.slice(all.length - scale)}`;
};

/** Writes a number with as many fraction digits as the scale. The number must not have more. */
export const atScale = (scale: number, number: string): string => {
  const [whole = "", fraction = ""] = number.split(".");
  return `${whole}.${fraction.padEnd(scale, "0").slice(0, scale)}`;
};

/** Returns a power of ten at a scale, e.g. `0.0100` for the power -2 at scale 4. */
export const tenTo = (power: number, scale = 10): string =>
  written({ scale, unscaled: 10n ** BigInt(scale + power) });

/** Returns a quotient of whole numbers, rounded to the nearest whole number, half to even. */
export const halfEven = (dividend: bigint, divisor: bigint): bigint => {
  const sign = dividend < 0n === divisor < 0n ? 1n : -1n;
  const [above, below] = [absolute(dividend), absolute(divisor)];
  const quotient = above / below;
  const twice = 2n * (above - quotient * below);
  const up = twice > below || (twice === below && quotient % 2n === 1n);
  return sign * (up ? quotient + 1n : quotient);
};

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
