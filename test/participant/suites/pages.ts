import { expect } from "chai";

import {
  type ActiveItem,
  type CaseLedger,
  eventFormatFor,
  type Fields,
  templateOnly,
  type Update,
} from "../../support/catalogue/case-ledger.ts";
import { Joint, Note, noteOf } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";
import { effects, inShape, notes, offsetsOf } from "./streams.ts";

const updatesPath = "/v2/updates/get-updates-page";
const snapshotPath = "/v2/state/active-contracts-page";

interface UpdatesPage {
  readonly updates: readonly Update[];
  readonly lowestPageOffsetExclusive: number;
  readonly highestPageOffsetInclusive: number;
  readonly nextPageToken: string | null;
}

/** Returns the request for a page of two updates of a party. */
const twoOf = (party: string, more: Fields = {}): Fields => ({
  updateFormat: inShape([party], effects, templateOnly(Note.reference)),
  maxPageSize: 2,
  ...more,
});

const pageOf = (api: CaseLedger, request: Fields, pageToken?: string | null) =>
  api.post<UpdatesPage>(updatesPath, {
    ...request,
    ...(pageToken === undefined ? {} : { pageToken }),
  });

/** Reads this many pages in sequence. Returns them and the token of the next one. */
const pagesOf = async (api: CaseLedger, request: Fields, count: number) => {
  const offsets: number[][] = [];
  let pageToken: string | null | undefined;
  for (let page = 0; page < count; page++) {
    expect(pageToken, `page ${page}`).to.not.equal(null);
    const { updates, nextPageToken } = await pageOf(api, request, pageToken);
    offsets.push([...offsetsOf(updates)]);
    pageToken = nextPageToken;
  }
  return { offsets, nextPageToken: pageToken };
};

/** Reads the second descending page after the ledger was pruned up to the first of these notes. */
const overtaken = async (api: CaseLedger, count: number) => {
  const { alice, offsets } = await notes(api, count);
  const request = twoOf(alice, { descendingOrder: true });
  const first = await pageOf(api, request);
  expect(offsetsOf(first.updates)).to.deep.equal(offsets.toReversed().slice(0, 2));
  const [pruned] = offsets;
  await api.ledger.prune(pruned ?? expect.fail("there are no notes"));
  const second = await pageOf(api, request, first.nextPageToken);
  expect(second).to.include({ lowestPageOffsetExclusive: pruned, nextPageToken: null });
  expect(offsetsOf(second.updates)).to.deep.equal(offsets.slice(1, -2).toReversed());
};

export const updatePages: Suite = {
  name: "UpdateServiceStreamsIT",
  cases: {
    TXFetchFirstPageAsc: async (api) => {
      const { alice, offsets } = await notes(api, 5);
      const page = await pageOf(api, twoOf(alice));
      expect(offsetsOf(page.updates)).to.deep.equal(offsets.slice(0, 2));
      expect(page).to.include({
        lowestPageOffsetExclusive: 0,
        highestPageOffsetInclusive: offsets[1],
      });
    },
    TXPagedFetchDynamicEnd: async (api) => {
      const { alice, offsets } = await notes(api, 2);
      await api.create(alice, Joint.create({ owners: [alice] }));
      const request = twoOf(alice);
      const first = await pageOf(api, request);
      expect(offsetsOf(first.updates)).to.deep.equal(offsets);
      // No further item matches, so the page reaches to the end.
      expect(first.highestPageOffsetInclusive).to.equal(api.end);
      const empty = await pageOf(api, request, first.nextPageToken);
      expect(empty.updates).to.deep.equal([]);
      const { offset } = await api.submit(alice, noteOf(alice));
      const last = await pageOf(api, request, empty.nextPageToken);
      expect(offsetsOf(last.updates)).to.deep.equal([offset]);
      expect(last.lowestPageOffsetExclusive).to.equal(first.highestPageOffsetInclusive);
      expect(last.nextPageToken).to.be.a("string");
    },
    TXPagedFetchDescendingOrderBeyondEnd: async (api) => {
      const { alice } = await notes(api, 1);
      const body = twoOf(alice, { endOffsetInclusive: api.end + 2, descendingOrder: true });
      await api.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", updatesPath, body]);
    },
    TXPagedDynamicStartEndAscending: async (api) => {
      const { alice, offsets } = await notes(api, 6);
      const { offsets: found, nextPageToken } = await pagesOf(api, twoOf(alice), 3);
      expect(found.flat()).to.deep.equal(offsets);
      expect(nextPageToken).to.be.a("string");
    },
    TXPagedDynamicStartEndDescending: async (api) => {
      const { alice, offsets } = await notes(api, 6);
      const request = twoOf(alice, { descendingOrder: true });
      const { offsets: found, nextPageToken } = await pagesOf(api, request, 3);
      expect(found.flat()).to.deep.equal(offsets.toReversed());
      expect(nextPageToken).to.equal(null);
    },
    TXPagedDynamicPruningStartEndDescending: (api) => overtaken(api, 3),
    TXPagedDynamicPruningInJustAfterThePageDescending: (api) => overtaken(api, 4),
    TXPagedDynamicPruningStartEndInPageBoundaryDescending: (api) => overtaken(api, 5),
    TXPagedDynamicStartAscendingPruning: async (api) => {
      const { alice, offsets } = await notes(api, 3);
      await api.ledger.prune(offsets[0] ?? 0);
      const page = await pageOf(api, twoOf(alice, { endOffsetInclusive: api.end }));
      expect(offsetsOf(page.updates)).to.deep.equal(offsets.slice(1));
      expect(page).to.include({ lowestPageOffsetExclusive: offsets[0], nextPageToken: null });
    },
    TXPagedAscendingPruningCatchesUp: async (api) => {
      const { alice, offsets } = await notes(api, 4);
      const request = twoOf(alice);
      const { nextPageToken: pageToken } = await pageOf(api, request);
      await api.ledger.prune(offsets[2] ?? 0);
      const body = { ...request, pageToken };
      await api.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", updatesPath, body]);
    },
    TXPagedAscendingPruningBehindEnd: async (api) => {
      const { alice, offsets } = await notes(api, 5);
      const bounds = { beginOffsetExclusive: api.end - 5, endOffsetInclusive: offsets[1] };
      await api.ledger.prune(offsets[3] ?? 0);
      const body = twoOf(alice, bounds);
      await api.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", updatesPath, body]);
    },
  },
};

