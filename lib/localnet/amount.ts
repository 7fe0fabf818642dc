/** Exact amounts of amulet: a bigint counts units of 10⁻¹⁰, the precision of a Daml Decimal. */
const unitsPerAmulet = 10n ** 10n;

const decimalAmountPattern = /^(-?)(\d{1,28})(?:\.(\d{1,10}))?$/;

/**
 * Reads `12.5` exactly. Returns undefined if the text is not a decimal number with at most 28 digits before
 * and 10 after the point.
 */
export const parseAmount = (text: string): bigint | undefined => {
  const [, sign, whole = "", fraction = ""] = decimalAmountPattern.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const units = BigInt(whole + fraction.padEnd(10, "0"));
  return sign === "-" ? -units : units;
};

/** Like {@link parseAmount}, for an amount that the ledger wrote and that is therefore valid. */
export const parseLedgerAmount = (text: string): bigint => parseAmount(text) ?? 0n;

/** Formats an amount as the ledger does, with all ten decimals. */
export const formatAmount = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(11, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -10)}.${digits.slice(-10)}`;
};

/** Returns `left / right`, rounded up to the last decimal. */
export const divideAmountsRoundedUp = (left: bigint, right: bigint): bigint =>
  (left * unitsPerAmulet + right - 1n) / right;
