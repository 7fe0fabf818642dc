import { expect } from "chai";
import fc from "fast-check";

import {
  applyJournalEntryInSlices,
  foldJournalEntry,
} from "../../../../lib/ledger/replay/fold-entry.ts";
import { createEventsToRebuildState } from "../../../../lib/ledger/state/condensed.ts";
import { createInitialLedgerState } from "../../../../lib/ledger/state/initial-state.ts";
import {
  entryLines,
  entryText,
  entryTextAsync,
  readEntryText,
} from "../../../../lib/ledger/stores/text/entry-text.ts";
import { parseEntryEventsAsync } from "../../../../lib/stores/shared/entry-text.ts";
import { arbitraryEvents } from "../../../support/arbitrary-events.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { manyContracts } from "../../../support/many-contracts.ts";
import { plainState } from "../../../support/plain-state.ts";
import { runs } from "../../../support/properties.ts";
import { versionFolding } from "./version-folding.ts";

/** Number of event loop iterations until the work is done. */
const iterationsDuring = async (work: Promise<unknown>): Promise<number> => {
  const over = new AbortController();
  void work.finally(() => over.abort());
  let iterations = 0;
  for (; !over.signal.aborted; iterations++) await new Promise((resolve) => setImmediate(resolve));
  await work;
  return iterations;
};

describe("journal entry with many events", () => {
  it("has the same text written synchronously and asynchronously, and reads back from one line or several @property", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEvents, async (events) => {
        const text = await entryTextAsync(events);
        expect(text).to.equal(entryText(events));
        const lines = await entryLines(events);
        expect(lines.split("\n").flatMap((line) => readEntryText(line))).to.deep.equal(events);
        expect(await parseEntryEventsAsync(1, lines)).to.deep.equal(events);
        expect(await parseEntryEventsAsync(1, text)).to.deep.equal(events);
      }),
      { numRuns: runs(1) },
    );
  });

  it("can have no events", async () => {
    expect(await entryTextAsync([])).to.equal(entryText([]));
    expect(await entryLines([])).to.equal(entryText([]));
  });

  it("is refused if a line is not an entry", async () => {
    const lines = await entryLines([
      { kind: "userDeleted", userId: "a" },
      { kind: "userDeleted", userId: "b" },
    ]);
    for (const changed of [lines.slice(0, -3), `${lines}\n`, lines.replace("Deleted", "Lost")]) {
      const refused = await rejectionOf(parseEntryEventsAsync(7, changed));
      expect(refused.code).to.equal("SERVICE_NOT_RUNNING");
      expect(refused.cause).to.match(
        /entry 7 cannot be read: .*(not a journal entry|missing or wrong)/u,
      );
    }
  });

  it("yields to the event loop while it is written, read and applied", async () => {
    const events = createEventsToRebuildState(createInitialLedgerState(), manyContracts(3_000));
    const lines = await entryLines(events);
    expect(events.length).to.be.greaterThan(50);
    for (const [least, work] of [
      [events.length, () => entryTextAsync(events)],
      [events.length, () => entryLines(events)],
      [events.length, () => parseEntryEventsAsync(1, lines)],
      [
        events.length / 16 - 1,
        () =>
          applyJournalEntryInSlices(
            createInitialLedgerState(),
            { position: 1, events },
            versionFolding,
          ),
      ],
    ] as const) {
      expect(await iterationsDuring(work())).to.be.at.least(least);
    }
  });
});

describe("compaction of a journal with many contracts", () => {
  it("writes only small events, which produce the same state", async () => {
    const contracts = manyContracts(175);
    const begin = {
      position: 1,
      events: createEventsToRebuildState(createInitialLedgerState(), contracts),
    };
    const state = foldJournalEntry(createInitialLedgerState(), begin, versionFolding);
    expect(state.active.all.size).to.equal(175);
    const events = createEventsToRebuildState(state);
    expect(events.map(({ kind }) => kind)).to.deep.equal([
      "journalCondensed",
      "contractsCondensed",
      "contractsCondensed",
      "contractsCondensed",
    ]);
    const again = await applyJournalEntryInSlices(
      createInitialLedgerState(),
      { position: 1, events },
      versionFolding,
    );
    expect(plainState(again)).to.deep.equal(plainState(state));
    const twice = { position: 1, events: [...events, ...events.slice(1)] };
    expect(
      plainState(foldJournalEntry(createInitialLedgerState(), twice, versionFolding)),
    ).to.deep.equal(plainState(state));
  });
});
