import { List, Optional } from "../templates/containers.ts";
import { defineTemplate } from "../templates/define-template.ts";
import { Party, Text, Timestamp } from "../templates/scalars.ts";
import { CoinRules } from "./coin-rules.ts";
import { CoinContext, Decimal10, TransferInput, TransferResult } from "./types.ts";

/** The receiver's standing consent to be sent coins. */
export const TransferPreapproval = defineTemplate("CoinRules:TransferPreapproval", {
  payload: { dso: Party, receiver: Party, provider: Party, expiresAt: Timestamp },
  signatories: ({ receiver, provider }) => [receiver, provider],
  observers: ({ dso }) => [dso],
  choices: {
    TransferPreapproval_Send: {
      argument: {
        context: CoinContext,
        inputs: List(TransferInput),
        amount: Decimal10,
        sender: Party,
        description: Optional(Text),
      },
      result: { result: TransferResult },
      consuming: false,
      controllers: (_preapproval, { sender }) => [sender],
    },
  },
});

TransferPreapproval.implement({
  TransferPreapproval_Send(transaction, preapproval, { context, inputs, amount, sender }) {
    const { dso, receiver, provider, expiresAt } = preapproval;
    transaction.assert(transaction.isBefore(expiresAt), "The preapproval has expired.");
    const rules = transaction.fetch(CoinRules, context.coinRules);
    transaction.assert(rules.dso === dso, "The rules are another administrator's.");
    const result = transaction.exercise(context.coinRules, CoinRules.CoinRules_Transfer, {
      transfer: {
        sender,
        provider,
        inputs,
        outputs: [{ receiver, receiverFeeRatio: "0", amount }],
      },
      context: { openMiningRound: context.openMiningRound },
    });
    return { result };
  },
});
