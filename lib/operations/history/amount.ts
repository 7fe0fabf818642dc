import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { createNumericValue } from "../../base/values/constructors.ts";
import { formatNumeric, parseNumeric, roundQuotient } from "../../base/values/numeric.ts";

/**
 * Coin amounts are Daml decimals as whole numbers of 10^-10 coins (transaction-history.md 7.1).
 * Sums and differences of these bigints are exact.
 */

const coinDecimalPlaces = 10;

/**
 * One coin, in units of 10^-10 coins like all amounts of coin history. Also represents the ratio 1.
 */
export const oneCoin: bigint = 10n ** BigInt(coinDecimalPlaces);

/**
 * Returns an amount, given in units of 10^-10 coins, as coins with exactly ten digits after the
 * point: `-1280.4923896400`. Zero has no sign.
 */
export const amountText = (amount: bigint): string =>
  formatNumeric(createNumericValue(coinDecimalPlaces, amount));

/**
 * Reads an amount from a JSON string with at most 28 digits before and 10 after the point. Raises
 * INVALID_ARGUMENT for any other JSON, including numbers.
 */
export const readAmount = (json: unknown): bigint => {
  const amount = typeof json === "string" ? parseNumeric(json, coinDecimalPlaces) : undefined;
  if (amount !== undefined) return amount.unscaled;
  throw createInvalidArgumentError({
    expected: 'a decimal string such as "12.5", at most 28 digits before and 10 after the point',
    found: json,
  });
};

/**
 * Returns the product of two amounts, or of an amount and a ratio, in units of 10^-10. Rounds
 * half-even.
 */
export const multiplyAmounts = (left: bigint, right: bigint): bigint =>
  roundQuotient(left * right, oneCoin);

/**
 * Returns the quotient of two amounts, in units of 10^-10. Rounds half-even. Throws a RangeError if
 * the divisor is zero.
 */
export const divideAmounts = (dividend: bigint, divisor: bigint): bigint =>
  roundQuotient(dividend * oneCoin, divisor);

/** Returns the sum; zero for an empty list. */
export const sumAmounts = (amounts: Iterable<bigint>): bigint => {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
};

/**
 * Splits a fee between sender and receiver; each part is rounded separately (transaction-history.md
 * 6.3). The ratio is between 0 and 1.
 */
export const splitFee = (
  fee: bigint,
  receiverFeeRatio: bigint,
): { readonly sender: bigint; readonly receiver: bigint } => ({
  sender: multiplyAmounts(fee, oneCoin - receiverFeeRatio),
  receiver: multiplyAmounts(fee, receiverFeeRatio),
});

/**
 * Returns the amount that a coin would have had in round zero, computed from its initial amount,
 * the round of its creation, and its loss per round. Only such amounts can be added if coins were
 * created in different rounds (transaction-history.md 7.2).
 */
export const amountAsOfRoundZero = (coin: {
  readonly amount: bigint;
  readonly createdRound: bigint;
  readonly ratePerRound: bigint;
}): bigint => coin.amount + coin.ratePerRound * coin.createdRound;
