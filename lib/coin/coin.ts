import { ContractId } from "../templates/contract-id.ts";
import { defineTemplate } from "../templates/define-template.ts";
import { Party } from "../templates/scalars.ts";
import type { TransactionContext } from "../templates/transaction-context.ts";
import { coinInstrument, Holding } from "./holding.ts";
import { OpenMiningRound } from "./round.ts";
import {
  CoinCreateSummary,
  CoinData,
  CoinExpireSummary,
  coinFields,
  Decimal10,
  RewardKind,
  TimeLock,
} from "./types.ts";

const isSound = ({ amount }: CoinData): boolean =>
  amount.initialAmount.isPositive() && !amount.ratePerRound.rate.isNegative();

const inRound = { openRound: ContractId(OpenMiningRound) };

/** A coin that its owner can spend. */
export const Coin = defineTemplate("Coin:Coin", {
  payload: coinFields,
  signatories: ({ dso, owner }) => [dso, owner],
  ensure: isSound,
  choices: {
    /** Removes a coin that has lost all it was worth. */
    Coin_Expire: {
      argument: inRound,
      result: { expireSum: CoinExpireSummary },
      controllers: ({ dso }) => [dso],
    },
  },
});

/** A coin that waits for its lock. */
export const LockedCoin = defineTemplate("Coin:LockedCoin", {
  payload: { coin: CoinData, lock: TimeLock },
  signatories: ({ coin, lock }) => [coin.dso, coin.owner, ...lock.holders],
  ensure: ({ coin, lock }) => isSound(coin) && lock.holders.length > 0,
  choices: {
    LockedCoin_Unlock: {
      argument: inRound,
      result: { coinSum: CoinCreateSummary },
      controllers: ({ coin, lock }) => [coin.owner, ...lock.holders],
    },
    /** Once the lock has expired, the owner needs nobody's consent. */
    LockedCoin_OwnerExpireLock: {
      argument: inRound,
      result: { coinSum: CoinCreateSummary },
      controllers: ({ coin }) => [coin.owner],
    },
    LockedCoin_ExpireCoin: {
      argument: inRound,
      result: { expireSum: CoinExpireSummary },
      controllers: ({ coin }) => [coin.dso],
    },
  },
});

/** Coins that somebody has earned and may spend in a transfer. */
export const RewardCoupon = defineTemplate("Coin:RewardCoupon", {
  payload: { dso: Party, beneficiary: Party, kind: RewardKind, amount: Decimal10 },
  signatories: ({ dso }) => [dso],
  observers: ({ beneficiary }) => [beneficiary],
  ensure: ({ amount }) => amount.isPositive(),
});

export type OpenRound = ContractId<"Round:OpenMiningRound">;

/** The round, which must be the administrator's own. */
export const fetchRound = (transaction: TransactionContext, openRound: OpenRound, dso: Party) => {
  const round = transaction.fetch(OpenMiningRound, openRound);
  transaction.assert(round.dso === dso, "The round is another administrator's.");
  return round;
};

const expire = (transaction: TransactionContext, coin: CoinData, openRound: OpenRound) => {
  const { round } = fetchRound(transaction, openRound, coin.dso);
  const { initialAmount, createdAt, ratePerRound } = coin.amount;
  const lost = ratePerRound.rate.times(round.number - createdAt.number);
  transaction.assert(lost.isAtLeast(initialAmount), "The coin is still worth something.");
  return {
    expireSum: {
      owner: coin.owner,
      round,
      changeToInitialAmountAsOfRoundZero: initialAmount
        .plus(ratePerRound.rate.times(createdAt.number))
        .negated(),
      changeToHoldingFeesRate: ratePerRound.rate.negated(),
    },
  };
};

const unlock = (transaction: TransactionContext, coin: CoinData, openRound: OpenRound) => {
  const { round, coinPrice } = fetchRound(transaction, openRound, coin.dso);
  return { coinSum: { coin: transaction.create(Coin, coin), coinPrice, round } };
};

Coin.implement({
  Coin_Expire: (transaction, coin, { openRound }) => expire(transaction, coin, openRound),
});

LockedCoin.implement({
  LockedCoin_Unlock: (transaction, { coin }, { openRound }) => unlock(transaction, coin, openRound),
  LockedCoin_OwnerExpireLock: (transaction, { coin, lock }, { openRound }) => {
    transaction.assert(!transaction.isBefore(lock.expiresAt), "The lock has not expired yet.");
    return unlock(transaction, coin, openRound);
  },
  LockedCoin_ExpireCoin: (transaction, { coin }, { openRound }) =>
    expire(transaction, coin, openRound),
});

Coin.implements(Holding, {
  view: ({ dso, owner, amount }) => ({
    owner,
    instrumentId: coinInstrument(dso),
    amount: amount.initialAmount,
  }),
});

LockedCoin.implements(Holding, {
  view: ({ coin, lock: { holders, expiresAt } }) => ({
    owner: coin.owner,
    instrumentId: coinInstrument(coin.dso),
    amount: coin.amount.initialAmount,
    lock: { holders, expiresAt },
  }),
});
