import { expect } from "chai";

import { loadFixture } from "../../fixtures/load-fixture.ts";
import { coin as scenario } from "../../fixtures/scenarios/coin.ts";
import { createLedger } from "../../lib/create-ledger.ts";
import { readAmount } from "../../lib/history/amount.ts";
import { historyPage } from "../../lib/history/history-page.ts";
import type { HistoryTransaction } from "../../lib/history/history-transaction.ts";
import type { Ledger } from "../../lib/ledger.ts";
import type { JournalStore } from "../../lib/stores/journal-store.ts";
import { createMemoryStore } from "../../lib/stores/memory-store.ts";
import { activeBalances, historyBalances, isBalanced } from "../support/coin-market.ts";

const open = (store: JournalStore): Promise<Ledger> =>
  createLedger({
    packages: scenario.packages,
    history: scenario.history,
    seed: 1,
    clock: { freeze: "2025-01-01T00:00:00Z" },
    store,
  });

const pageOf = (ledger: Ledger, extendedFields = false): readonly HistoryTransaction[] =>
  historyPage(ledger, { page_size: 1000 }, { extendedFields }).transactions;

/** Parties by their hint, and zeros left out: what the records say, readably. */
const readable = (record: unknown): unknown =>
  JSON.parse(JSON.stringify(record), (_key, value: unknown) =>
    typeof value === "string"
      ? value
          .replace(/::1220[0-9a-f]{64}$/, "")
          .replace(/^(-?\d+\.\d*[1-9])0*$|^(-?\d+)\.0{10}$/, "$1$2")
      : value,
  );

const noRewards = {
  input_app_reward_amount: "0",
  input_validator_reward_amount: "0",
  input_sv_reward_amount: "0",
  input_validator_faucet_amount: "0",
};

const change = (party: string, amount: string, rate: string): object => ({
  party,
  change_to_initial_amount_as_of_round_zero: amount,
  change_to_holding_fees_rate: rate,
});

