import { setImmediate } from "node:timers/promises";

import { expect } from "chai";

import {
  createLedger,
  type Ledger,
  ledgerError,
  type LedgerOptions,
  type Snapshot,
} from "../../../lib/index.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { collectAll } from "../../support/collect-all.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { useFolder } from "../../support/use-folder.ts";
import { wholeState } from "../../support/whole-state.ts";

const given = (options: LedgerOptions = {}): Promise<Ledger> =>
  createLedger({
    packages: [iouPackage],
    seed: 1,
    clock: { freeze: "2030-01-01T00:00:00Z" },
    ...options,
  });

const issue = async (ledger: Ledger): Promise<void> => {
  const party: string = ledger.state.participantId;
  const iou = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
  await ledger.submit({ actAs: party, commands: iou });
};

describe("Ledger.namedSnapshots", () => {
  const place = useFolder("named");

  it("keeps snapshots of a ledger in memory while it exists, and has none on its forks", async () => {
    const ledger = await given();
    const { namedSnapshots } = ledger;
    const { state } = ledger;
    const kept = await namedSnapshots.keep("empty");
    expect(kept).to.deep.equal({
      name: "empty",
      after: undefined,
      isPresent: true,
      ledgerEnd: state.ledgerEnd,
      time: "2030-01-01T00:00:00Z",
    });
    await issue(ledger);
    ledger.clock.advance("1h");
    expect(await namedSnapshots.revert("empty")).to.deep.equal(kept);
    expect(ledger.state).to.equal(state);
    expect(ledger.clock.time).to.equal("2030-01-01T00:00:00Z");
    expect(await (await ledger.fork()).namedSnapshots.list()).to.deep.equal([]);
    await namedSnapshots.forget("empty");
    expect(await namedSnapshots.list()).to.deep.equal([]);
    for (const gone of [namedSnapshots.revert("empty"), namedSnapshots.forget("empty")]) {
      expect((await rejectionOf(gone)).code).to.equal("UNKNOWN_RESOURCE");
    }
  });

  it("keeps the ledger as it was at an offset, in memory and in a folder", async () => {
    for (const store of [undefined, await openLevelStore(place())]) {
      const ledger = await given({
        limits: { recentEntries: 2, entriesPerCheckpoint: 4 },
        ...(store && { store }),
      });
      await issue(ledger);
      ledger.clock.advance("1h");
      await issue(ledger);
      const { ledgerEnd } = ledger.state;
      const before = wholeState(ledger.state);
      ledger.clock.advance("1h");
      for (let made = 0; made < 5; made++) await issue(ledger);
      const { namedSnapshots } = ledger;
      const time = "2030-01-01T01:00:00Z";
      const kept = await namedSnapshots.keep("earlier", ledgerEnd);
      expect(kept).to.deep.include({ name: "earlier", ledgerEnd, time });
      await namedSnapshots.keep("present");
      const present = wholeState(ledger.state);
      await namedSnapshots.revert("earlier");
      expect(wholeState(ledger.state)).to.deep.equal(before);
      expect(ledger.clock.time).to.equal(time);
      await namedSnapshots.revert("present");
      expect(wholeState(ledger.state)).to.deep.equal(present);
      await ledger.prune(ledgerEnd + 1);
      for (const offset of [ledgerEnd, ledgerEnd + 6, -1, 1.5]) {
        const { code, cause } = await rejectionOf(namedSnapshots.keep("never", offset));
        expect(code).to.equal("INVALID_ARGUMENT");
        expect(cause).to.include(`an offset from ${ledgerEnd + 1} to ${ledgerEnd + 5}`);
      }
      await ledger.close();
    }
  });

  it("completes requests that were made before the ledger was closed, and refuses later ones", async () => {
    const ledger = await given();
    const before = ledger.state.ledgerEnd;
    const issued = issue(ledger);
    expect((await ledger.namedSnapshots.keep("after it")).ledgerEnd).to.equal(before + 1);
    await issued;
    await ledger.close();
    for (const late of [
      ledger.namedSnapshots.keep("late"),
      ledger.namedSnapshots.revert("after it"),
      ledger.namedSnapshots.forget("after it"),
    ]) {
      expect((await rejectionOf(late)).code).to.equal("SERVICE_NOT_RUNNING");
    }
  });

  it("refuses invalid names, and describes valid ones", async () => {
    const { namedSnapshots } = await given();
    for (const name of ["", "7", "..", "a\nb", "\ud800", "x".repeat(201)]) {
      const { code, cause } = await rejectionOf(namedSnapshots.keep(name));
      expect(code, name).to.equal("INVALID_ARGUMENT");
      expect(cause, name).to.contain("a text of 1 to 200 characters");
    }
    for (const name of ["7a", "...x", "ä/b?", "🦊".repeat(200)]) await namedSnapshots.keep(name);
  });

  it("keeps at most a thousand snapshots @slow", async () => {
    const { namedSnapshots } = await given();
    for (let count = 0; count < 1_000; count++) await namedSnapshots.keep(`no. ${count}`);
    expect((await rejectionOf(namedSnapshots.keep("one more"))).cause).to.contain("1000");
    await namedSnapshots.forget("no. 500");
    await namedSnapshots.keep("one more");
  });

  /**
   * Creates a persistent ledger with a snapshot at 30 contracts, resets it, creates 40 contracts, and opens
   * it in a second process.
   */
  const goneOn = async () => {
    const folder = place();
    const first = await given({ store: await openLevelStore(folder) });
    for (let count = 0; count < 30; count++) await issue(first);
    await first.namedSnapshots.keep("thirty");
    await first.reset();
    for (let count = 0; count < 40; count++) await issue(first);
    await first.close();
    const store = await openLevelStore(folder);
    return { store, ledger: await given({ store }) };
  };

  it("takes no snapshot or dump of the old state while it reads the journal that another process replaced", async () => {
    const { ledger } = await goneOn();
    const late = ledger.dump();
    const snapshots: Snapshot[] = [];
    const dumps: Promise<readonly string[]>[] = [];
    let refused = 0;
    const reverted = { isDone: false };
    const reverting = ledger.namedSnapshots
      .revert("thirty")
      .finally(() => (reverted.isDone = true));
    while (!reverted.isDone) {
      try {
        const snapshot = ledger.snapshot();
        // There are at most four moments before the journal is read.
        if (snapshots.length < 4) {
          snapshots.push(snapshot);
          dumps.push(collectAll(ledger.dump()));
        }
      } catch (error) {
        expect(error).to.have.nested.property("details.code", "SUBMISSION_DURING_SHUTDOWN");
        refused++;
      }
      await setImmediate();
    }
    await reverting;
    expect(refused).to.be.greaterThan(0);
    await rejectionOf(collectAll(late));
    for (const dump of await Promise.allSettled(dumps)) {
      if (dump.status === "rejected") continue;
      const loaded = await given({ from: dump.value });
      expect([30, 40]).to.include(loaded.contracts(Iou).length);
    }
    for (const snapshot of snapshots) {
      await ledger.revert(snapshot);
      const from = await collectAll(ledger.dump());
      expect((await given({ from })).contracts(Iou).length).to.equal(ledger.contracts(Iou).length);
    }
    await ledger.close();
  });

  /**
   * Creates a ledger with 40 contracts, whose revert to 30 contracts fails, and creates another contract. The
   * store fails this many restores.
   */
  const unanswered = async (failures: number) => {
    const { store, ledger } = await goneOn();
    const restore = store.restore.bind(store);
    let count = 0;
    store.restore = async (mark) => {
      count++;
      // With two failures, the store executes the first restore but reports an error.
      if (count > failures || (failures === 2 && count === 1)) await restore(mark);
      if (count <= failures) {
        throw ledgerError("SERVICE_NOT_RUNNING", { cause: `No answer ${count}.` });
      }
    };
    const refusal = await rejectionOf(ledger.namedSnapshots.revert("thirty"));
    expect(refusal.cause).to.equal("No answer 1.");
    await issue(ledger);
    return ledger;
  };

  /**
   * Expects this number of contracts on the ledger and in its journal. Also expects that a later revert
   * succeeds.
   */
  const expectGoesOnWith = async (length: number, ledger: Ledger): Promise<void> => {
    expect(ledger.contracts(Iou)).to.have.length(length);
    const loaded = await given({ from: await collectAll(ledger.dump()) });
    expect(loaded.contracts(Iou)).to.have.length(length);
    await ledger.namedSnapshots.revert("thirty");
    expect(ledger.contracts(Iou)).to.have.length(30);
    await ledger.close();
  };

  it("keeps its state and continues if the store does not restore", async () => {
    await expectGoesOnWith(41, await unanswered(1));
  });

  it("continues from the restored state if the store restored but reported an error", async () => {
    await expectGoesOnWith(31, await unanswered(2));
  });

  it("keeps its state if a package of the snapshot is missing", async () => {
    const folder = place();
    const first = await given({ store: await openLevelStore(folder), packages: [] });
    await first.namedSnapshots.keep("without");
    const beginning = first.snapshot();
    await first.close();

    const second = await given({ store: await openLevelStore(folder) });
    await issue(second);
    await second.namedSnapshots.keep("with");
    await second.namedSnapshots.revert("without");
    await second.close();
    expect(beginning.state.packages.get(iouPackage.packageId)).to.equal(undefined);

    const third = await given({ store: await openLevelStore(folder), packages: [] });
    const before = wholeState(third.state);
    const { reverts, epoch } = third;
    const refusal = await rejectionOf(third.namedSnapshots.revert("with"));
    expect(refusal.code).to.equal("PACKAGE_NOT_FOUND");
    expect(wholeState(third.state)).to.deep.equal(before);
    expect([third.reverts, epoch.aborted]).to.deep.equal([reverts, false]);
    await third.close();

    const fourth = await given({ store: await openLevelStore(folder), packages: [] });
    expect(wholeState(fourth.state)).to.deep.equal(before);
    await fourth.close();
    const fifth = await given({ store: await openLevelStore(folder) });
    await fifth.namedSnapshots.revert("with");
    expect(fifth.contracts(Iou)).to.have.length(1);
    await fifth.close();
  });
});
