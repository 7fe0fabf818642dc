import { formatDate, formatInstant } from "../../../base/values/time.ts";
import type { DateV, NumericV, TimestampV } from "./runtime-value.ts";

// Texts that Daml's `*_TO_TEXT` builtins return (daml-lf.md 9.2).

export const int64ToText = (value: bigint): string => value.toString();

/** Returns the number without exponent and trailing zeros, but with at least one fraction digit. */
export const numericToText = ({ unscaled, scale }: NumericV): string => {
  const negative = unscaled < 0n;
  const digits = (negative ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits.endsWith("0", end)) end -= 1;
  const fraction = end === point ? "0" : digits.slice(point, end);
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${fraction}`;
};

export const timestampToText = ({ micros }: TimestampV): string => formatInstant(micros);

export const dateToText = ({ days }: DateV): string => formatDate(days);
