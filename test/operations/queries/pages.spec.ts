import { expect } from "chai";
import fc from "fast-check";

import { activeContractsPage, type UpdatesPage, updatesPage } from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import { assetLedger, prune } from "../../support/asset-ledger.ts";
import { asset } from "../../support/asset-package.ts";
import { userCaller } from "../../support/callers.ts";
import { errorOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { runs } from "../../support/properties.ts";
import { commit, create, transactionOf } from "../../support/transactions.ts";

/**
 * Creates a ledger with one contract per offset from 1 to `count`. Those at even offsets belong to bob, the
 * others to alice.
 */
const sampleLedger = async (count = 7): Promise<Ledger> => {
  const ledger = await assetLedger({
    limits: { maxUpdatesPageSize: 5, maxActiveContractsPageSize: 5 },
  });
  for (let offset = 1; offset <= count; offset++) {
    const owner = offset % 2 === 0 ? "bob" : "alice";
    await commit(ledger, transactionOf(create(asset(`c${offset}`, [owner]))));
  }
  return ledger;
};

const eventFormat = eventFormatJson(["alice"]);
const reader = userCaller("u", [{ kind: "CanReadAs", party: "bob" }]);

describe("activeContractsPage", () => {
  const pageOf = (ledger: Ledger, request: object = {}) => {
    const page = activeContractsPage(ledger, { eventFormat, ...request });
    const offsets = page.activeContracts.map(({ contractEntry }) =>
      "JsActiveContract" in contractEntry
        ? contractEntry.JsActiveContract.createdEvent.offset
        : expect.fail("in flight"),
    );
    return { ...page, offsets };
  };

  it("returns each contract on exactly one page, all as of the offset of the first page", async () => {
    const ledger = await sampleLedger();
    const first = pageOf(ledger, { maxPageSize: 3 });
    expect([first.offsets, first.activeAtOffset]).to.deep.equal([[1, 3, 5], 7]);
    await commit(ledger, transactionOf(create(asset("late", ["alice"]))));
    const second = pageOf(ledger, { maxPageSize: 3, pageToken: first.nextPageToken });
    expect([second.offsets, second.activeAtOffset]).to.deep.equal([[7], 7]);
    expect(second.nextPageToken).to.equal(null);
  });

  it("has no further page if the last one is exactly full", async () => {
    const ledger = await sampleLedger();
    expect(pageOf(ledger, { maxPageSize: 4 }).nextPageToken).to.equal(null);
  });

  it("returns pages at any offset; its items have no continuation token", async () => {
    const ledger = await sampleLedger();
    expect(pageOf(ledger, { activeAtOffset: 4 }).offsets).to.deep.equal([1, 3]);
    expect(pageOf(ledger, { activeAtOffset: 0 }).offsets).to.deep.equal([]);
    const tokens = pageOf(ledger).activeContracts.map((item) => item.streamContinuationToken);
    expect(new Set(tokens)).to.deep.equal(new Set([""]));
  });

  it("refuses a token of another request, or an invalid one", async () => {
    const ledger = await sampleLedger();
    const { nextPageToken: pageToken } = pageOf(ledger, { maxPageSize: 1 });
    const requests = [
      { pageToken, activeAtOffset: 6 },
      { pageToken, eventFormat: eventFormatJson(["bob"]) },
      { pageToken: "" },
    ];
    for (const request of requests) {
      expect(errorOf(() => pageOf(ledger, request)).code).to.equal("INVALID_ACS_PAGE_TOKEN");
    }
    for (const changed of ["abc", `${String(pageToken).slice(0, 16)}${btoa("7/z")}`]) {
      expect(errorOf(() => pageOf(ledger, { pageToken: changed })).code).to.equal("INVALID_FIELD");
    }
  });

  const refusals: readonly (readonly [code: string, request: object])[] = [
    ["MISSING_FIELD", { eventFormat: null }],
    ["INVALID_ARGUMENT", { eventFormat: {} }],
    ["INVALID_ARGUMENT", { maxPageSize: 0 }],
    ["INVALID_ARGUMENT", { maxPageSize: 6 }],
    ["NEGATIVE_OFFSET", { activeAtOffset: -1 }],
    ["OFFSET_AFTER_LEDGER_END", { activeAtOffset: 8 }],
    ["PARTICIPANT_PRUNED_DATA_ACCESSED", { activeAtOffset: 1 }],
  ];
  for (const [code, request] of refusals) {
    it(`answers ${code} to ${JSON.stringify(request)}`, async () => {
      const ledger = await sampleLedger();
      await prune(ledger, 2);
      expect(errorOf(() => pageOf(ledger, request)).code).to.equal(code);
    });
  }

  it("requires the rights of the format", async () => {
    const ledger = await sampleLedger(1);
    const run = () => activeContractsPage(ledger, { eventFormat }, reader);
    expect(errorOf(run).code).to.equal("PERMISSION_DENIED");
  });
});

describe("updatesPage", () => {
  const updateFormat = {
    includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const },
  };
  const pageOf = (ledger: Ledger, request: object = {}) =>
    updatesPage(ledger, { updateFormat, ...request });
  const offsetsOf = ({ updates }: UpdatesPage) =>
    updates.map(({ update }) =>
      "Transaction" in update ? update.Transaction.value.offset : expect.fail("no transaction"),
    );
  const boundsOf = (page: UpdatesPage) => [
    page.lowestPageOffsetExclusive,
    page.highestPageOffsetInclusive,
  ];

  it("chains ascending pages up to the end", async () => {
    const ledger = await sampleLedger();
    const request = { endOffsetInclusive: 6, maxPageSize: 2 };
    const first = pageOf(ledger, request);
    expect([offsetsOf(first), boundsOf(first)]).to.deep.equal([
      [1, 3],
      [0, 3],
    ]);
    const second = pageOf(ledger, { ...request, pageToken: first.nextPageToken });
    expect([offsetsOf(second), boundsOf(second)]).to.deep.equal([[5], [3, 6]]);
    expect(second.nextPageToken).to.equal(null);
  });

  it("chains descending pages down to the begin", async () => {
    const ledger = await sampleLedger();
    const request = { beginOffsetExclusive: 1, descendingOrder: true, maxPageSize: 2 };
    const first = pageOf(ledger, request);
    expect([offsetsOf(first), boundsOf(first)]).to.deep.equal([
      [7, 5],
      [4, 7],
    ]);
    await commit(ledger, transactionOf(create(asset("late", ["alice"]))));
    const second = pageOf(ledger, { ...request, pageToken: first.nextPageToken });
    expect([offsetsOf(second), boundsOf(second)]).to.deep.equal([[3], [1, 4]]);
    expect(second.nextPageToken).to.equal(null);
  });

  it("covers offsets after its last update if no further update matches", async () => {
    const ledger = await sampleLedger();
    const upwards = pageOf(ledger, { endOffsetInclusive: 6, maxPageSize: 3 });
    expect([offsetsOf(upwards), boundsOf(upwards)]).to.deep.equal([
      [1, 3, 5],
      [0, 6],
    ]);
    expect(upwards.nextPageToken).to.equal(null);
    const downwards = pageOf(ledger, { descendingOrder: true, maxPageSize: 4 });
    expect(boundsOf(downwards)).to.deep.equal([0, 7]);
    expect(downwards.nextPageToken).to.equal(null);
  });

  it("includes later updates if no end is given", async () => {
    const ledger = await sampleLedger();
    const first = pageOf(ledger);
    expect(offsetsOf(first)).to.deep.equal([1, 3, 5, 7]);
    const empty = pageOf(ledger, { pageToken: first.nextPageToken });
    expect([offsetsOf(empty), boundsOf(empty)]).to.deep.equal([[], [7, 7]]);
    await commit(ledger, transactionOf(create(asset("late", ["alice"]))));
    const later = pageOf(ledger, { pageToken: empty.nextPageToken });
    expect([offsetsOf(later), boundsOf(later)]).to.deep.equal([[8], [7, 8]]);
  });

  it("starts at the pruning offset by default, and never before it", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 4);
    expect(offsetsOf(pageOf(ledger))).to.deep.equal([5, 7]);
    const run = () => pageOf(ledger, { beginOffsetExclusive: 0 });
    expect(errorOf(run).code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
  });

  it("ends descending pages at an offset pruned since the first page", async () => {
    const ledger = await sampleLedger();
    const request = { descendingOrder: true, maxPageSize: 2 };
    const { nextPageToken: pageToken } = pageOf(ledger, request);
    for (const [pruned, bounds] of [
      [2, [2, 4]],
      [5, [5, 5]],
    ] as const) {
      await prune(ledger, pruned);
      const last = pageOf(ledger, { ...request, pageToken });
      expect([offsetsOf(last), boundsOf(last)]).to.deep.equal([pruned === 2 ? [3] : [], bounds]);
      expect(last.nextPageToken).to.equal(null);
    }
  });

  it("refuses a token of another request, of the future, or an invalid one", async () => {
    const ledger = await sampleLedger();
    const snapshot = ledger.snapshot();
    await commit(ledger, transactionOf());
    const ahead = pageOf(ledger).nextPageToken;
    await ledger.revert(snapshot);
    const { nextPageToken: pageToken } = pageOf(ledger, { maxPageSize: 1 });
    const requests = [
      { pageToken, endOffsetInclusive: 6 },
      { pageToken, beginOffsetExclusive: 0 },
      { pageToken, descendingOrder: true },
      { pageToken, updateFormat: {} },
      { pageToken: ahead },
      { pageToken: "" },
    ];
    for (const request of requests) {
      expect(errorOf(() => pageOf(ledger, request)).code).to.equal("INVALID_UPDATES_PAGE_TOKEN");
    }
    for (const changed of ["abc", `${String(pageToken).slice(0, 16)}${btoa("7/z")}`]) {
      expect(errorOf(() => pageOf(ledger, { pageToken: changed })).code).to.equal("INVALID_FIELD");
    }
  });

  const refusals: readonly (readonly [code: string, request: object])[] = [
    ["MISSING_FIELD", { updateFormat: null }],
    ["NEGATIVE_OFFSET", { beginOffsetExclusive: -1 }],
    ["NON_POSITIVE_OFFSET", { endOffsetInclusive: 0 }],
    ["OFFSET_AFTER_LEDGER_END", { endOffsetInclusive: 3 }],
    ["INVALID_ARGUMENT", { beginOffsetExclusive: 2, endOffsetInclusive: 1 }],
    ["INVALID_ARGUMENT", { maxPageSize: -1 }],
    ["INVALID_ARGUMENT", { maxPageSize: 6 }],
  ];
  for (const [code, request] of refusals) {
    it(`answers ${code} to ${JSON.stringify(request)}`, async () => {
      const ledger = await sampleLedger(2);
      expect(errorOf(() => pageOf(ledger, request)).code).to.equal(code);
    });
  }

  it("requires the rights of the format", async () => {
    const ledger = await sampleLedger(1);
    const run = () => updatesPage(ledger, { updateFormat }, reader);
    expect(errorOf(run).code).to.equal("PERMISSION_DENIED");
  });

  it("returns every update once, for any bounds, order and page size", async () => {
    const ledger = await sampleLedger();
    const requests = fc.record({
      beginOffsetExclusive: fc.option(fc.integer({ min: 0, max: 3 })),
      endOffsetInclusive: fc.option(fc.integer({ min: 3, max: 7 })),
      descendingOrder: fc.boolean(),
      maxPageSize: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(requests, (request) => {
        const begin = request.beginOffsetExclusive ?? 0;
        const end = request.endOffsetInclusive ?? 7;
        const expected = [1, 3, 5, 7].filter((offset) => offset > begin && offset <= end);
        const read: number[] = [];
        let page = pageOf(ledger, request);
        for (;;) {
          read.push(...offsetsOf(page));
          const { nextPageToken: pageToken, highestPageOffsetInclusive: highest } = page;
          // Ascending pages without an end always have a next page, so the loop stops at the ledger end.
          if (pageToken === null || (!request.descendingOrder && highest === 7)) break;
          page = pageOf(ledger, { ...request, pageToken });
        }
        const ordered = request.descendingOrder ? expected.reverse() : expected;
        expect(read).to.deep.equal(ordered);
      }),
      { numRuns: runs(60) },
    );
  });
});
