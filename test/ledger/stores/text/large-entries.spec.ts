import { expect } from "chai";
import fc from "fast-check";

import { sha256Of } from "../../../../lib/base/values/digest.ts";
import { foldEntry, foldInTurns } from "../../../../lib/ledger/replay/fold-entry.ts";
import { condenseState } from "../../../../lib/ledger/state/condensed.ts";
import { initialState } from "../../../../lib/ledger/state/initial-state.ts";
import {
  entryPieces,
  entryText,
  entryTextInTurns,
  entryTextParts,
  readEntryText,
  readEntryTextInTurns,
  UnreadableEntry,
} from "../../../../lib/ledger/stores/text/entry-text.ts";
import {
  emptyHash,
  hashAfter,
  hashAfterInTurns,
} from "../../../../lib/ledger/stores/text/journal-hash.ts";
import { sliceLength, slicesOf } from "../../../../lib/ledger/stores/text/slices.ts";
import type { LedgerEvent } from "../../../../lib/store.ts";
import { arbitraryEvents } from "../../../support/arbitrary-events.ts";
import { collected } from "../../../support/collected.ts";
import { manyContracts } from "../../../support/many-contracts.ts";
import { plainState } from "../../../support/plain-state.ts";
import { runs } from "../../../support/properties.ts";
import { versionFolding } from "./version-folding.ts";

/** Texts that resemble the end of a string, a list, or an element. */
const hostile: readonly LedgerEvent[] = [
  '"',
  "\\",
  '\\"',
  '"]},{"',
  ",",
  "[{",
  "\ud800",
  "\u{1f600}",
].map((userId) => ({ kind: "userDeleted", userId }));

/** Repeats the events until their text is large. */
const often = (events: readonly LedgerEvent[]): readonly LedgerEvent[] => {
  const times = Math.ceil((2 * sliceLength) / entryText(events).length);
  return Array.from({ length: times }, () => events).flat();
};

/** Number of event loop iterations until the work is done. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  const over = new AbortController();
  void work.finally(() => over.abort());
  let turns = 0;
  for (; !over.signal.aborted; turns++) await new Promise((resolve) => setImmediate(resolve));
  await work;
  return turns;
};

describe("journal entry with many events", () => {
  it("is written and read asynchronously as it is synchronously @property", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEvents, async (some) => {
        const events = often([...some, ...hostile]);
        const text = await entryTextInTurns(events);
        expect(text).to.equal(entryText(events));
        expect(await readEntryTextInTurns(text)).to.deep.equal(events);
        const parts = await collected(entryTextParts(events));
        expect(parts.length).to.be.greaterThan(1);
        expect(parts.flatMap((part) => readEntryText(part))).to.deep.equal(events);
      }),
      { numRuns: runs(1) },
    );
  });

  it("can have no events or few", async () => {
    for (const events of [[], hostile]) {
      expect((await entryPieces(events)).join("")).to.equal(entryText(events));
      expect(await collected(entryTextParts(events))).to.deep.equal([entryText(events)]);
    }
  });

  it("is not read if it is not an entry", async () => {
    const text = entryText(often(hostile));
    const middle = text.indexOf("},{", text.length / 2);
    for (const changed of [
      text.slice(0, -3),
      `${text.slice(0, middle)},${text.slice(middle)}`,
      `${text.slice(0, middle)}${text.slice(middle + 1)}`,
      `${text.slice(0, middle)}]${text.slice(middle)}`,
      `${text.slice(0, -2)},]}`,
      text.replace("userDeleted", "userForgotten"),
    ]) {
      const refusal = await readEntryTextInTurns(changed).then(
        () => expect.fail("it was read"),
        (error: unknown) => error,
      );
      expect(refusal).to.be.instanceOf(UnreadableEntry);
      expect(String(refusal)).to.match(/it is no entry|kind that is not known/u);
    }
  });

  it("has the same hash when hashed asynchronously, on every platform", async () => {
    const text = entryText(often(hostile));
    expect(await hashAfterInTurns(emptyHash, 7, text)).to.equal(hashAfter(emptyHash, 7, text));
    expect([...slicesOf(text)].join("")).to.equal(text);
    const pair = `${"x".repeat(sliceLength - 1)}\u{1f600}`;
    expect([...slicesOf(pair)]).to.deep.equal([pair]);
    const elsewhere = sha256Of({}).begin();
    elsewhere.add(new TextEncoder().encode("a"));
    elsewhere.add(new TextEncoder().encode("bc"));
    expect(elsewhere.hex()).to.equal(sha256Of({}).hex(new TextEncoder().encode("abc")));
  });

  it("yields to the event loop while it is written, hashed, read and applied", async () => {
    const events = condenseState(initialState(), manyContracts(3_000));
    const text = entryText(events);
    const least = Math.floor(text.length / sliceLength) - 1;
    expect(least).to.be.greaterThan(3);
    for (const work of [
      () => entryTextInTurns(events),
      () => hashAfterInTurns(emptyHash, 1, text),
      () => readEntryTextInTurns(text),
      () => foldInTurns(initialState(), { position: 1, events }, versionFolding),
    ]) {
      expect(await turnsDuring(work())).to.be.at.least(Math.min(least, events.length / 16 - 1));
    }
  });
});

describe("compaction of a journal with many contracts", () => {
  it("writes only small events, which produce the same state", async () => {
    const contracts = manyContracts(175);
    const begin = { position: 1, events: condenseState(initialState(), contracts) };
    const state = foldEntry(initialState(), begin, versionFolding);
    expect(state.active.all.size).to.equal(175);
    const events = condenseState(state);
    expect(events.map(({ kind }) => kind)).to.deep.equal([
      "journalCondensed",
      "contractsCondensed",
      "contractsCondensed",
      "contractsCondensed",
    ]);
    const again = await foldInTurns(initialState(), { position: 1, events }, versionFolding);
    expect(plainState(again)).to.deep.equal(plainState(state));
    const twice = { position: 1, events: [...events, ...events.slice(1)] };
    expect(plainState(foldEntry(initialState(), twice, versionFolding))).to.deep.equal(
      plainState(state),
    );
  });
});
