import { invalidArgument } from "../../base/errors/argument-error.ts";
import { numeric } from "../../base/values/constructors.ts";
import { formatNumeric, parseNumeric, roundedQuotient } from "../../base/values/numeric.ts";

/**
 * Coin amounts: Daml decimals as whole numbers of 10^-10 coins (transaction-history.md 7.1). Adding
 * and subtracting them as bigints is exact.
 */

const scale = 10;

/** One coin, in units of 10^-10 coins as all amounts of history are; also the ratio 1. */
export const oneCoin: bigint = 10n ** BigInt(scale);

/**
 * The amount in coins, with exactly ten digits after the point: `-1280.4923896400`. Zero has no sign. `amount` is in units of
 * 10^-10 coins.
 */
export const amountText = (amount: bigint): string => formatNumeric(numeric(scale, amount));

/**
 * The amount a JSON string names, at most 28 digits before and 10 after the point.
 * Raises INVALID_ARGUMENT for anything else, JSON numbers included.
 */
export const readAmount = (json: unknown): bigint => {
  const amount = typeof json === "string" ? parseNumeric(json, scale) : undefined;
  if (amount !== undefined) return amount.unscaled;
  throw invalidArgument({
    expected: 'a decimal string such as "12.5", at most 28 digits before and 10 after the point',
    found: json,
  });
};

/** The product of two amounts, or of an amount and a ratio, in units of 10^-10; rounded to the nearest, half to even. */
export const multiplyAmounts = (left: bigint, right: bigint): bigint =>
  roundedQuotient(left * right, oneCoin);

/** The quotient of two amounts in units of 10^-10; rounded to the nearest, half to even. Throws a RangeError for a divisor of zero. */
export const divideAmounts = (dividend: bigint, divisor: bigint): bigint =>
  roundedQuotient(dividend * oneCoin, divisor);

/** The sum; zero of none. */
export const sumAmounts = (amounts: Iterable<bigint>): bigint => {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
};

/**
 * Who pays which part of a fee; each part is rounded by itself (transaction-history.md 6.3). The
 * ratio is between 0 and 1.
 */
export const splitFee = (
  fee: bigint,
  receiverFeeRatio: bigint,
): { readonly sender: bigint; readonly receiver: bigint } => ({
  sender: multiplyAmounts(fee, oneCoin - receiverFeeRatio),
  receiver: multiplyAmounts(fee, receiverFeeRatio),
});

/**
 * What a coin would have been worth in round zero, given its initial amount, the round it was made
 * in and what it loses per round. Such amounts add up over coins of different rounds
 * (transaction-history.md 7.2).
 */
export const amountAsOfRoundZero = (coin: {
  readonly amount: bigint;
  readonly createdRound: bigint;
  readonly ratePerRound: bigint;
}): bigint => coin.amount + coin.ratePerRound * coin.createdRound;
