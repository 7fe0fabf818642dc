import { ContractId } from "../templates/contract-id.ts";
import { defineTemplate } from "../templates/define-template.ts";
import type { TransactionContext } from "../templates/transaction-context.ts";
import { LockedCoin } from "./coin.ts";
import { CoinRules } from "./coin-rules.ts";
import { Holding } from "./holding.ts";
import { completed, noMeta } from "./instruction-results.ts";
import { TransferInstruction, TransferOrder } from "./transfer-interfaces.ts";

/** A transfer of coins that waits for its receiver. */
export const CoinTransferInstruction = defineTemplate(
  "CoinTransferInstruction:CoinTransferInstruction",
  {
    payload: { lockedCoin: ContractId(LockedCoin), transfer: TransferOrder },
    signatories: ({ transfer }) => [transfer.instrumentId.admin, transfer.sender],
    observers: ({ transfer }) => [transfer.receiver],
  },
);

/** Fails the submission once `executeBefore` is reached. */
export const assertInTime = (transaction: TransactionContext, executeBefore: bigint): void =>
  transaction.assert(
    transaction.isBefore(executeBefore),
    "The time for this transfer has run out.",
  );

CoinTransferInstruction.implements(TransferInstruction, {
  view: ({ transfer }) => ({ transfer, meta: noMeta }),

  accept({ lockedCoin, transfer }, transaction, { context: { coin } }) {
    assertInTime(transaction, transfer.executeBefore);
    const { openMiningRound } = coin;
    const { coinSum } = transaction.exercise(lockedCoin, LockedCoin.LockedCoin_Unlock, {
      openRound: openMiningRound,
    });
    const { sender, receiver, amount } = transfer;
    const result = transaction.exercise(coin.coinRules, CoinRules.CoinRules_Transfer, {
      transfer: {
        sender,
        provider: sender,
        inputs: [{ tag: "InputCoin", value: coinSum.coin }],
        outputs: [{ receiver, receiverFeeRatio: "0", amount }],
      },
      context: { openMiningRound },
    });
    return completed(result);
  },

  abort({ lockedCoin }, transaction, { context: { coin } }) {
    const { coinSum } = transaction.exercise(lockedCoin, LockedCoin.LockedCoin_Unlock, {
      openRound: coin.openMiningRound,
    });
    return {
      output: { tag: "TransferInstructionResult_Failed", value: {} },
      senderChangeCids: [coinSum.coin.as(Holding)],
      meta: noMeta,
    };
  },
});
