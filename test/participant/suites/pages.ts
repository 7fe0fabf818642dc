import { expect } from "chai";

import {
  type ActiveItem,
  type Asked,
  eventFormatFor,
  type Fields,
  templateOnly,
  type Update,
} from "../../support/catalogue/asked.ts";
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

/** A page of two notes of a party. */
const twoOf = (party: string, more: Fields = {}): Fields => ({
  updateFormat: inShape([party], effects, templateOnly(Note.reference)),
  maxPageSize: 2,
  ...more,
});

const pageOf = (asked: Asked, request: Fields, pageToken?: string | null) =>
  asked.post<UpdatesPage>(updatesPath, {
    ...request,
    ...(pageToken === undefined ? {} : { pageToken }),
  });

/** Reads this many pages in sequence, and returns them with the token of the next one. */
const pagesOf = async (asked: Asked, request: Fields, count: number) => {
  const offsets: number[][] = [];
  let pageToken: string | null | undefined;
  for (let page = 0; page < count; page++) {
    expect(pageToken, `page ${page}`).to.not.equal(null);
    const { updates, nextPageToken } = await pageOf(asked, request, pageToken);
    offsets.push([...offsetsOf(updates)]);
    pageToken = nextPageToken;
  }
  return { offsets, nextPageToken: pageToken };
};

/** The second descending page, on a ledger pruned up to the first of these notes. */
const overtaken = async (asked: Asked, count: number) => {
  const { alice, offsets } = await notes(asked, count);
  const request = twoOf(alice, { descendingOrder: true });
  const first = await pageOf(asked, request);
  expect(offsetsOf(first.updates)).to.deep.equal(offsets.toReversed().slice(0, 2));
  const [pruned] = offsets;
  await asked.ledger.prune(pruned ?? expect.fail("there are no notes"));
  const second = await pageOf(asked, request, first.nextPageToken);
  expect(second).to.include({ lowestPageOffsetExclusive: pruned, nextPageToken: null });
  expect(offsetsOf(second.updates)).to.deep.equal(offsets.slice(1, -2).toReversed());
};