describe("history of the coin scenario", () => {
  let store: JournalStore;
  let ledger: Ledger;
  let names: Readonly<Record<string, string>>;

  before(async () => {
    store = createMemoryStore();
    ledger = await open(store);
    names = await loadFixture(ledger, scenario.fixture);
  });

  const transfers = (): readonly Record<string, unknown>[] =>
    pageOf(ledger).flatMap((record) =>
      "transfer" in record ? [readable(record.transfer) as Record<string, unknown>] : [],
    );

  it("tells taps and mints once each, with round and gross amount", () => {
    const issued = pageOf(ledger).flatMap((record) => {
      const { round } = record;
      if ("tap" in record) return [["tap", round, record.tap.coin_amount]];
      return "mint" in record ? [["mint", round, record.mint.coin_amount]] : [];
    });
    expect(issued).to.deep.equal([
      ["tap", 12, "10000.0000000000"],
      ["mint", 12, "750.0000000000"],
      ["tap", 12, "2500.7500000000"],
      ["tap", 13, "0.0000000001"],
      ["mint", 13, "12.3456789000"],
      ["mint", 14, "1000000.0000000000"],
      ["tap", 14, "40000000000.0000000000"],
      ["mint", 15, "33.3333333333"],
    ]);
  });

  it("tells a transfer to two receivers with fees, change and balance changes", () => {
    expect(transfers()[0]).to.deep.equal({
      sender: {
        party: "alice",
        input_coin_amount: "10000",
        ...noRewards,
        sender_change_amount: "8719.5",
        sender_change_fee: "6",
        sender_fee: "24.5",
        holding_fees: "0",
      },
      receivers: [
        { party: "bob", amount: "1000", receiver_fee: "0" },
        { party: "carol", amount: "250", receiver_fee: "0" },
      ],
      balance_changes: [
        change("alice", "-1280.49238964", "0"),
        change("bob", "1000.05327252", "0.00380518"),
        change("carol", "250.05327252", "0.00380518"),
      ],
    });
  });

  it("tells a merge with rewards as a transfer without receivers", () => {
    expect(transfers()[1]).to.deep.equal({
      sender: {
        party: "bob",
        input_coin_amount: "3500.75",
        input_app_reward_amount: "31.5",
        input_validator_reward_amount: "574.2",
        input_sv_reward_amount: "0",
        input_validator_faucet_amount: "570",
        sender_change_amount: "4100.45",
        sender_change_fee: "6",
        sender_fee: "0",
        holding_fees: "0",
      },
      receivers: [],
      balance_changes: [change("bob", "599.65814302", "-0.00380518")],
    });
  });

  it("adds up two outputs of one receiver, who pays half the fee", () => {
    expect(transfers()[2]).to.deep.include({
      receivers: [{ party: "dave", amount: "625.5", receiver_fee: "9.1275" }],
      balance_changes: [
        change("bob", "-640.6275", "0"),
        change("dave", "616.4866554", "0.00761036"),
      ],
    });
    expect(transfers()[2]?.["sender"]).to.deep.include({ sender_fee: "9.1275" });
  });

  it("tells what a preapproved transfer is for", () => {
    expect(transfers()[3]).to.deep.include({
      description: "invoice 2025-031",
      receivers: [{ party: "carol", amount: "42", receiver_fee: "0" }],
      balance_changes: [
        change("bob", "-41.99619482", "0"),
        change("carol", "42.06088288", "0.00380518"),
      ],
    });
  });

  it("tells both steps of a transfer in two steps, joined by the instruction", () => {
    const [, , , , first, second] = transfers();
    expect(first).to.deep.include({
      description: "deposit",
      transferInstructionReceiver: "dave",
      transferInstructionAmount: "300",
      receivers: [{ party: "alice", amount: "300", receiver_fee: "0" }],
      balance_changes: [change("alice", "0.06849324", "0.00380518")],
    });
    expect(second).to.deep.include({
      transferInstructionCid: first?.["transferInstructionCid"],
      receivers: [{ party: "dave", amount: "300", receiver_fee: "0" }],
      balance_changes: [
        change("alice", "-300.06088288", "-0.00380518"),
        change("dave", "300.06468806", "0.00380518"),
      ],
    });
    expect(second).to.not.have.any.keys("description", "transferInstructionReceiver");
  });

  it("names the exercise that caused the record, or the one around it", () => {
    const nodes = pageOf(ledger).flatMap((record) =>
      "transfer" in record ? [record.event_id.split(":").at(-1)] : [],
    );
    expect(nodes[3], "preapproved").to.equal("0");
    expect(nodes[4], "instructed").to.equal("0");
    expect(Number(nodes[5]), "accepted: the transfer inside").to.be.greaterThan(0);
  });

  it("tells rejected and withdrawn instructions, without round", () => {
    const aborts = pageOf(ledger, true).flatMap((record) =>
      "abort_transfer_instruction" in record ? [record] : [],
    );
    expect(aborts.map((record) => record.abort_transfer_instruction.abort_kind)).to.deep.equal([
      "reject",
      "withdraw",
    ]);
    expect(aborts.some((record) => "round" in record)).to.equal(false);
    const started = pageOf(ledger).flatMap((record) =>
      "transfer" in record && record.transfer.transferInstructionReceiver !== undefined
        ? [record.transfer.transferInstructionCid]
        : [],
    );
    for (const { abort_transfer_instruction: abort } of aborts) {
      expect(started).to.include(abort.transfer_instruction_cid);
    }
  });

  it("marks its kinds when asked for the extended fields", () => {
    const kinds = pageOf(ledger, true).map((record) => [
      record.transaction_type,
      "transfer" in record ? record.transfer.transfer_kind : undefined,
    ]);
    expect(kinds).to.deep.include.members([
      ["devnet_tap", undefined],
      ["mint", undefined],
      ["transfer", undefined],
      ["transfer", "preapproval_send"],
      ["transfer", "create_transfer_instruction"],
      ["transfer", "transfer_instruction_accept"],
      ["abort_transfer_instruction", undefined],
    ]);
  });

  it("balances every transfer, and adds up to the coins there are", () => {
    const history = pageOf(ledger);
    expect(history.every(isBalanced)).to.equal(true);
    expect(historyBalances(history, readAmount("0.00380518"))).to.deep.equal(
      activeBalances(ledger),
    );
  });

  it("gives update ids that look up the transactions", () => {
    for (const { event_id: eventId } of pageOf(ledger)) {
      const updateId = eventId.slice(1, eventId.lastIndexOf(":"));
      expect(ledger.state.updateOffsets.has(updateId)).to.equal(true);
    }
  });

  it("is the same, byte for byte, when it is rebuilt from the journal", async () => {
    const rebuilt = await open(await store.fork());
    expect(JSON.stringify(pageOf(rebuilt, true))).to.equal(JSON.stringify(pageOf(ledger, true)));
  });

  it("is the same in a ledger of the same seed, and goes back with a revert", async () => {
    const twin = await open(createMemoryStore());
    const before = twin.snapshot();
    expect(await loadFixture(twin, scenario.fixture)).to.deep.equal(names);
    expect(pageOf(twin)).to.deep.equal(pageOf(ledger));
    await twin.revert(before);
    expect(pageOf(twin)).to.be.empty;
  });
});
