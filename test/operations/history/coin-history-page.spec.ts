import { expect } from "chai";
import fc from "fast-check";

import { type CoinHistoryPage, historyErrorBody, historyPage } from "../../../lib/history.ts";
import { historyRecords, ledgerWithHistory } from "../../support/history-records.ts";
import { runs } from "../../support/properties.ts";
import { untyped } from "../../support/untyped.ts";

type Source = ReturnType<typeof ledgerWithHistory>;

const idsOf = ({ transactions }: CoinHistoryPage): readonly string[] =>
  transactions.map(({ event_id: id }) => id);

/** Returns the event ids of all pages; each request continues after the previous page. */
const allPages = (ledger: Source, pageSize: number, sortOrder?: string): readonly string[] => {
  const ids: string[] = [];
  for (;;) {
    const page = idsOf(
      historyPage(
        ledger,
        untyped({
          page_size: pageSize,
          page_end_event_id: ids.at(-1),
          sort_order: sortOrder,
        }),
      ),
    );
    if (page.length === 0) return ids;
    expect(page).to.have.length.at.most(pageSize);
    ids.push(...page);
  }
};

const codeOf = (ledger: Source, request: unknown): unknown => {
  try {
    historyPage(ledger, untyped(request));
    return "answered";
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

const textOf = (ledger: Source, request: unknown): string => {
  try {
    historyPage(ledger, untyped(request));
    return "answered";
  } catch (error) {
    return historyErrorBody(error).error;
  }
};

describe("historyPage", () => {
  it("S18.1+ returns the first records in ledger order if only a page size is given", () => {
    const records = historyRecords(5);
    const page = historyPage(ledgerWithHistory(records), { page_size: 3 });
    expect(idsOf(page)).to.deep.equal(records.slice(0, 3).map(({ eventId }) => eventId));
  });

  it("S18.2+ S18.3+ S18.4+ returns every record once, in both directions, for every page size", () => {
    fc.assert(
      fc.property(fc.nat({ max: 12 }), (count) => {
        const records = historyRecords(count);
        const ledger = ledgerWithHistory(records);
        const ids = records.map(({ eventId }) => eventId);
        for (let pageSize = 1; pageSize <= count + 1; pageSize++) {
          expect(allPages(ledger, pageSize)).to.deep.equal(ids);
          expect(allPages(ledger, pageSize, "asc")).to.deep.equal(ids);
          expect(allPages(ledger, pageSize, "desc")).to.deep.equal(ids.toReversed());
        }
      }),
      { numRuns: runs(8) },
    );
  });

  it("treats an empty or null cursor as absent", () => {
    const ledger = ledgerWithHistory(historyRecords(2));
    const first = historyPage(ledger, { page_size: 2 });
    for (const cursor of ["", null]) {
      expect(
        historyPage(ledger, untyped({ page_size: 2, page_end_event_id: cursor })),
      ).to.deep.equal(first);
    }
  });

  it("S18.2- returns an empty page for a cursor that names no record", () => {
    const ledger = ledgerWithHistory(historyRecords(2));
    for (const sortOrder of ["asc", "desc"]) {
      const request = {
        page_size: 2,
        page_end_event_id: "#0000000000000007:1220ff:7",
        sort_order: sortOrder,
      };
      expect(historyPage(ledger, untyped(request))).to.deep.equal({ transactions: [] });
      expect(() => historyPage(ledger, untyped(request), { strictCursor: true }))
        .to.throw()
        .with.property("code", "INVALID_ARGUMENT");
    }
  });

  it("finds records that are appended later with a cursor at the end", () => {
    const records = historyRecords(4);
    const cursor = records[1]?.eventId;
    const request = { page_size: 10, page_end_event_id: cursor };
    expect(idsOf(historyPage(ledgerWithHistory(records.slice(0, 2)), untyped(request)))).to.be
      .empty;
    expect(idsOf(historyPage(ledgerWithHistory(records), untyped(request)))).to.deep.equal(
      records.slice(2).map(({ eventId }) => eventId),
    );
  });

  it("S18.1- refuses page sizes outside 1 … 1000 with the messages that clients know", () => {
    const ledger = ledgerWithHistory(historyRecords(1));
    expect(textOf(ledger, { page_size: 1 })).to.equal("answered");
    expect(textOf(ledger, { page_size: 1000 })).to.equal("answered");
    expect(textOf(ledger, { page_size: 0 })).to.equal("Limit must be at least 1.");
    expect(textOf(ledger, { page_size: 1001 })).to.equal("Exceeded limit maximum (1001 > 1000).");
    expect(textOf(ledger, { page_size: 4294967297 })).to.match(/^Exceeded limit maximum/);
  });

  it("S18.1- S18.3- refuses malformed requests", () => {
    const ledger = ledgerWithHistory(historyRecords(1));
    const malformed = [
      undefined,
      null,
      [],
      "page",
      { page_size: 1.5 },
      { page_size: "5" },
      { page_size: null },
      { page_size: 1, sort_order: "ascending" },
      { page_size: 1, page_end_event_id: 7 },
    ];
    for (const request of malformed) {
      expect(codeOf(ledger, request), JSON.stringify(request)).to.equal("INVALID_ARGUMENT");
    }
    expect(codeOf(ledger, {})).to.equal("MISSING_FIELD");
    expect(codeOf(ledger, { page_size: 1, unknown: true })).to.equal("answered");
  });
});

describe("historyErrorBody", () => {
  it("names the wrong field", () => {
    const ledger = ledgerWithHistory([]);
    expect(textOf(ledger, { page_size: "5" })).to.match(/^page_size: /);
  });

  it("contains no details of internal errors", () => {
    expect(historyErrorBody(new TypeError("secret"))).to.deep.equal({
      error: "An unexpected error occurred.",
    });
  });
});
