import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { HistoryTransfer } from "../../base/model/history-record.ts";
import {
  type JsonObject,
  type JsonReader,
  readerOfList,
  readObject,
  readOptional,
  readRequired,
  readText,
} from "../../views/envelope/readers.ts";
import { readAmount, splitFee } from "./amount.ts";
import type { HistoryExercise } from "./history-rules.ts";

interface TransferOutput {
  readonly receiver: string;
  readonly receiverFeeRatio: bigint;
  readonly amount: bigint;
}

/**
 * Returns the transfer that the argument and the result of a coin's transfer choice describe
 * (transaction-history.md 6.3). `word` is the word for the coin in names, with a capital letter,
 * see `CoinNames`. The fees are read from the result, not computed. Throws if the result has
 * another form.
 */
export const readCoinTransfer = (exercise: HistoryExercise, word: string): HistoryTransfer => {
  const { transfer } = readObject(exercise.argument);
  const { summary } = readObject(exercise.result);
  const order = readObject(transfer);
  const amounts = readObject(summary);
  const outputs = readRequired(order, "outputs", readerOfList(readOutput));
  const fees = readRequired(amounts, "outputFees", readerOfList(readAmount));
  if (outputs.length !== fees.length) throw feeCountMismatchError(outputs.length, fees.length);
  const shares = outputs.map(({ receiverFeeRatio }, index) =>
    splitFee(fees[index] ?? 0n, receiverFeeRatio),
  );
  return {
    sender: {
      party: readRequired(order, "sender", readText),
      senderChangeFee: readRequired(amounts, "senderChangeFee", readAmount),
      senderChangeAmount: readRequired(amounts, "senderChangeAmount", readAmount),
      senderFee: shares.reduce((sum, { sender }) => sum + sender, 0n),
      holdingFees: readRequired(amounts, "holdingFees", readAmount),
      ...readInputAmounts(amounts, word),
    },
    receivers: mergeReceivers(
      outputs.map(({ receiver, amount }, index) => ({
        party: receiver,
        amount,
        receiverFee: shares[index]?.receiver ?? 0n,
      })),
    ),
    balanceChanges: readRequired(
      amounts,
      "balanceChanges",
      readerOfList(readBalanceChange),
    ).toSorted(({ party: left }, { party: right }) => (left < right ? -1 : left > right ? 1 : 0)),
  };
};

const readInputAmounts = (amounts: JsonObject, word: string) => ({
  inputCoinAmount: readRequired(amounts, `input${word}Amount`, readAmount),
  inputAppRewardAmount: readRequired(amounts, "inputAppRewardAmount", readAmount),
  inputValidatorRewardAmount: readRequired(amounts, "inputValidatorRewardAmount", readAmount),
  inputSvRewardAmount: readRequired(amounts, "inputSvRewardAmount", readAmount),
  inputValidatorFaucetAmount: readOptional(amounts, "inputValidatorFaucetAmount", readAmount) ?? 0n,
});

const readOutput: JsonReader<TransferOutput> = (json) => {
  const output = readObject(json);
  return {
    receiver: readRequired(output, "receiver", readText),
    receiverFeeRatio: readRequired(output, "receiverFeeRatio", readAmount),
    amount: readRequired(output, "amount", readAmount),
  };
};

type TransferReceivers = HistoryTransfer["receivers"];

/** Merges the entries of each party into one, in order of first appearance. */
const mergeReceivers = (parts: TransferReceivers): TransferReceivers => {
  const receivers = new Map<string, TransferReceivers[number]>();
  for (const { party, amount, receiverFee } of parts) {
    const known = receivers.get(party);
    receivers.set(party, {
      party,
      amount: amount + (known?.amount ?? 0n),
      receiverFee: receiverFee + (known?.receiverFee ?? 0n),
    });
  }
  return [...receivers.values()];
};

/** Reads one balance change. In JSON, a map with parties as keys is a list of pairs. */
const readBalanceChange: JsonReader<HistoryTransfer["balanceChanges"][number]> = (json) => {
  const [party, change] = readerOfList<unknown>((element) => element)(json);
  const changes = readObject(change);
  return {
    party: readText(party),
    changeToInitialAmountAsOfRoundZero: readRequired(
      changes,
      "changeToInitialAmountAsOfRoundZero",
      readAmount,
    ),
    changeToHoldingFeesRate: readRequired(changes, "changeToHoldingFeesRate", readAmount),
  };
};

const feeCountMismatchError = (outputs: number, fees: number): Error =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The transfer has ${outputs} outputs but ${fees} output fees.`,
  });
