import type { ContractId } from "../templates/contract-id.ts";
import { defineTemplate } from "../templates/define-template.ts";
import type { NativeOf } from "../templates/descriptor.ts";
import { Party } from "../templates/scalars.ts";
import type { TransactionContext } from "../templates/transaction-context.ts";
import { Coin, fetchRound } from "./coin.ts";
import { CoinRules } from "./coin-rules.ts";
import { reasonKey } from "./coin-history.ts";
import { assertInTime, CoinTransferInstruction } from "./coin-transfer-instruction.ts";
import { coinFees } from "./fees.ts";
import { coinInstrument } from "./holding.ts";
import { changeOf, completed, noMeta } from "./instruction-results.ts";
import {
  TransferFactory,
  TransferInstruction,
  type ExtraArguments,
  type InstructionResultInput,
  type TransferOrder,
} from "./transfer-interfaces.ts";
import { TransferPreapproval } from "./transfer-preapproval.ts";
import type { TransferResult } from "./types.ts";

/** Through which anybody can send coins, knowing only the interface. */
export const CoinTransferFactory = defineTemplate("CoinRules:CoinTransferFactory", {
  payload: { dso: Party },
  signatories: ({ dso }) => [dso],
});

/** The transfer that starts an instruction; the coins stay the sender's, locked by the administrator. */
const lockCoins = (
  transaction: TransactionContext,
  dso: Party,
  order: TransferOrder,
  { coin }: ExtraArguments["context"],
) => {
  const { sender, receiver, amount, executeBefore } = order;
  const { transferConfigUsd, coinPrice } = fetchRound(transaction, coin.openMiningRound, dso);
  const fees = coinFees(transferConfigUsd, coinPrice);
  // What it will cost to pass the coins on is only known then; what is left goes back to the sender.
  const reserve = fees.outputFee({ receiver, amount, lock: null }, sender).times("4");
  return transaction.exercise(coin.coinRules, CoinRules.CoinRules_Transfer, {
    transfer: {
      sender,
      provider: sender,
      inputs: inputsOf(order),
      outputs: [
        {
          receiver: sender,
          receiverFeeRatio: "0",
          amount: amount.plus(reserve),
          lock: { holders: [dso], expiresAt: executeBefore, optContext: `transfer to ${receiver}` },
        },
      ],
    },
    context: { openMiningRound: coin.openMiningRound },
  });
};

const inputsOf = ({ inputHoldingCids }: TransferOrder) =>
  inputHoldingCids.map((holding) => ({ tag: "InputCoin", value: holding.as(Coin) }) as const);

const pending = (
  transaction: TransactionContext,
  order: TransferOrder,
  result: NativeOf<typeof TransferResult>,
): InstructionResultInput => {
  const [locked] = result.createdCoins;
  if (locked?.tag !== "TransferResultLockedCoin") {
    return transaction.fail({ errorId: "coin/not-locked", message: "The coins were not locked." });
  }
  const instruction = transaction.create(CoinTransferInstruction, {
    lockedCoin: locked.value,
    transfer: order,
  });
  return {
    output: {
      tag: "TransferInstructionResult_Pending",
      value: { transferInstructionCid: instruction.as(TransferInstruction) },
    },
    senderChangeCids: changeOf(result),
    meta: noMeta,
  };
};

const sendAtOnce = (
  transaction: TransactionContext,
  order: TransferOrder,
  preapproval: ContractId<"CoinRules:TransferPreapproval">,
  { coin }: ExtraArguments["context"],
): InstructionResultInput => {
  const { receiver } = transaction.fetch(TransferPreapproval, preapproval);
  transaction.assert(receiver === order.receiver, "The preapproval is of another receiver.");
  const { result } = transaction.exercise(
    preapproval,
    TransferPreapproval.TransferPreapproval_Send,
    {
      context: coin,
      inputs: inputsOf(order),
      amount: order.amount,
      sender: order.sender,
      description: order.meta.values.get(reasonKey) ?? null,
    },
  );
  return completed(result);
};

const assertForCoins = (
  transaction: TransactionContext,
  dso: Party,
  { instrumentId, executeBefore }: TransferOrder,
): void => {
  const { admin, id } = coinInstrument(dso);
  transaction.assert(
    instrumentId.admin === admin && instrumentId.id === id,
    `Only ${id} of ${admin} can be transferred here.`,
  );
  assertInTime(transaction, executeBefore);
};

CoinTransferFactory.implements(TransferFactory, {
  view: ({ dso }) => ({ admin: dso, meta: noMeta }),
  transfer({ dso }, transaction, order, { context }) {
    assertForCoins(transaction, dso, order);
    if (context.preapproval !== null) {
      return sendAtOnce(transaction, order, context.preapproval, context);
    }
    return pending(transaction, order, lockCoins(transaction, dso, order, context));
  },
});
