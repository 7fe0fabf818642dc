import { expect } from "chai";

import type { Asked, CompletionItem, Fields, Update } from "../../support/catalogue/asked.ts";
import { noteOf } from "../../support/catalogue/models.ts";
import type { Suite } from "../../support/catalogue/suite.ts";
import { delta, inShape, notes } from "./streams.ts";

/** The offset of each item, and whether it is a checkpoint. */
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

/** Reads from an offset until no item arrives for this time. */
interface Following {
  readonly begin: number;
  readonly idleMillis: number;
}

type Follow = (asked: Asked, party: string, following: Following) => Promise<readonly Told[]>;

const followUpdates: Follow = async (asked, party, { begin, idleMillis }) => {
  const items = await asked.post<readonly Update[]>(
    `/v2/updates?stream_idle_timeout_ms=${idleMillis}`,
    { beginExclusive: begin, updateFormat: inShape([party], delta) },
  );
  return items.flatMap(({ update: { Transaction, OffsetCheckpoint } }) =>
    told([Transaction?.value], OffsetCheckpoint?.value),
  );
};

const followCompletions: Follow = async (asked, party, { begin, idleMillis }) => {
  const items = await asked.post<readonly CompletionItem[]>(
    `/v2/commands/completions?stream_idle_timeout_ms=${idleMillis}`,
    { userId: "ann", parties: [party], beginExclusive: begin },
  );
  return items.flatMap(({ completionResponse: { Completion, OffsetCheckpoint } }) =>
    told([Completion?.value], OffsetCheckpoint?.value),
  );
};

const checkpointsIn = (items: readonly Told[]) => items.filter(({ isCheckpoint }) => isCheckpoint);

/** Long enough for a checkpoint of earlier updates. */
const later = (asked: Asked) => asked.ledger.clock.advance("2m");

/** Offsets never decrease, and no checkpoint precedes an update that was not returned. */
const expectInOrder = (items: readonly Told[]) => {
  const offsets = items.map(({ offset }) => offset);
  expect(offsets).to.deep.equal(offsets.toSorted((left, right) => left - right));
};

const atTheEnd = async (asked: Asked, follow: Follow) => {
  const begin = asked.end;
  const { alice, offsets } = await notes(asked, 3);
  later(asked);
  const items = await follow(asked, alice, { begin, idleMillis: 100 });
  const own = items.filter(({ isCheckpoint }) => !isCheckpoint).map(({ offset }) => offset);
  expect(own).to.deep.equal(offsets);
  expect(checkpointsIn(items).at(-1)).to.include({ offset: asked.end });
  expectInOrder(items);
};

/** A stream of bob, who sees nothing of alice's updates; returns checkpoints only. */
const ofOthers = async (asked: Asked, follow: Follow, prepare: typeof later) => {
  const bob = await asked.party("bob");
  await notes(asked, 3);
  prepare(asked);
  const items = await follow(asked, bob, { begin: 0, idleMillis: 200 });
  expect(items).to.not.deep.equal([]);
  expect(checkpointsIn(items)).to.deep.equal(items);
  expect(items.at(-1)).to.include({ offset: asked.end });
  expectInOrder(items);
};

/** A stream that starts at the end, after the latest checkpoint. */
const notBeforeItsBegin = async (asked: Asked, follow: Follow) => {
  const bob = await asked.party("bob");
  const { alice } = await notes(asked, 1);
  later(asked);
  await asked.submit(alice, noteOf(alice));
  const items = await follow(asked, bob, { begin: asked.end, idleMillis: 200 });
  expect(items).to.deep.equal([{ offset: asked.end, isCheckpoint: true }]);
};

/** Within less than the 75 seconds that it may take otherwise. */
const atOnce = async (asked: Asked, follow: Follow) => {
  const bob = await asked.party("bob");
  await notes(asked, 1);
  later(asked);
  const items = await follow(asked, bob, { begin: asked.end, idleMillis: 700 });
  expect(items).to.deep.equal([{ offset: asked.end, isCheckpoint: true }]);
};

const nothing = () => undefined;

const name = "CheckpointInTailingStreamsIT";

export const checkpoints: readonly Suite[] = [
  {
    name,
    options: { limits: { checkpointIntervalMillis: 20, checkpointIdleMillis: 40 } },
    cases: {
      TXServeTailingStreamCheckpointAtTheEnd: (asked) => atTheEnd(asked, followUpdates),
      TXServeTailingStreamCheckpointTimeout: (asked) => ofOthers(asked, followUpdates, nothing),
      TXServeTailingStreamCheckpointEmptyAtLedgerEnd: (asked) =>
        notBeforeItsBegin(asked, followUpdates),
      TXServeTailingStreamCheckpointEmpty: (asked) => ofOthers(asked, followUpdates, later),
      CompletionsStreamCheckpointAtTheEnd: (asked) => atTheEnd(asked, followCompletions),
      CompletionsStreamCheckpointTimeout: (asked) => ofOthers(asked, followCompletions, nothing),
      CompletionsStreamCheckpointNotBeforeStartExclusiveTimeout: (asked) =>
        notBeforeItsBegin(asked, followCompletions),
      CompletionsStreamCheckpointEmpty: (asked) => ofOthers(asked, followCompletions, later),
    },
  },
  {
    name,
    cases: {
      TXServeTailingStreamCheckpointEmptyImmediatelyAtLedgerEnd: (asked) =>
        atOnce(asked, followUpdates),
      CompletionsStreamCheckpointEmptyImmediatelyAtLedgerEnd: (asked) =>
        atOnce(asked, followCompletions),
    },
  },
];
