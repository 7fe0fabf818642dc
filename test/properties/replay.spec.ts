import { expect } from "chai";
import fc from "fast-check";

import { createLedger, type Ledger } from "../../lib/index.ts";
import { replayJournal } from "../../lib/ledger/replay/replay.ts";
import { createMemoryStore, type JournalEntry, type JournalEvent } from "../../lib/store.ts";
import { anyFolding } from "../support/any-folding.ts";
import { arbitraryEvents as allEvents } from "../support/arbitrary-events.ts";
import { plainState } from "../support/plain-state.ts";
import { runs } from "../support/properties.ts";

/** Commits each event, with random bytes from the ledger. Returns the written entries. */
const write = async (
  ledger: Ledger,
  events: readonly JournalEvent[],
): Promise<readonly (readonly [JournalEntry, drawn: string])[]> => {
  const entries: JournalEntry[] = [];
  const stop = ledger.subscribe((entry) => entries.push(entry));
  const drawn: string[] = [];
  for (const event of events) {
    drawn.push(
      await ledger.commit((_, { seed, now }) => ({
        events: [event],
        outcome: `${seed.join()} ${now}`,
      })),
    );
  }
  stop();
  return entries.map((entry, index) => [entry, drawn[index] ?? ""]);
};

/** Without packages, since those of random events have no definitions. */
const arbitraryEvents = allEvents.map((events) =>
  events.filter(({ kind }) => kind !== "packagesAdded"),
);

const options = { seed: 1, clock: { start: 0n, step: 1n } };

describe("journal", () => {
  it("produces the ledger's state when it is read from the beginning", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEvents, async (events) => {
        const store = createMemoryStore();
        const ledger = await createLedger({ ...options, store });
        await write(ledger, events);
        const again = await replayJournal(store, anyFolding);
        expect(plainState(again)).to.deep.equal(plainState(ledger.state));
      }),
      { numRuns: runs(40) },
    );
  });

  it("gets the same entries and random bytes from the same events after a revert @property", async () => {
    const ledger = await createLedger(options);
    const beginning = ledger.snapshot();
    await fc.assert(
      fc.asyncProperty(arbitraryEvents, arbitraryEvents, async (before, after) => {
        await ledger.revert(beginning);
        await write(ledger, before);
        const snapshot = ledger.snapshot();
        const { state } = ledger;
        const seen = plainState(state);
        const written = await write(ledger, after);
        const end = plainState(ledger.state);

        await ledger.revert(snapshot);
        expect(ledger.state).to.equal(state);
        expect(plainState(state)).to.deep.equal(seen);
        expect(await write(ledger, after)).to.deep.equal(written);
        expect(plainState(ledger.state)).to.deep.equal(end);
      }),
      { numRuns: runs(8) },
    );
  });

  it("is not changed by writes to its forks, and does not change the forks by its writes @property", async () => {
    const ledger = await createLedger(options);
    const beginning = ledger.snapshot();
    await fc.assert(
      fc.asyncProperty(arbitraryEvents, arbitraryEvents, async (mine, theirs) => {
        await ledger.revert(beginning);
        const fork = await ledger.fork();
        const [written] = await Promise.all([write(fork, theirs), write(ledger, mine)]);
        const alone = await ledger.fork();
        await ledger.revert(beginning);
        expect(await write(ledger, theirs)).to.deep.equal(written);
        expect(plainState(ledger.state)).to.deep.equal(plainState(fork.state));
        await ledger.revert(beginning);
        await write(ledger, mine);
        expect(plainState(ledger.state)).to.deep.equal(plainState(alone.state));
      }),
      { numRuns: runs(8) },
    );
  });
});
