import { formatDate, formatInstant } from "../../../base/values/time.ts";
import type { RuntimeDate, RuntimeNumeric, RuntimeTimestamp } from "./runtime-value.ts";

// Texts that Daml's `*_TO_TEXT` builtins return (daml-lf.md 9.2).

export const int64ToText = (value: bigint): string => value.toString();

/** Returns the number without exponent and trailing zeros, but with at least one fraction digit. */
export const numericToText = ({ unscaled, scale }: RuntimeNumeric): string => {
  const negative = unscaled < 0n;
  const digits = (negative ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits.endsWith("0", end)) end -= 1;
  const fraction = end === point ? "0" : digits.slice(point, end);
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${fraction}`;
};

export const formatTimestampText = ({ micros }: RuntimeTimestamp): string => formatInstant(micros);

export const dateToText = ({ days }: RuntimeDate): string => formatDate(days);