export const updatePages: Suite = {
  name: "UpdateServiceStreamsIT",
  cases: {
    TXFetchFirstPageAsc: async (asked) => {
      const { alice, offsets } = await notes(asked, 5);
      const page = await pageOf(asked, twoOf(alice));
      expect(offsetsOf(page.updates)).to.deep.equal(offsets.slice(0, 2));
      expect(page).to.include({
        lowestPageOffsetExclusive: 0,
        highestPageOffsetInclusive: offsets[1],
      });
    },
    TXPagedFetchDynamicEnd: async (asked) => {
      const { alice, offsets } = await notes(asked, 2);
      await asked.create(alice, Joint.create({ owners: [alice] }));
      const request = twoOf(alice);
      const first = await pageOf(asked, request);
      expect(offsetsOf(first.updates)).to.deep.equal(offsets);
      // No further item matches, so the page reaches to the end.
      expect(first.highestPageOffsetInclusive).to.equal(asked.end);
      const empty = await pageOf(asked, request, first.nextPageToken);
      expect(empty.updates).to.deep.equal([]);
      const { offset } = await asked.submit(alice, noteOf(alice));
      const last = await pageOf(asked, request, empty.nextPageToken);
      expect(offsetsOf(last.updates)).to.deep.equal([offset]);
      expect(last.lowestPageOffsetExclusive).to.equal(first.highestPageOffsetInclusive);
      expect(last.nextPageToken).to.be.a("string");
    },
    TXPagedFetchDescendingOrderBeyondEnd: async (asked) => {
      const { alice } = await notes(asked, 1);
      const body = twoOf(alice, { endOffsetInclusive: asked.end + 2, descendingOrder: true });
      await asked.refused(400, "OFFSET_AFTER_LEDGER_END", ["POST", updatesPath, body]);
    },
    TXPagedDynamicStartEndAscending: async (asked) => {
      const { alice, offsets } = await notes(asked, 6);
      const { offsets: found, nextPageToken } = await pagesOf(asked, twoOf(alice), 3);
      expect(found.flat()).to.deep.equal(offsets);
      expect(nextPageToken).to.be.a("string");
    },
    TXPagedDynamicStartEndDescending: async (asked) => {
      const { alice, offsets } = await notes(asked, 6);
      const request = twoOf(alice, { descendingOrder: true });
      const { offsets: found, nextPageToken } = await pagesOf(asked, request, 3);
      expect(found.flat()).to.deep.equal(offsets.toReversed());
      expect(nextPageToken).to.equal(null);
    },
    TXPagedDynamicPruningStartEndDescending: (asked) => overtaken(asked, 3),
    TXPagedDynamicPruningInJustAfterThePageDescending: (asked) => overtaken(asked, 4),
    TXPagedDynamicPruningStartEndInPageBoundaryDescending: (asked) => overtaken(asked, 5),
    TXPagedDynamicStartAscendingPruning: async (asked) => {
      const { alice, offsets } = await notes(asked, 3);
      await asked.ledger.prune(offsets[0] ?? 0);
      const page = await pageOf(asked, twoOf(alice, { endOffsetInclusive: asked.end }));
      expect(offsetsOf(page.updates)).to.deep.equal(offsets.slice(1));
      expect(page).to.include({ lowestPageOffsetExclusive: offsets[0], nextPageToken: null });
    },
    TXPagedAscendingPruningCatchesUp: async (asked) => {
      const { alice, offsets } = await notes(asked, 4);
      const request = twoOf(alice);
      const { nextPageToken: pageToken } = await pageOf(asked, request);
      await asked.ledger.prune(offsets[2] ?? 0);
      const body = { ...request, pageToken };
      await asked.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", updatesPath, body]);
    },
    TXPagedAscendingPruningBehindEnd: async (asked) => {
      const { alice, offsets } = await notes(asked, 5);
      const bounds = { beginOffsetExclusive: asked.end - 5, endOffsetInclusive: offsets[1] };
      await asked.ledger.prune(offsets[3] ?? 0);
      const body = twoOf(alice, bounds);
      await asked.refused(400, "PARTICIPANT_PRUNED_DATA_ACCESSED", ["POST", updatesPath, body]);
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

const snapshotPage = (asked: Asked, party: string, more: Fields = {}) =>
  asked.get<SnapshotPage>(snapshotPath, { eventFormat: eventFormatFor([party]), ...more });

export const snapshotPages: Suite = {
  name: "ActiveContractsServiceIT",
  cases: {
    AcsContinuation: async (asked) => {
      const { alice } = await notes(asked, 5);
      const request = { activeAtOffset: asked.end, eventFormat: eventFormatFor([alice]) };
      const path = "/v2/state/active-contracts";
      const all = await asked.post<readonly ActiveItem[]>(path, request);
      await asked.create(alice, noteOf(alice));
      for (const [index, { streamContinuationToken }] of all.entries()) {
        const rest = await asked.post<readonly ActiveItem[]>(path, {
          ...request,
          streamContinuationToken,
        });
        expect(idsOf(rest)).to.deep.equal(idsOf(all).slice(index + 1));
      }
    },
    AcsPagination: async (asked) => {
      const { alice } = await notes(asked, 5);
      const { end } = asked;
      const all = idsOf((await snapshotPage(asked, alice)).activeContracts);
      const found: string[] = [];
      let more: Fields = {};
      do {
        const page = await snapshotPage(asked, alice, { maxPageSize: 2, ...more });
        expect(page.activeAtOffset).to.equal(end);
        found.push(...idsOf(page.activeContracts));
        more = { pageToken: page.nextPageToken };
        await asked.create(alice, noteOf(alice));
      } while (more["pageToken"] !== null);
      expect(found).to.deep.equal(all).and.to.have.length(5);
    },
    AcsInvalidPageToken: async (asked) => {
      const { alice } = await notes(asked, 1);
      const body = { eventFormat: eventFormatFor([alice]), pageToken: "abcd" };
      await asked.refused(400, "INVALID_FIELD", ["GET", snapshotPath, body]);
    },
    AcsInvalidMaxPageSize: async (asked) => {
      const { alice } = await notes(asked, 1);
      for (const maxPageSize of [0, -1]) {
        const body = { eventFormat: eventFormatFor([alice]), maxPageSize };
        await asked.refused(400, "INVALID_ARGUMENT", ["GET", snapshotPath, body]);
      }
    },
    AcsTooBigMaxPageSize: async (asked) => {
      const { alice } = await notes(asked, 1);
      const body = { eventFormat: eventFormatFor([alice]), maxPageSize: 10_000_000 };
      await asked.refused(400, "INVALID_ARGUMENT", ["GET", snapshotPath, body]);
    },
  },
};
