import { expect } from "chai";

import { amountAsOfRoundZero, type CoinHistoryRecordJson, readAmount } from "../../lib/history.ts";
import type { AmuletNetwork, OwnedCoin } from "./amulet-network.ts";
import { type Balances, historyBalances, isBalanced } from "./coin-market.ts";

/** A holding fee of 0.00002 at a price of 0.5. */
const ratePerRound = readAmount("0.00004");

/**
 * Checks the rules of transaction-history.md 7 for the whole history: the inputs of a transfer equal its
 * outputs; the receiver of one output gets its net amount; and the sum of taps, mints and transfers, with the
 * coins of round 1 in `madeOtherwise` (by owner), equals the existing coins.
 */
export const expectIdentities = async (
  network: AmuletNetwork,
  madeOtherwise: Readonly<Record<string, readonly string[]>> = {},
): Promise<void> => {
  const history = await network.history({ page_size: 1000 });
  for (const record of history) {
    expect(isBalanced(record), JSON.stringify(record)).to.equal(true);
    expectNetAmounts(record);
  }
  const made = Object.entries(madeOtherwise).flatMap(([coin_owner, amounts]) =>
    amounts.map((coin_amount) => ({ round: 1, mint: { coin_owner, coin_amount } })),
  );
  const told = historyBalances(
    [...history, ...made] as readonly CoinHistoryRecordJson[],
    ratePerRound,
  );
  const owned: [string, Balances[string]][] = [];
  for (const party of Object.keys(told)) owned.push([party, balanceOf(await network.coins(party))]);
  expect(told).to.deep.equal(Object.fromEntries(owned));
};

const expectNetAmounts = (record: CoinHistoryRecordJson): void => {
  if (!("transfer" in record)) return;
  const { sender, receivers, balance_changes: changes } = record.transfer;
  for (const { party, amount, receiver_fee: fee } of receivers) {
    if (party === sender.party) continue;
    const change = changes.find((each) => each.party === party);
    const round = BigInt(record.round ?? 0);
    expect({
      amount: readAmount(change?.change_to_initial_amount_as_of_round_zero ?? ""),
      rate: readAmount(change?.change_to_holding_fees_rate ?? ""),
    }).to.deep.equal({
      amount: readAmount(amount) - readAmount(fee) + ratePerRound * round,
      rate: ratePerRound,
    });
  }
};

const balanceOf = (coins: readonly OwnedCoin[]): Balances[string] => {
  let balance = { amount: 0n, rate: 0n };
  for (const {
    initialAmount,
    createdAt,
    ratePerRound: { rate },
  } of coins) {
    const coin = {
      amount: readAmount(initialAmount),
      createdRound: BigInt(createdAt.number),
      ratePerRound: readAmount(rate),
    };
    balance = {
      amount: balance.amount + amountAsOfRoundZero(coin),
      rate: balance.rate + coin.ratePerRound,
    };
  }
  return balance;
};
