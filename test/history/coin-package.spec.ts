import { expect } from "chai";
import fc from "fast-check";

import { coin } from "../../lib/coin/coin-package.ts";
import { readAmount } from "../../lib/history/amount.ts";
import {
  activeBalances,
  CoinMarket,
  fees,
  historyBalances,
  isBalanced,
  noFees,
  type CoinId,
} from "../support/coin-market.ts";
import { rejectionOf } from "../support/error-of.ts";
import { runs } from "../support/properties.ts";

describe("the coin package", () => {
  it("takes no fees when none are configured", async () => {
    const market = await CoinMarket.open(["alice", "bob"]);
    const [alice = "", bob = ""] = market.owners;
    const openRound = await market.round(3n, noFees);
    const tapped = await market.tap(alice, "10", openRound);
    const outputs = [{ receiver: bob, amount: "10" }];
    const made = await market.transfer({ sender: alice, inputs: [tapped], outputs, openRound });
    expect(made).to.have.length(1);
    const [, record] = market.history();
    expect(record && "transfer" in record && record.transfer.sender).to.deep.include({
      sender_fee: "0.0000000000",
      sender_change_amount: "0.0000000000",
    });
  });

  it("falls to the next rate where the amount passes a step", async () => {
    const market = await CoinMarket.open(["alice", "bob"]);
    const [alice = "", bob = ""] = market.owners;
    const openRound = await market.round(1n);
    const tapped = await market.tap(alice, "100000", openRound);
    const outputs = [{ receiver: bob, amount: "30000" }];
    await market.transfer({ sender: alice, inputs: [tapped], outputs, openRound });
    const [, record] = market.history();
    // 6 to make the coin, 1 % of 20,000 and 0.1 % of the other 10,000.
    expect(record && "transfer" in record && record.transfer.sender.sender_fee).to.equal(
      "216.0000000000",
    );
  });

  it("lets nobody send what is not theirs, or more than they have", async () => {
    const market = await CoinMarket.open(["alice", "bob"]);
    const [alice = "", bob = ""] = market.owners;
    const openRound = await market.round(1n, noFees);
    const tapped = await market.tap(alice, "10", openRound);
    const toBob = [{ receiver: bob, amount: "11" }];
    const tooMuch = market.transfer({ sender: alice, inputs: [tapped], outputs: toBob, openRound });
    expect((await rejectionOf(tooMuch)).context["error_id"]).to.equal("coin/insufficient-funds");
    const toAlice = [{ receiver: alice, amount: "1" }];
    const stolen = market.transfer({ sender: bob, inputs: [tapped], outputs: toAlice, openRound });
    expect((await rejectionOf(stolen)).code).to.equal("DAML_FAILURE");
    expect(market.history()).to.have.length(1);
  });

  it("asks everybody who will own a coin", async () => {
    const market = await CoinMarket.open(["alice", "bob"]);
    const [alice = "", bob = ""] = market.owners;
    const openRound = await market.round(1n, noFees);
    const tapped = await market.tap(alice, "10", openRound);
    const alone = market.ledger.submit({
      actAs: alice,
      readAs: market.dso,
      commands: market.rules.exercise(coin.CoinRules.CoinRules_Transfer, {
        transfer: {
          sender: alice,
          provider: alice,
          inputs: [{ tag: "InputCoin", value: tapped }],
          outputs: [{ receiver: bob, receiverFeeRatio: "0", amount: "1" }],
        },
        context: { openMiningRound: openRound },
      }),
    });
    expect((await rejectionOf(alone)).code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("makes coins at will only on development networks", async () => {
    const market = await CoinMarket.open(["alice"], { isDevNet: false });
    const [alice = ""] = market.owners;
    const openRound = await market.round(1n);
    const { code } = await rejectionOf(market.tap(alice, "10", openRound));
    expect(code).to.equal("DAML_FAILURE");
    expect(market.history()).to.be.empty;
  });

  it("lets dust expire, without a trace in the history", async () => {
    const market = await CoinMarket.open(["alice"]);
    const [alice = ""] = market.owners;
    const dust = await market.tap(alice, "0.001", await market.round(1n));
    const expire = (openRound: Awaited<ReturnType<CoinMarket["round"]>>) =>
      market.ledger.submit({
        actAs: market.dso,
        commands: dust.exercise(coin.Coin.Coin_Expire, { openRound }),
      });
    const early = await rejectionOf(expire(await market.round(1n)));
    expect(early.code).to.equal("DAML_FAILURE");
    await expire(await market.round(2n));
    expect(market.history()).to.have.length(1);
    expect(activeBalances(market.ledger)).to.deep.equal({});
  });

  it("gives a locked coin back to its owner once the lock has expired", async () => {
    const market = await CoinMarket.open(["alice"]);
    const [alice = ""] = market.owners;
    const openRound = await market.round(1n, noFees);
    const { ledger, dso } = market;
    const created = await ledger.submit({
      actAs: [alice, dso],
      commands: coin.LockedCoin.create({
        coin: {
          dso,
          owner: alice,
          amount: {
            initialAmount: "5",
            createdAt: { number: 1 },
            ratePerRound: { rate: "0" },
          },
        },
        lock: { holders: [dso], expiresAt: "2025-03-04T10:00:00Z" },
      }),
    });
    const [locked] = created.created(coin.LockedCoin);
    const unlock = () =>
      ledger.submit({
        actAs: alice,
        readAs: dso,
        commands: coin.LockedCoin.contractId(String(locked)).exercise(
          coin.LockedCoin.LockedCoin_OwnerExpireLock,
          { openRound },
        ),
      });
    expect((await rejectionOf(unlock())).code).to.equal("DAML_FAILURE");
    ledger.clock.advance(3_600_000_000n);
    expect((await unlock()).created(coin.Coin)).to.have.length(1);
  });

  it("shows coins, locked or not, as holdings", async () => {
    const market = await CoinMarket.open(["alice"]);
    const [alice = ""] = market.owners;
    const tapped = await market.tap(alice, "7", await market.round(1n));
    const { state } = market.ledger;
    const contract = state.contracts.get(tapped.contractId)?.contract;
    const template = state.packages.template(contract?.templateId ?? "");
    const holding = state.packages.interface([...(template?.implements ?? [])][0] ?? "");
    if (contract === undefined || holding === undefined) expect.fail("The coin is no holding.");
    const view = coin.engine.view(contract.templateId, holding.id, contract);
    expect(state.packages.codec(holding.view).encode(view)).to.deep.include({
      owner: alice,
      amount: "7.0000000000",
      instrumentId: { admin: market.dso, id: "Coin" },
    });
  });
});

interface Payment {
  readonly sender: number;
  readonly outputs: readonly {
    readonly receiver: number;
    readonly percent: number;
    readonly ratio: number;
  }[];
  readonly hasFees: boolean;
}

const payments: fc.Arbitrary<readonly Payment[]> = fc.array(
  fc.record({
    sender: fc.nat({ max: 2 }),
    outputs: fc.array(
      fc.record({
        receiver: fc.nat({ max: 2 }),
        percent: fc.integer({ min: 1, max: 25 }),
        ratio: fc.nat({ max: 1000 }),
      }),
      { maxLength: 3 },
    ),
    hasFees: fc.boolean(),
  }),
  { maxLength: 5 },
);

describe("random transfers", () => {
  it("balance, and their history adds up to the coins there are", async () => {
    await fc.assert(
      fc.asyncProperty(payments, async (all) => {
        const market = await CoinMarket.open(["alice", "bob", "carol"]);
        const purses = new Map<number, CoinId>();
        const first = await market.round(0n);
        for (const [index, owner] of market.owners.entries()) {
          purses.set(index, await market.tap(owner, "98765.4321", first));
        }
        for (const [index, payment] of all.entries()) {
          await pay(market, purses, payment, BigInt(index + 1));
        }
        const history = market.history();
        expect(history).to.have.length(3 + all.length);
        expect(history.every(isBalanced)).to.equal(true);
        expect(historyBalances(history, readAmount("0.00380518"))).to.deep.equal(
          activeBalances(market.ledger),
        );
      }),
      { numRuns: runs(15) },
    );
  });
});

/** Pays parts of what the sender was tapped; the change is its purse from then on. */
const pay = async (
  market: CoinMarket,
  purses: Map<number, CoinId>,
  { sender, outputs, hasFees }: Payment,
  round: bigint,
): Promise<void> => {
  const purse = purses.get(sender);
  if (purse === undefined) return;
  const made = await market.transfer({
    sender: market.owners[sender] ?? "",
    inputs: [purse],
    outputs: outputs.map(({ receiver, percent, ratio }) => ({
      receiver: market.owners[receiver] ?? "",
      amount: `${String(percent * 13)}.${String(ratio).padStart(7, "7")}`,
      receiverFeeRatio: `0.${String(ratio).padStart(3, "0").slice(-3)}`,
    })),
    openRound: await market.round(round, hasFees ? fees : noFees),
  });
  const change = made.at(-1);
  if (change !== undefined) purses.set(sender, change);
};
