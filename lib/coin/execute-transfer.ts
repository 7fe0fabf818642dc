import { Decimal } from "../templates/decimal.ts";
import type { InputOf } from "../templates/descriptor.ts";
import type { Party } from "../templates/scalars.ts";
import type { TransactionContext } from "../templates/transaction-context.ts";
import { BalanceChanges } from "./balance-changes.ts";
import { Coin, fetchRound, LockedCoin, type OpenRound } from "./coin.ts";
import { coinFees, lesser, shareFee, sumOf, type CoinFees } from "./fees.ts";
import { consumeInputs } from "./transfer-inputs.ts";
import type {
  CoinData,
  CreatedCoin,
  ExpiringAmount,
  Transfer,
  TransferConfig,
  TransferOutput,
  TransferResult,
} from "./types.ts";

const zero = Decimal.of("0");
const one = Decimal.of("1");

/**
 * Spends the inputs of a transfer: makes a coin for every output, takes the fees and gives the rest
 * back as change (transaction-history.md 6.3, 7.2). Having held a coin costs nothing.
 */
export const executeTransfer = (
  transaction: TransactionContext,
  transfer: Transfer,
  { dso, openRound }: { readonly dso: Party; readonly openRound: OpenRound },
): InputOf<typeof TransferResult> => {
  const { round, coinPrice, transferConfigUsd } = fetchRound(transaction, openRound, dso);
  assertWithinLimits(transaction, transfer, transferConfigUsd);
  const fees = coinFees(transferConfigUsd, coinPrice);
  const inputs = consumeInputs(transaction, transfer, dso);
  const outputs = transfer.outputs.map((output) =>
    pricedOutput(transaction, output, fees.outputFee(output, transfer.sender)),
  );
  const change = changeOf(transaction, inputs.total, outputs, fees);
  const amountOf = (initialAmount: Decimal): ExpiringAmount => ({
    initialAmount,
    createdAt: round,
    ratePerRound: { rate: fees.ratePerRound },
  });
  const made = outputs.map(({ output, net }): MadeCoin => ({
    coin: { dso, owner: output.receiver, amount: amountOf(net) },
    lock: output.lock,
  }));
  const changeCoin: CoinData | undefined = change.amount.isPositive()
    ? { dso, owner: transfer.sender, amount: amountOf(change.amount) }
    : undefined;
  const allMade = [...made.map(({ coin }) => coin), ...(changeCoin ? [changeCoin] : [])];
  return {
    round,
    summary: {
      ...inputs.amounts,
      balanceChanges: balanceChanges(inputs.coins, allMade),
      holdingFees: zero,
      outputFees: outputs.map(({ fee }) => fee),
      senderChangeFee: change.fee,
      senderChangeAmount: change.amount,
      coinPrice,
    },
    createdCoins: made.map((coin) => createCoin(transaction, coin)),
    senderChangeCoin: changeCoin === undefined ? null : transaction.create(Coin, changeCoin),
  };
};

interface MadeCoin {
  readonly coin: CoinData;
  readonly lock: TransferOutput["lock"];
}

interface PricedOutput {
  readonly output: TransferOutput;
  readonly fee: Decimal;
  /** What the sender pays: the amount and its share of the fee. */
  readonly cost: Decimal;
  /** What the receiver gets: the amount without its share of the fee. */
  readonly net: Decimal;
}

const pricedOutput = (
  transaction: TransactionContext,
  output: TransferOutput,
  fee: Decimal,
): PricedOutput => {
  const { amount, receiverFeeRatio } = output;
  transaction.assert(amount.isPositive(), "An output has a positive amount.");
  transaction.assert(
    receiverFeeRatio.isAtLeast(zero) && receiverFeeRatio.isAtMost(one),
    "A receiver pays a part of the fee, from 0 to 1.",
  );
  const share = shareFee(fee, receiverFeeRatio);
  const net = amount.minus(share.receiver);
  transaction.assert(net.isPositive(), "The fee eats up the whole output.");
  return { output, fee, cost: amount.plus(share.sender), net };
};

/** What is left when all outputs are paid; making a coin of it costs what making any coin costs. */
const changeOf = (
  transaction: TransactionContext,
  total: Decimal,
  outputs: readonly PricedOutput[],
  { createFee }: CoinFees,
): { readonly amount: Decimal; readonly fee: Decimal } => {
  const left = total.minus(sumOf(outputs.map(({ cost }) => cost)));
  if (left.isNegative()) {
    return transaction.fail({
      errorId: "coin/insufficient-funds",
      message: `The inputs are short of ${String(left.negated())} coins.`,
    });
  }
  const fee = lesser(createFee, left);
  return { amount: left.minus(fee), fee };
};

const assertWithinLimits = (
  transaction: TransactionContext,
  { inputs, outputs }: Transfer,
  { maxNumInputs, maxNumOutputs, maxNumLockHolders }: TransferConfig,
): void => {
  transaction.assert(inputs.length <= maxNumInputs, "The transfer has too many inputs.");
  transaction.assert(outputs.length <= maxNumOutputs, "The transfer has too many outputs.");
  transaction.assert(
    outputs.every(({ lock }) => (lock?.holders.length ?? 0) <= maxNumLockHolders),
    "A lock has too many holders.",
  );
};

const balanceChanges = (
  consumed: readonly CoinData[],
  made: readonly CoinData[],
): ReturnType<BalanceChanges["entries"]> => {
  const changes = new BalanceChanges();
  for (const { owner, amount } of consumed) changes.lose(owner, amount);
  for (const { owner, amount } of made) changes.gain(owner, amount);
  return changes.entries();
};

const createCoin = (
  transaction: TransactionContext,
  { coin, lock }: MadeCoin,
): InputOf<typeof CreatedCoin> =>
  lock === null
    ? { tag: "TransferResultCoin", value: transaction.create(Coin, coin) }
    : { tag: "TransferResultLockedCoin", value: transaction.create(LockedCoin, { coin, lock }) };
