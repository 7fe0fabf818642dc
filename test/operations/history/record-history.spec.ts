import { expect } from "chai";

import { historyPage, recordHistory } from "../../../lib/history.ts";
import { createLedger, type Ledger } from "../../../lib/index.ts";
import { rejectionOf } from "../../support/error-of.ts";

const tapOf = (owner: string, eventId?: string): object => ({
  ...(eventId === undefined ? {} : { event_id: eventId }),
  tap: { coin_owner: owner, coin_amount: "1.5" },
});

const given = (number: number): string => `#${number.toString().padStart(16, "0")}:12200a:3`;

const newLedger = (): Promise<Ledger> =>
  createLedger({ seed: 1, clock: { freeze: "2026-03-02T09:00:00.125Z" } });

describe("recordHistory", () => {
  it("fills in fields that a record omits", async () => {
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
    expect(eventIds[0]).to.match(/^#0{16}:1220[0-9a-f]{64}:0$/);
  });

  it("appends complete records unchanged after the existing ones", async () => {
    const ledger = await newLedger();
    const given = {
      event_id: "#0000000000000029:12200a01:3",
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

  it("S18.4+ continues from a given event id, even if it is very large", async () => {
    const ledger = await newLedger();
    await recordHistory(ledger, {
      transactions: [tapOf("alice"), tapOf("bob", given(71)), tapOf("carol")],
    });
    await recordHistory(ledger, { transactions: [tapOf("dave"), tapOf("erin", given(90))] });
    await recordHistory(ledger, { transactions: [tapOf("fay", "#0999999999999999:x")] });
    await recordHistory(ledger, { transactions: [tapOf("gina")] });
    const ids = historyPage(ledger, { page_size: 9 }).transactions.map(({ event_id: id }) => id);
    expect(ids).to.have.length(7);
    expect(ids).to.deep.equal(ids.toSorted());
    expect(new Set(ids).size).to.equal(7);
  });

  it("S18.4- refuses an event id that does not follow the earlier ones, and then records nothing", async () => {
    const ledger = await newLedger();
    await recordHistory(ledger, { transactions: [tapOf("alice", given(5))] });
    for (const transactions of [
      [tapOf("bob"), tapOf("carol", given(5))],
      [tapOf("bob", given(6)), tapOf("carol", given(6))],
      [tapOf("bob", given(4))],
      [tapOf("bob"), tapOf("carol", "#0000000000000006:11")],
    ]) {
      const { code, cause } = await rejectionOf(recordHistory(ledger, { transactions }));
      expect(code).to.equal("INVALID_ARGUMENT");
      expect(cause).to.contain("is not larger than");
    }
    expect(ledger.state.history.size).to.equal(1);
  });

  it("refuses records that the history endpoint could not return", async () => {
    const ledger = await newLedger();
    const malformed = [
      {},
      { tap: { coin_owner: "alice", coin_amount: 5 } },
      { tap: { coin_owner: "alice" } },
      { ...tapOf("alice"), event_id: "1220aa" },
      { ...tapOf("alice"), event_id: "#12200a01:3" },
      { ...tapOf("alice"), event_id: "#1000000000000000:x" },
      { ...tapOf("alice"), event_id: "#0000000000000001:" },
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
