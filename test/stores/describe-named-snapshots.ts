import { expect } from "chai";
import fc from "fast-check";

import { createLedger, type Ledger, Ping } from "../../lib/index.ts";
import type { JournalStore } from "../../lib/store.ts";
import { rejectionOf } from "../support/error-of.ts";
import { runs } from "../support/properties.ts";
import { wholeState } from "../support/whole-state.ts";

/** The store that is tested. */
export interface KeepingStore {
  /** The place for a new store. */
  readonly place: () => string;
  readonly open: (place: string) => Promise<JournalStore>;
  /** Number of random programs. */
  readonly programs: number;
}

type Step =
  | { readonly kind: "create" | "archive" | "prune" | "advance" | "reset" | "reopen" }
  | { readonly kind: "keep" | "revert" | "forget"; readonly name: string };

const name = fc.constantFrom("before", "nach dem Kauf", "🦊/..");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("create") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("archive", "advance") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("prune", "reset") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reopen") }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("keep", "revert"), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("forget"), name }) },
);

/** Returns everything that a revert to a snapshot sets. */
const whole = ({ state, clock }: Ledger) => ({
  state: wholeState(state),
  time: clock.time,
  mode: clock.mode,
});

/** Defines the tests of named snapshots of a ledger in a store. */
export const describeNamedSnapshots = ({ place, open, programs }: KeepingStore): void => {
  const opened = async (folder: string): Promise<Ledger> =>
    createLedger({
      seed: 1,
      clock: { freeze: "2024-01-01T12:00:00Z" },
      store: await open(folder),
      // Small limits, so that history is evicted and checkpoints are written all the time.
      limits: { recentEntries: 2, entriesPerCheckpoint: 4 },
    });

  const create = (ledger: Ledger, id: string) => {
    const party: string = ledger.state.participantId;
    const commands = Ping.create({ id, initiator: party, responder: party });
    return ledger.submit({ actAs: party, commandId: id, commands });
  };

  const archive = async (ledger: Ledger): Promise<void> => {
    const [oldest] = ledger.contracts(Ping);
    if (oldest === undefined) return;
    const actAs: string = ledger.state.participantId;
    await ledger.submit({ actAs, commands: oldest.exercise(Ping.Respond) });
  };

  const namesOn = async ({ namedSnapshots }: Ledger): Promise<readonly string[]> =>
    (await namedSnapshots.list()).map((each) => each.name);

  it("keeps the snapshot's part of a journal whose other parts were pruned, and can be opened and continued", async () => {
    const folder = place();
    const first = await opened(folder);
    for (const id of ["a", "b"]) await create(first, id);
    await first.namedSnapshots.keep("before");
    const before = whole(first);
    for (const id of ["c", "d", "e"]) await create(first, id);
    await first.prune(first.state.ledgerEnd);
    await first.close();
    for (const id of ["f", "g"]) {
      const again = await opened(folder);
      await create(again, id);
      await again.prune(again.state.ledgerEnd);
      await again.close();
    }
    const last = await opened(folder);
    await last.namedSnapshots.revert("before");
    expect(whole(last)).to.deep.equal(before);
    await last.close();
  });

  it("restores state, history and clock after any later changes, in any process @property", async function () {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
        const folder = place();
        let ledger = await opened(folder);
        const kept = new Map<string, ReturnType<typeof whole>>();
        let count = 0;
        try {
          for (const each of steps) {
            switch (each.kind) {
              case "create":
                await create(ledger, `ping ${++count}`);
                break;
              case "archive":
                await archive(ledger);
                break;
              case "prune":
                if (ledger.state.ledgerEnd > 0) await ledger.prune(ledger.state.ledgerEnd);
                break;
              case "advance":
                ledger.clock.advance("1h");
                break;
              case "reset":
                await ledger.reset();
                break;
              case "reopen": {
                const { time } = ledger.clock;
                await ledger.close();
                ledger = await opened(folder);
                ledger.clock.set(time);
                break;
              }
              case "keep":
                if (kept.has(each.name)) {
                  const refused = ledger.namedSnapshots.keep(each.name);
                  expect((await rejectionOf(refused)).code).to.equal("INVALID_ARGUMENT");
                } else {
                  const { ledgerEnd, time } = await ledger.namedSnapshots.keep(each.name);
                  expect(ledgerEnd).to.equal(ledger.state.ledgerEnd);
                  expect(new Date(time)).to.deep.equal(ledger.clock.date);
                  kept.set(each.name, whole(ledger));
                }
                break;
              case "revert": {
                const before = kept.get(each.name);
                const reverted = ledger.namedSnapshots.revert(each.name);
                if (before === undefined) {
                  expect((await rejectionOf(reverted)).code).to.equal("UNKNOWN_RESOURCE");
                } else {
                  const { ledgerEnd } = await reverted;
                  // The newest snapshot at this place.
                  const present = (await ledger.namedSnapshots.list()).find((one) => one.isPresent);
                  expect(present?.ledgerEnd).to.equal(ledgerEnd);
                  expect(whole(ledger)).to.deep.equal(before);
                }
                break;
              }
              case "forget":
                if (kept.delete(each.name)) {
                  await ledger.namedSnapshots.forget(each.name);
                } else {
                  const refused = ledger.namedSnapshots.forget(each.name);
                  expect((await rejectionOf(refused)).code).to.equal("UNKNOWN_RESOURCE");
                }
            }
            expect(await namesOn(ledger)).to.deep.equal([...kept.keys()]);
          }
        } finally {
          await ledger.close();
        }
      }),
      { numRuns: runs(programs) },
    );
  });

  it("continues from there as before, and exists after another restart", async () => {
    const folder = place();
    const first = await opened(folder);
    for (let count = 0; count < 9; count++) await create(first, `before ${count}`);
    await first.namedSnapshots.keep("kept");
    const then = [await create(first, "a"), await create(first, "b")];
    await first.close();

    const second = await opened(folder);
    await second.namedSnapshots.revert("kept");
    expect(
      [await create(second, "a"), await create(second, "b")].map(({ updateId }) => updateId),
    ).to.deep.equal(then.map(({ updateId }) => updateId));
    const state = wholeState(second.state);
    await second.close();

    const third = await opened(folder);
    expect(wholeState(third.state)).to.deep.equal(state);
    await third.close();
  });
};
