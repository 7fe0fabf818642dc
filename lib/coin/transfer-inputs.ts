import type { Decimal } from "../templates/decimal.ts";
import type { Party } from "../templates/scalars.ts";
import type { TransactionContext } from "../templates/transaction-context.ts";
import { Coin, RewardCoupon } from "./coin.ts";
import { sumOf } from "./fees.ts";
import type { CoinData, Transfer } from "./types.ts";

/** What a transfer has to spend; the contracts are archived by now. */
export interface TransferInputs {
  readonly coins: readonly CoinData[];
  readonly total: Decimal;
  readonly amounts: {
    readonly inputCoinAmount: Decimal;
    readonly inputAppRewardAmount: Decimal;
    /** Faucet coupons included. */
    readonly inputValidatorRewardAmount: Decimal;
    readonly inputSvRewardAmount: Decimal;
    readonly inputValidatorFaucetAmount: Decimal;
  };
}

/** Archives the inputs. All must be the sender's and of the administrator `dso`. */
export const consumeInputs = (
  transaction: TransactionContext,
  { sender, inputs }: Transfer,
  dso: Party,
): TransferInputs => {
  const coins: CoinData[] = [];
  const coupons: { readonly kind: string; readonly amount: Decimal }[] = [];
  for (const input of inputs) {
    if (input.tag === "InputCoin") {
      const coin = transaction.fetch(Coin, input.value);
      transaction.assert(coin.owner === sender && coin.dso === dso, notTheirs(sender));
      transaction.exercise(input.value, Coin.Archive);
      coins.push(coin);
    } else {
      const coupon = transaction.fetch(RewardCoupon, input.value);
      transaction.assert(coupon.beneficiary === sender && coupon.dso === dso, notTheirs(sender));
      transaction.exercise(input.value, RewardCoupon.Archive);
      coupons.push(coupon);
    }
  }
  const rewards = (...kinds: readonly string[]): Decimal =>
    sumOf(coupons.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
  const inputCoinAmount = sumOf(coins.map(({ amount }) => amount.initialAmount));
  return {
    coins,
    total: sumOf([inputCoinAmount, ...coupons.map(({ amount }) => amount)]),
    amounts: {
      inputCoinAmount,
      inputAppRewardAmount: rewards("AppReward"),
      inputValidatorRewardAmount: rewards("ValidatorReward", "ValidatorFaucet"),
      inputSvRewardAmount: rewards("SvReward"),
      inputValidatorFaucetAmount: rewards("ValidatorFaucet"),
    },
  };
};

const notTheirs = (sender: Party): string => `${sender} can spend only what it owns.`;
