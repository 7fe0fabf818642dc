import { Decimal } from "../templates/decimal.ts";
import type { TransferConfig, TransferOutput } from "./types.ts";

const zero = Decimal.of("0");
const one = Decimal.of("1");

/** What transfers cost in coins, at one coin price (transaction-history.md 7.2). */
export interface CoinFees {
  /** Of every coin that is made, change included. */
  readonly createFee: Decimal;
  /** What every coin loses per round. */
  readonly ratePerRound: Decimal;
  /** Of an output, given who sends. */
  outputFee(output: Pick<TransferOutput, "receiver" | "amount" | "lock">, sender: string): Decimal;
}

/** The configuration in USD at a price in USD: fees and steps scale, rates do not. */
export const coinFees = (config: TransferConfig, coinPrice: Decimal): CoinFees => {
  const createFee = config.createFee.dividedBy(coinPrice);
  const lockHolderFee = config.lockHolderFee.dividedBy(coinPrice);
  const steps = config.transferFee.steps.map(({ from, rate }) => ({
    from: from.dividedBy(coinPrice),
    rate,
  }));
  return {
    createFee,
    ratePerRound: config.holdingFee.rate.dividedBy(coinPrice),
    outputFee: ({ receiver, amount, lock }, sender) =>
      createFee
        .plus(lockHolderFee.times(BigInt(lock?.holders.length ?? 0)))
        .plus(
          receiver === sender ? zero : steppedFee(amount, config.transferFee.initialRate, steps),
        ),
  };
};

/** Each part of the amount at its own rate. */
const steppedFee = (
  amount: Decimal,
  initialRate: Decimal,
  steps: readonly { readonly from: Decimal; readonly rate: Decimal }[],
): Decimal => {
  let fee = zero;
  let from = zero;
  let rate = initialRate;
  for (const step of steps) {
    if (amount.isAtMost(step.from)) break;
    fee = fee.plus(step.from.minus(from).times(rate));
    ({ from, rate } = step);
  }
  return fee.plus(amount.minus(from).times(rate));
};

/** The parts of a fee that sender and receiver pay, each rounded by itself. */
export const shareFee = (
  fee: Decimal,
  receiverFeeRatio: Decimal,
): { readonly sender: Decimal; readonly receiver: Decimal } => ({
  sender: fee.times(one.minus(receiverFeeRatio)),
  receiver: fee.times(receiverFeeRatio),
});

export const sumOf = (amounts: Iterable<Decimal>): Decimal => {
  let sum = zero;
  for (const amount of amounts) sum = sum.plus(amount);
  return sum;
};

export const lesser = (left: Decimal, right: Decimal): Decimal =>
  left.isLessThan(right) ? left : right;
