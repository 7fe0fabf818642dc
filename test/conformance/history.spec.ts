import { expect } from "chai";
import express from "express";

import { coinScenario, openScenarios } from "../../fixtures/index.ts";
import { amountText, readAmount, recordHistory } from "../../lib/history.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { createFetch, createHistoryRouter } from "../../middleware/index.ts";
import { apiClient } from "../support/api-client.ts";
import { httpFetch } from "../support/http-fetch.ts";
import { untyped } from "../support/untyped.ts";
import { withListeningServer } from "../support/with-listening-server.ts";

type Fields = Readonly<Record<string, unknown>>;
type Transfer = Fields & {
  readonly sender: Readonly<Record<string, string>>;
  readonly receivers: readonly Readonly<Record<string, string>>[];
  readonly balance_changes: readonly Readonly<Record<string, string>>[];
};

const path = "/v0/transactions";

describe("records of the history API", () => {
  let ledger: Ledger;
  let records: readonly Fields[];

  const sendTo = (queried: Ledger) =>
    apiClient(createFetch(queried, { auth: "disabled" }), "http://ledger.invalid");
  const ask = async (body: unknown, of = ledger): Promise<Fields> => {
    const { status, text, json } = await sendTo(of)("POST", path, { body });
    expect(status, text).to.equal(200);
    return json as Fields;
  };
  const page = async (body: Fields = {}): Promise<readonly Fields[]> =>
    (await ask({ page_size: 1000, ...body }))["transactions"] as readonly Fields[];

  before(async () => {
    ledger = await openScenarios([coinScenario], { seed: 1 });
    records = await page();
  });

  const transfers = () =>
    records.flatMap((record) => ("transfer" in record ? [record["transfer"] as Transfer] : []));

  const decimal = /^-?\d+\.\d{10}$/;

  it("S18.6+ have id, date, domain and offset as text, and the round as a number", () => {
    expect(records).to.have.length.greaterThan(3);
    for (const record of records) {
      expect(record["event_id"]).to.be.a("string").that.is.not.empty;
      expect(record["domain_id"]).to.equal(ledger.state.synchronizers[0]?.id);
      expect(record["offset"]).to.match(/^00[0-9a-f]{16}$/);
      if ("round" in record) expect(record["round"]).to.satisfy(Number.isSafeInteger);
    }
    expect(records.some((record) => "round" in record)).to.equal(true);
  });

  it("S18.7+ have an RFC 3339 date in UTC that never decreases", () => {
    const dates = records.map(({ date }) => String(date));
    for (const date of dates) {
      expect(date).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/);
    }
    const times = dates.map((date) => Date.parse(date));
    expect(times).to.deep.equal(times.toSorted((left, right) => left - right));
  });

  it("S18.8+ report inputs, fees and change of a sender", () => {
    const inputs = ["coin", "app_reward", "validator_reward", "sv_reward", "validator_faucet"];
    expect(transfers()).to.not.be.empty;
    for (const { sender } of transfers()) {
      expect(sender).to.have.all.keys(
        "party",
        "sender_change_fee",
        "sender_change_amount",
        "sender_fee",
        "holding_fees",
        ...inputs.map((input) => `input_${input}_amount`),
      );
      const { party, ...amounts } = sender;
      expect(party).to.match(/::1220/);
      for (const amount of Object.values(amounts)) expect(amount).to.match(decimal);
    }
  });

  it("S18.9+ report receivers, amounts and balance changes", () => {
    expect(transfers().flatMap(({ receivers }) => receivers)).to.not.be.empty;
    for (const { receivers, balance_changes: changes } of transfers()) {
      for (const receiver of receivers) {
        expect(receiver).to.have.all.keys("party", "amount", "receiver_fee");
        expect(receiver["amount"]).to.match(decimal);
        expect(receiver["receiver_fee"]).to.match(decimal);
      }
      expect(changes).to.not.be.empty;
      for (const change of changes) {
        const amount = "change_to_initial_amount_as_of_round_zero";
        expect(change).to.have.all.keys("party", amount, "change_to_holding_fees_rate");
        expect(change[amount]).to.match(decimal);
        expect(change["change_to_holding_fees_rate"]).to.match(decimal);
      }
    }
  });

  it("S18.10+ report description and transfer instruction of a transfer that has them", async () => {
    const own = await createLedger({ seed: 1 });
    const instruction = {
      description: "rent",
      transferInstructionReceiver: "bob::1220ab",
      transferInstructionAmount: "1.0000000000",
      transferInstructionCid: "00ab",
    };
    const [example] = transfers();
    const records = [{ transfer: { ...example, ...instruction } }, { transfer: example }];
    await recordHistory(own, { transactions: untyped(records) });
    const { transactions } = (await ask({ page_size: 5 }, own)) as {
      readonly transactions: readonly { readonly transfer: Fields }[];
    };
    expect(transactions[0]?.transfer).to.deep.include(instruction);
    expect(transactions[1]?.transfer).to.not.have.any.keys(...Object.keys(instruction).slice(1));
  });

  it("S18.11+ report owner and amount of mints and taps, and the instruction of an abort", async () => {
    const own = await createLedger({ seed: 1 });
    const coin = { coin_owner: "alice::1220ab", coin_amount: "2.5000000000" };
    const abort = { transfer_instruction_cid: "00ab" };
    const given = [{ mint: coin }, { tap: coin }, { abort_transfer_instruction: abort }];
    await recordHistory(own, { transactions: given });
    const { transactions } = await ask({ page_size: 5 }, own);
    (transactions as readonly Fields[]).forEach((record, index) => {
      expect(record).to.deep.include(given[index] ?? {});
    });
    expect(records.filter((record) => "tap" in record || "mint" in record)).to.not.be.empty;
  });

  it("S18.11- refuse mints, taps and aborts without these fields", async () => {
    const own = await createLedger({ seed: 1 });
    for (const record of [
      { tap: { coin_owner: "alice::1220ab" } },
      { mint: { coin_amount: "1.0" } },
      { abort_transfer_instruction: {} },
      { tap: { coin_owner: "alice::1220ab", coin_amount: 1 } },
      { tap: { coin_owner: "alice::1220ab", coin_amount: "much" } },
    ]) {
      const refusal = await recordHistory(own, { transactions: [record] }).catch(
        (error: unknown) => error,
      );
      expect(refusal, JSON.stringify(record)).to.be.an("error");
    }
  });

  it("S18.12+ balance inputs with outputs and fees", () => {
    const sum = (amounts: readonly (string | undefined)[]): string =>
      amountText(amounts.reduce((total, amount) => total + readAmount(amount ?? "0"), 0n));
    for (const { sender, receivers } of transfers()) {
      const given = sum([
        sender["input_coin_amount"],
        sender["input_app_reward_amount"],
        // `input_validator_reward_amount` already includes the faucet's amount.
        sender["input_validator_reward_amount"],
        sender["input_sv_reward_amount"],
      ]);
      const taken = sum([
        sender["sender_change_amount"],
        sender["sender_change_fee"],
        sender["sender_fee"],
        sender["holding_fees"],
        // The receiver's fee is subtracted from its amount.
        ...receivers.map(({ amount }) => amount),
      ]);
      expect(given).to.equal(taken);
    }
  });

  it("S18.13+ S18.4+ are listed in ledger order, by id and by offset", async () => {
    const ids = records.map(({ event_id: id }) => String(id));
    expect(ids).to.deep.equal(ids.toSorted());
    expect(new Set(ids)).to.have.property("size", ids.length);
    const offsets = records.map(({ offset }) => String(offset));
    expect(offsets).to.deep.equal(offsets.toSorted());
    const down = await page({ sort_order: "desc" });
    expect(down.map(({ event_id: id }) => id)).to.deep.equal(ids.toReversed());
  });

  it("S18.14+ treat null and an empty text as an absent cursor, and null as an absent order", async () => {
    expect(await page({ page_end_event_id: null })).to.deep.equal(records);
    expect(await page({ page_end_event_id: "" })).to.deep.equal(records);
    expect(await page({ sort_order: null })).to.deep.equal(records);
  });

  it("S18.14- refuse an empty sort order, and return nothing after an unknown id", async () => {
    const body = { page_size: 1, sort_order: "" };
    expect((await sendTo(ledger)("POST", path, { body })).status).to.equal(400);
    expect(await page({ page_end_event_id: "#9999999999999999:1220:0" })).to.deep.equal([]);
  });

  it("S18.15+ return an empty list on a ledger without history", async () => {
    expect(await ask({ page_size: 1 }, await createLedger())).to.deep.equal({ transactions: [] });
  });

  it("S18.16+ are served by a router without the ledger API", async () => {
    await withListeningServer(express().use(createHistoryRouter(ledger)), async (baseUrl) => {
      const send = apiClient(httpFetch, baseUrl);
      expect((await send("POST", path, { body: { page_size: 1 } })).status).to.equal(200);
      expect((await send("GET", "/v2/version")).status).to.equal(404);
    });
  });

  it("S18.1- S18.17- refuse page sizes below 1 and above 1000", async () => {
    for (const size of [0, -1, 1001, 9_007_199_254_740_991, undefined]) {
      const { status } = await sendTo(ledger)("POST", path, { body: { page_size: size } });
      expect(status, String(size)).to.equal(400);
    }
  });

  it("S18.17+ accept every page size from 1 to 1000", async () => {
    expect(await page({ page_size: 1 })).to.have.length(1);
    expect(await page({ page_size: 1000 })).to.deep.equal(records);
  });
});
