import { expect } from "chai";

import type {
  CaseLedger,
  CompletionItem,
  Fields,
  Update,
} from "../../support/catalogue/case-ledger.ts";
import { noteOf } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";
import { delta, inShape, notes } from "./streams.ts";

/** An item of a stream: its offset, and whether it is a checkpoint. */
interface Told {
  readonly offset: number;
  readonly isCheckpoint: boolean;
}

const told = (values: readonly (Fields | undefined)[], checkpoint: Fields | undefined) =>
  [...values, checkpoint]
    .filter((value) => value !== undefined)
    .map((value): Told => ({
      offset: Number(value["offset"]),
      isCheckpoint: value === checkpoint,
    }));

/** Options of a reader that starts at an offset and stops when no item has arrived for this time. */
interface Following {
  readonly begin: number;
  readonly idleMillis: number;
}

type Follow = (api: CaseLedger, party: string, following: Following) => Promise<readonly Told[]>;

const followUpdates: Follow = async (api, party, { begin, idleMillis }) => {
  const items = await api.post<readonly Update[]>(
    `/v2/updates?stream_idle_timeout_ms=${idleMillis}`,
    { beginExclusive: begin, updateFormat: inShape([party], delta) },
  );
  return items.flatMap(({ update: { Transaction, OffsetCheckpoint } }) =>
    told([Transaction?.value], OffsetCheckpoint?.value),
  );
};

const followCompletions: Follow = async (api, party, { begin, idleMillis }) => {
  const items = await api.post<readonly CompletionItem[]>(
    `/v2/commands/completions?stream_idle_timeout_ms=${idleMillis}`,
    { userId: "ann", parties: [party], beginExclusive: begin },
  );
  return items.flatMap(({ completionResponse: { Completion, OffsetCheckpoint } }) =>
    told([Completion?.value], OffsetCheckpoint?.value),
  );
};

const checkpointsIn = (items: readonly Told[]) => items.filter(({ isCheckpoint }) => isCheckpoint);

/** Advances the clock far enough for a checkpoint of earlier updates. */
const later = (api: CaseLedger) => api.ledger.clock.advance("2m");

/** Expects that offsets never decrease and that no checkpoint precedes an update with a lower offset. */
const expectInOrder = (items: readonly Told[]) => {
  const offsets = items.map(({ offset }) => offset);
  expect(offsets).to.deep.equal(offsets.toSorted((left, right) => left - right));
};

const atTheEnd = async (api: CaseLedger, follow: Follow) => {
  const begin = api.end;
  const { alice, offsets } = await notes(api, 3);
  later(api);
  const items = await follow(api, alice, { begin, idleMillis: 100 });
  const own = items.filter(({ isCheckpoint }) => !isCheckpoint).map(({ offset }) => offset);
  expect(own).to.deep.equal(offsets);
  expect(checkpointsIn(items).at(-1)).to.include({ offset: api.end });
  expectInOrder(items);
};

/** Tests a stream of bob, who sees no update of alice and therefore gets only checkpoints. */
const ofOthers = async (api: CaseLedger, follow: Follow, prepare: typeof later) => {
  const bob = await api.party("bob");
  await notes(api, 3);
  prepare(api);
  const items = await follow(api, bob, { begin: 0, idleMillis: 200 });
  expect(items).to.not.deep.equal([]);
  expect(checkpointsIn(items)).to.deep.equal(items);
  expect(items.at(-1)).to.include({ offset: api.end });
  expectInOrder(items);
};

/** Tests a stream that starts at the ledger end: it gets no checkpoint before its start. */
const notBeforeItsBegin = async (api: CaseLedger, follow: Follow) => {
  const bob = await api.party("bob");
  const { alice } = await notes(api, 1);
  later(api);
  await api.submit(alice, noteOf(alice));
  const items = await follow(api, bob, { begin: api.end, idleMillis: 200 });
  expect(items).to.deep.equal([{ offset: api.end, isCheckpoint: true }]);
};

/** Tests that a new stream gets a checkpoint immediately, not after up to 75 seconds. */
const atOnce = async (api: CaseLedger, follow: Follow) => {
  const bob = await api.party("bob");
  await notes(api, 1);
  later(api);
  const items = await follow(api, bob, { begin: api.end, idleMillis: 700 });
  expect(items).to.deep.equal([{ offset: api.end, isCheckpoint: true }]);
};

const nothing = () => undefined;

const name = "CheckpointInTailingStreamsIT";

export const checkpoints: readonly Suite[] = [
  {
    name,
    options: { limits: { checkpointIntervalMillis: 20, checkpointIdleMillis: 40 } },
    cases: {
      TXServeTailingStreamCheckpointAtTheEnd: (api) => atTheEnd(api, followUpdates),
      TXServeTailingStreamCheckpointTimeout: (api) => ofOthers(api, followUpdates, nothing),
      TXServeTailingStreamCheckpointEmptyAtLedgerEnd: (api) =>
        notBeforeItsBegin(api, followUpdates),
      TXServeTailingStreamCheckpointEmpty: (api) => ofOthers(api, followUpdates, later),
      CompletionsStreamCheckpointAtTheEnd: (api) => atTheEnd(api, followCompletions),
      CompletionsStreamCheckpointTimeout: (api) => ofOthers(api, followCompletions, nothing),
      CompletionsStreamCheckpointNotBeforeStartExclusiveTimeout: (api) =>
        notBeforeItsBegin(api, followCompletions),
      CompletionsStreamCheckpointEmpty: (api) => ofOthers(api, followCompletions, later),
    },
  },
  {
    name,
    cases: {
      TXServeTailingStreamCheckpointEmptyImmediatelyAtLedgerEnd: (api) =>
        atOnce(api, followUpdates),
      CompletionsStreamCheckpointEmptyImmediatelyAtLedgerEnd: (api) =>
        atOnce(api, followCompletions),
    },
  },
];
