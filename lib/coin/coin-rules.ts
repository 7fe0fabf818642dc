import { ContractId } from "../templates/contract-id.ts";
import type { Decimal } from "../templates/decimal.ts";
import { defineTemplate } from "../templates/define-template.ts";
import { Bool, Party } from "../templates/scalars.ts";
import type { TransactionContext } from "../templates/transaction-context.ts";
import { Coin, fetchRound, type OpenRound } from "./coin.ts";
import { executeTransfer } from "./execute-transfer.ts";
import { coinFees } from "./fees.ts";
import { OpenMiningRound } from "./round.ts";
import { CoinCreateSummary, Decimal10, RoundContext, Transfer, TransferResult } from "./types.ts";

const issue = { receiver: Party, amount: Decimal10, openRound: ContractId(OpenMiningRound) };
const issued = { coinSum: CoinCreateSummary };

/** The administrator's rules by which coins are made and change hands. */
export const CoinRules = defineTemplate("CoinRules:CoinRules", {
  payload: { dso: Party, isDevNet: Bool },
  signatories: ({ dso }) => [dso],
  choices: {
    /** The sender agrees, its provider, and everybody who will own one of the coins. */
    CoinRules_Transfer: {
      argument: { transfer: Transfer, context: RoundContext },
      result: TransferResult,
      consuming: false,
      controllers: (_rules, { transfer: { sender, provider, outputs } }) => [
        sender,
        provider,
        ...outputs.map(({ receiver }) => receiver),
      ],
    },
    CoinRules_Mint: {
      argument: issue,
      result: issued,
      consuming: false,
      controllers: ({ dso }, { receiver }) => [dso, receiver],
    },
    /** A faucet, for networks whose coins are worth nothing. */
    CoinRules_DevNet_Tap: {
      argument: issue,
      result: issued,
      consuming: false,
      controllers: (_rules, { receiver }) => [receiver],
    },
  },
});

CoinRules.implement({
  CoinRules_Transfer: (transaction, { dso }, { transfer, context }) =>
    executeTransfer(transaction, transfer, { dso, openRound: context.openMiningRound }),

  CoinRules_Mint(transaction, { dso, isDevNet }, { receiver, amount, openRound }) {
    transaction.assert(isDevNet, "Coins are made at will only on development networks.");
    return issueCoin(transaction, { dso, owner: receiver, amount, openRound });
  },

  CoinRules_DevNet_Tap: (transaction, _rules, issue, self) =>
    transaction.exercise(self, CoinRules.CoinRules_Mint, issue),
});

const issueCoin = (
  transaction: TransactionContext,
  {
    dso,
    owner,
    amount,
    openRound,
  }: {
    readonly dso: Party;
    readonly owner: Party;
    readonly amount: Decimal;
    readonly openRound: OpenRound;
  },
) => {
  const { round, coinPrice, transferConfigUsd } = fetchRound(transaction, openRound, dso);
  const { ratePerRound } = coinFees(transferConfigUsd, coinPrice);
  const coin = transaction.create(Coin, {
    dso,
    owner,
    amount: { initialAmount: amount, createdAt: round, ratePerRound: { rate: ratePerRound } },
  });
  return { coinSum: { coin, coinPrice, round } };
};
