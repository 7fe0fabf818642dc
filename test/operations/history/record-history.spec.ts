import { expect } from "chai";

import { createLedger } from "../../../lib/create-ledger.ts";
import type { Ledger } from "../../../lib/index.ts";
import { historyPage } from "../../../lib/operations/history/history-page.ts";
import { recordHistory } from "../../../lib/operations/history/record-history.ts";
import { rejectionOf } from "../../support/error-of.ts";

const tapOf = (owner: string, eventId?: string): object => ({
  ...(eventId === undefined ? {} : { event_id: eventId }),
  tap: { coin_owner: owner, coin_amount: "1.5" },
});

const newLedger = (): Promise<Ledger> =>
  createLedger({ seed: 1, clock: { freeze: "2026-03-02T09:00:00.125Z" } });

describe("recordHistory", () => {
  it("fills in what a record leaves open", async () => {
    const ledger = await newLedger();
    const { eventIds } = await recordHistory(ledger, { transactions: [tapOf("alice")] });
    expect(historyPage(ledger, { page_size: 5 }).transactions).to.deep.equal([
      {
        event_id: eventIds[0],
        date: "2026-03-02T09:00:00.125Z",
        domain_id: ledger.state.synchronizers[0]?.id,
        offset: "",
        tap: { coin_owner: "alice", coin_amount: "1.5000000000" },
      },
    ]);
    expect(eventIds[0]).to.match(/^#1220[0-9a-f]{64}:0$/);
  });

  it("serves given records as they were given, after those there are", async () => {
    const ledger = await newLedger();
    const given = {
      event_id: "#12200a01:3",
      date: "2026-03-02T09:00:00.125Z",
      domain_id: "global-domain::1220d50d50",
      offset: "000000000000000029",
      round: 12,
      tap: { coin_owner: "alice::1220", coin_amount: "10000.0000000000" },
    };
    await recordHistory(ledger, { transactions: [tapOf("bob")] });
    await recordHistory(ledger, { transactions: [given] });
    expect(historyPage(ledger, { page_size: 5 }).transactions[1]).to.deep.equal(given);
  });

  it("S18.4- refuses an event id that is taken, and then records nothing", async () => {
    const ledger = await newLedger();
    await recordHistory(ledger, { transactions: [tapOf("alice", "#1220aa:0")] });
    for (const transactions of [
      [tapOf("bob"), tapOf("carol", "#1220aa:0")],
      [tapOf("bob", "#1220bb:0"), tapOf("carol", "#1220bb:0")],
    ]) {
      const { code } = await rejectionOf(recordHistory(ledger, { transactions }));
      expect(code).to.equal("INVALID_ARGUMENT");
    }
    expect(ledger.state.history.size).to.equal(1);
  });

  it("refuses records it could not serve", async () => {
    const ledger = await newLedger();
    const malformed = [
      {},
      { tap: { coin_owner: "alice", coin_amount: 5 } },
      { tap: { coin_owner: "alice" } },
      { ...tapOf("alice"), event_id: "1220aa" },
      { ...tapOf("alice"), offset: "29" },
      { ...tapOf("alice"), date: "yesterday" },
    ];
    for (const record of malformed) {
      const { code } = await rejectionOf(recordHistory(ledger, { transactions: [record] }));
      expect(["INVALID_ARGUMENT", "MISSING_FIELD"], JSON.stringify(record)).to.include(code);
    }
    expect(ledger.state.history.size).to.equal(0);
  });
});
