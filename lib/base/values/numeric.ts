import { createNumericValue } from "./constructors.ts";
import type { NumericValue } from "./value.ts";

/**
 * Exact decimal arithmetic on Numeric values (daml-lf.md 9.2, 10.1), without floating-point
 * numbers.
 */

/** The largest scale: one less than the maximum number of digits. */
export const maxNumericScale = 37;

const unscaledNumericLimit = 10n ** 38n;
const powersOfTen: readonly bigint[] = Array.from(
  { length: 77 },
  (_, exponent) => 10n ** BigInt(exponent),
);

/** Returns 10^exponent, for exponents 0 … 76. */
const powerOfTen = (exponent: number): bigint => powersOfTen[exponent] ?? 10n ** BigInt(exponent);

/** Returns true if the number has at most 38 digits. */
export const fitsNumeric = (unscaled: bigint): boolean =>
  unscaled < unscaledNumericLimit && unscaled > -unscaledNumericLimit;

/** Returns the number; undefined if it has more than 38 digits. */
const createNumericIfFits = (scale: number, unscaled: bigint): NumericValue | undefined =>
  fitsNumeric(unscaled) ? createNumericValue(scale, unscaled) : undefined;

const decimalNumberPattern = /^([+-]?)(\d{1,38})(?:\.(\d{0,37}))?$/;

/**
 * Reads `[+-]?digits[.digits]`, without exponent. Returns undefined if the text is malformed, has
 * more significant fraction digits than `scale`, or needs more than 38 digits.
 */
export const parseNumeric = (written: string, scale: number): NumericValue | undefined => {
  const short = parseShortNumeric(written, scale);
  if (short !== undefined) return short;
  const match = decimalNumberPattern.exec(written);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  const keptFraction =
    fraction.length > scale ? dropZeros(fraction, scale) : fraction.padEnd(scale, "0");
  if (keptFraction === undefined) return undefined;
  const magnitude = BigInt(whole + keptFraction);
  return createNumericIfFits(scale, sign === "-" ? -magnitude : magnitude);
};

/**
 * Reads a number in the form of {@link parseNumeric}, and returns it with the smallest possible
 * scale. Returns undefined if it is malformed, or needs more than 38 digits.
 */
export const parseNumericAtSmallestScale = (written: string): NumericValue | undefined => {
  const [, sign, whole = "", fraction = ""] = decimalNumberPattern.exec(written) ?? [];
  if (sign === undefined) return undefined;
  const kept = fraction.replace(/(?<!0)0+$/, "");
  const magnitude = BigInt(whole + kept);
  return createNumericIfFits(kept.length, sign === "-" ? -magnitude : magnitude);
};

/** Maximum number of digits that a JavaScript number always represents exactly. */
const maxShort = 15;

/**
 * Reads short numbers quickly: few digits, no sign, and at most `scale` fraction digits. Nearly all
 * numbers are short. Returns undefined for any other text.
 */
const parseShortNumeric = (written: string, scale: number): NumericValue | undefined => {
  const point = written.indexOf(".");
  const whole = point < 0 ? written.length : point;
  const decimals = point < 0 ? 0 : written.length - point - 1;
  if (whole === 0 || whole + decimals > maxShort || decimals > scale) return undefined;
  let digits = 0;
  for (let index = 0; index < written.length; index++) {
    if (index === point) continue;
    const digit = written.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return undefined;
    digits = 10 * digits + digit;
  }
  return createNumericIfFits(scale, BigInt(digits) * powerOfTen(scale - decimals));
};

/**
 * Returns the number as text for {@link parseNumeric}, without exponent. Returns undefined for a
 * number beyond MAX_SAFE_INTEGER: JSON.parse may have rounded it, and the ledger must not accept the
 * rounded value.
 */
export const formatNumberWithoutExponent = (number: number): string | undefined => {
  if (!(Math.abs(number) <= Number.MAX_SAFE_INTEGER)) return undefined;
  const shortest = String(number);
  const [digits = "", exponent] = shortest.split("e");
  if (exponent === undefined) return shortest;
  const sign = digits.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = digits.replace("-", "").split(".");
  // Below MAX_SAFE_INTEGER, JavaScript writes only small numbers with an exponent, and it is
  // negative.
  return `${sign}0.${"0".repeat(-Number(exponent) - whole.length)}${whole}${fraction}`;
};

const canonicalDecimalPattern = /^-?(?:0|[1-9]\d*)\.(\d*)$/;

/**
 * Reads a Numeric in the form that archives and stored values have: with a point, as many fraction
 * digits as its scale, no plus sign and no unnecessary leading zero. Returns undefined for any
 * other text, and for more than 38 digits.
 */