interface SnapshotPage {
  readonly activeContracts: readonly ActiveItem[];
  readonly activeAtOffset: number;
  readonly nextPageToken: string | null;
}

const idsOf = (items: readonly ActiveItem[]) =>
  items.map(({ contractEntry }) => contractEntry.JsActiveContract.createdEvent.contractId);

const snapshotPage = (api: CaseLedger, party: string, more: Fields = {}) =>
  api.get<SnapshotPage>(snapshotPath, { eventFormat: eventFormatFor([party]), ...more });

export const snapshotPages: Suite = {
  name: "ActiveContractsServiceIT",
  cases: {
    AcsContinuation: async (api) => {
      const { alice } = await notes(api, 5);
      const request = { activeAtOffset: api.end, eventFormat: eventFormatFor([alice]) };
      const path = "/v2/state/active-contracts";
      const all = await api.post<readonly ActiveItem[]>(path, request);
      await api.create(alice, noteOf(alice));
      for (const [index, { streamContinuationToken }] of all.entries()) {
        const rest = await api.post<readonly ActiveItem[]>(path, {
          ...request,
          streamContinuationToken,
        });
        expect(idsOf(rest)).to.deep.equal(idsOf(all).slice(index + 1));
      }
    },
    AcsPagination: async (api) => {
      const { alice } = await notes(api, 5);
      const { end } = api;
      const all = idsOf((await snapshotPage(api, alice)).activeContracts);
      const found: string[] = [];
      let more: Fields = {};
      do {
        const page = await snapshotPage(api, alice, { maxPageSize: 2, ...more });
        expect(page.activeAtOffset).to.equal(end);
        found.push(...idsOf(page.activeContracts));
        more = { pageToken: page.nextPageToken };
        await api.create(alice, noteOf(alice));
      } while (more["pageToken"] !== null);
      expect(found).to.deep.equal(all).and.to.have.length(5);
    },
    AcsInvalidPageToken: async (api) => {
      const { alice } = await notes(api, 1);
      const body = { eventFormat: eventFormatFor([alice]), pageToken: "abcd" };
      await api.refused(400, "INVALID_FIELD", ["GET", snapshotPath, body]);
    },
    AcsInvalidMaxPageSize: async (api) => {
      const { alice } = await notes(api, 1);
      for (const maxPageSize of [0, -1]) {
        const body = { eventFormat: eventFormatFor([alice]), maxPageSize };
        await api.refused(400, "INVALID_ARGUMENT", ["GET", snapshotPath, body]);
      }
    },
    AcsTooBigMaxPageSize: async (api) => {
      const { alice } = await notes(api, 1);
      const body = { eventFormat: eventFormatFor([alice]), maxPageSize: 10_000_000 };
      await api.refused(400, "INVALID_ARGUMENT", ["GET", snapshotPath, body]);
    },
  },
};
