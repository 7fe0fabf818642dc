import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { HistoryTransfer } from "../../base/model/coin-history-record.ts";
import {
  createListReader,
  type JsonObject,
  type JsonReader,
  readJsonObject,
  readJsonString,
  readOptionalJsonField,
  readRequiredJsonField,
} from "../../views/envelope/readers.ts";
import { readAmount, splitFee } from "./amount.ts";
import type { ExerciseForHistoryRules } from "./history-rules.ts";

interface TransferOutput {
  readonly receiver: string;
  readonly receiverFeeRatio: bigint;
  readonly amount: bigint;
}

/**
 * Returns the transfer that the argument and the result of a coin's transfer choice describe
 * (transaction-history.md 6.3). `word` is the word for the coin in names, with a capital letter,
 * see `CoinTypeNames`. The fees are read from the result, not computed. Throws if the result has
 * another form.
 */
export const readCoinTransfer = (
  exercise: ExerciseForHistoryRules,
  word: string,
): HistoryTransfer => {
  const { transfer } = readJsonObject(exercise.argument);
  const { summary } = readJsonObject(exercise.result);
  const order = readJsonObject(transfer);
  const amounts = readJsonObject(summary);
  const outputs = readRequiredJsonField(order, "outputs", createListReader(readOutput));
  const fees = readRequiredJsonField(amounts, "outputFees", createListReader(readAmount));
  if (outputs.length !== fees.length) throw feeCountMismatchError(outputs.length, fees.length);
  const shares = outputs.map(({ receiverFeeRatio }, index) =>
    splitFee(fees[index] ?? 0n, receiverFeeRatio),
  );
  return {
    sender: {
      party: readRequiredJsonField(order, "sender", readJsonString),
      senderChangeFee: readRequiredJsonField(amounts, "senderChangeFee", readAmount),
      senderChangeAmount: readRequiredJsonField(amounts, "senderChangeAmount", readAmount),
      senderFee: shares.reduce((sum, { sender }) => sum + sender, 0n),
      holdingFees: readRequiredJsonField(amounts, "holdingFees", readAmount),
      ...readInputAmounts(amounts, word),
    },
    receivers: mergeReceivers(
      outputs.map(({ receiver, amount }, index) => ({
        party: receiver,
        amount,
        receiverFee: shares[index]?.receiver ?? 0n,
      })),
    ),
    balanceChanges: readRequiredJsonField(
      amounts,
      "balanceChanges",
      createListReader(readBalanceChange),
    ).toSorted(({ party: left }, { party: right }) => (left < right ? -1 : left > right ? 1 : 0)),
  };
};

const readInputAmounts = (amounts: JsonObject, word: string) => ({
  inputCoinAmount: readRequiredJsonField(amounts, `input${word}Amount`, readAmount),
  inputAppRewardAmount: readRequiredJsonField(amounts, "inputAppRewardAmount", readAmount),
  inputValidatorRewardAmount: readRequiredJsonField(
    amounts,
    "inputValidatorRewardAmount",
    readAmount,
  ),
  inputSvRewardAmount: readRequiredJsonField(amounts, "inputSvRewardAmount", readAmount),
  inputValidatorFaucetAmount:
    readOptionalJsonField(amounts, "inputValidatorFaucetAmount", readAmount) ?? 0n,
});

const readOutput: JsonReader<TransferOutput> = (json) => {
  const output = readJsonObject(json);
  return {
    receiver: readRequiredJsonField(output, "receiver", readJsonString),
    receiverFeeRatio: readRequiredJsonField(output, "receiverFeeRatio", readAmount),
    amount: readRequiredJsonField(output, "amount", readAmount),
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
  const [party, change] = createListReader<unknown>((element) => element)(json);
  const changes = readJsonObject(change);
  return {
    party: readJsonString(party),
    changeToInitialAmountAsOfRoundZero: readRequiredJsonField(
      changes,
      "changeToInitialAmountAsOfRoundZero",
      readAmount,
    ),
    changeToHoldingFeesRate: readRequiredJsonField(changes, "changeToHoldingFeesRate", readAmount),
  };
};

const feeCountMismatchError = (outputs: number, fees: number): Error =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The transfer has ${outputs} outputs but ${fees} output fees.`,
  });