export const parseCanonicalNumeric = (written: string): NumericValue | undefined => {
  const scale = canonicalDecimalPattern.exec(written)?.[1]?.length;
  return scale === undefined ? undefined : parseNumeric(written, scale);
};

/** Returns the first `length` digits if only zeros follow; otherwise undefined. */
const dropZeros = (digits: string, length: number): string | undefined => {
  for (let index = length; index < digits.length; index++) {
    if (digits.charCodeAt(index) !== 48) return undefined;
  }
  return digits.slice(0, length);
};

/**
 * Returns the number with exactly `scale` fraction digits. With scale 0 it ends in a point: `"1."`
 * (ledger-api.md 6).
 */
export const formatNumeric = ({ unscaled, scale }: NumericValue): string => {
  const negative = unscaled < 0n;
  const digits = (negative ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
};

/** Compares numbers of any scales: returns −1, 0 or 1. */
export const compareNumeric = (left: NumericValue, right: NumericValue): number => {
  const scale = Math.max(left.scale, right.scale);
  const a = left.unscaled * powerOfTen(scale - left.scale);
  const b = right.unscaled * powerOfTen(scale - right.scale);
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Returns the sum of two numbers with the same scale; undefined on overflow. */
export const addNumeric = (left: NumericValue, right: NumericValue): NumericValue | undefined =>
  createNumericIfFits(left.scale, left.unscaled + right.unscaled);

/** Returns the difference of two numbers with the same scale; undefined on overflow. */
export const subtractNumeric = (
  left: NumericValue,
  right: NumericValue,
): NumericValue | undefined => createNumericIfFits(left.scale, left.unscaled - right.unscaled);

/** Returns the negated number. Cannot overflow. */
export const negateNumeric = ({ scale, unscaled }: NumericValue): NumericValue =>
  createNumericValue(scale, -unscaled);

/** Returns the product, rounded half-even to `scale`; undefined on overflow. */
export const multiplyNumeric = (
  left: NumericValue,
  right: NumericValue,
  scale: number = left.scale,
): NumericValue | undefined =>
  createNumericIfFits(
    scale,
    changeScale(left.unscaled * right.unscaled, left.scale + right.scale, scale),
  );

/**
 * Returns the quotient, rounded half-even to `scale`; undefined on overflow and for a division by
 * zero.
 */
export const divideNumeric = (
  left: NumericValue,
  right: NumericValue,
  scale: number = left.scale,
): NumericValue | undefined => {
  if (right.unscaled === 0n) return undefined;
  const exponent = scale + right.scale - left.scale;
  const numerator = exponent >= 0 ? left.unscaled * powerOfTen(exponent) : left.unscaled;
  const denominator = exponent >= 0 ? right.unscaled : right.unscaled * powerOfTen(-exponent);
  return createNumericIfFits(scale, roundQuotient(numerator, denominator));
};

/**
 * Rounds half-even to `digits` fraction digits and keeps the scale. Negative `digits` round to
 * tens, hundreds, … Returns undefined on overflow, and unless scale − 38 < digits ≤ scale.
 */
export const roundNumeric = (value: NumericValue, digits: number): NumericValue | undefined => {
  if (digits > value.scale || digits <= value.scale - 38) return undefined;
  const unit = powerOfTen(value.scale - digits);
  return createNumericIfFits(value.scale, roundQuotient(value.unscaled, unit) * unit);
};

/** Returns the same number at another scale; undefined if digits would be lost, or on overflow. */
export const rescaleNumericExactly = (
  value: NumericValue,
  scale: number,
): NumericValue | undefined => {
  if (scale >= value.scale) {
    return createNumericIfFits(scale, value.unscaled * powerOfTen(scale - value.scale));
  }
  const unit = powerOfTen(value.scale - scale);
  return value.unscaled % unit === 0n
    ? createNumericValue(scale, value.unscaled / unit)
    : undefined;
};

const changeScale = (unscaled: bigint, from: number, to: number): bigint =>
  to >= from ? unscaled * powerOfTen(to - from) : roundQuotient(unscaled, powerOfTen(from - to));

/** Returns the integer nearest to the quotient; the even one if two are equally near. */
export const roundQuotient = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  if (remainder === 0n) return quotient;
  const twice = 2n * (remainder < 0n ? -remainder : remainder);
  const whole = denominator < 0n ? -denominator : denominator;
  if (twice < whole || (twice === whole && quotient % 2n === 0n)) return quotient;
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
};
