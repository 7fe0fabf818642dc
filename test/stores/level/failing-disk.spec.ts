import { readdir } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";

import { expect } from "chai";
import { ClassicLevel } from "classic-level";

import { emptyHash } from "../../../lib/ledger/stores/text/journal-hash.ts";
import { emptyExtent } from "../../../lib/stores/level/history-archive.ts";
import type { LevelDatabase } from "../../../lib/stores/level/level-database.ts";
import { LevelStore } from "../../../lib/stores/level/level-store.ts";
import { collectAll } from "../../support/collect-all.ts";
import { deletedUserEvents } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { useFolder } from "../../support/use-folder.ts";

const full = Object.assign(new Error("IO error: No space left on device"), {
  code: "LEVEL_IO_ERROR",
});

/**
 * Returns a database on a disk that becomes full after some batches: before or after it writes the
 * next one.
 */
const fillingUp = (database: ClassicLevel) => {
  const disk = { batchesLeft: Infinity, failsAfter: false, asked: 0 };
  const batch: LevelDatabase["batch"] = async (puts, options) => {
    disk.asked++;
    const isFull = disk.batchesLeft-- <= 0;
    if (!isFull || disk.failsAfter) await database.batch(puts, options);
    if (isFull) throw full;
  };
  const filling: LevelDatabase = {
    batch,
    location: database.location,
    get: database.get.bind(database),
    getSync: database.getSync.bind(database),
    iterator: database.iterator.bind(database),
    getMany: database.getMany.bind(database),
    compactRange: database.compactRange.bind(database),
    close: database.close.bind(database),
  };
  return { disk, filling };
};

describe("store on a failing disk", () => {
  const place = useFolder("failing");
  const head = {
    generation: 0,
    position: 0,
    hash: emptyHash,
    path: [{ branch: 1, from: 1 }],
  };
  const others = {
    head,
    records: [],
    written: emptyExtent,
    size: () => Promise.resolve(0),
  };

  const withStore = async (
    use: (
      store: LevelStore,
      disk: ReturnType<typeof fillingUp>["disk"],
      database: ClassicLevel,
    ) => Promise<void>,
  ): Promise<void> => {
    const database = new ClassicLevel(place());
    await database.open();
    const { disk, filling } = fillingUp(database);
    const store = new LevelStore({
      ...others,
      database: filling,
      archive: database,
    });
    try {
      await use(store, disk, database);
    } finally {
      await database.close();
    }
  };

  for (const failsAfter of [false, true]) {
    it(`rejects all pending writes, and writes nothing more: it failed ${failsAfter ? "after" : "before"} writing`, () =>
      withStore(async (store, disk) => {
        await store.append(1, deletedUserEvents("a"));
        const mark = store.mark(1);
        Object.assign(disk, { batchesLeft: 0, failsAfter });
        const waiting = [2, 3, 4].map((position) => store.append(position, deletedUserEvents("b")));
        const refusals = await Promise.all(waiting.map(rejectionOf));
        for (const { code, cause } of refusals) {
          expect(code).to.equal("SERVICE_NOT_RUNNING");
          expect(cause).to.contain("No space left on device");
        }
        // There is space again, but it is unknown which entries were written.
        disk.batchesLeft = Infinity;
        const { asked } = disk;
        for (const refused of [
          store.append(2, deletedUserEvents("c")),
          store.restore(mark),
          store.compact(1, () => []),
          store.position(),
          collectAll(store.read(0)),
          store.fork(),
        ]) {
          expect((await rejectionOf(refused)).code).to.equal("SERVICE_NOT_RUNNING");
        }
        expect(disk.asked).to.equal(asked);
        await store.close();
      }));
  }

  it("returns the same error to writes during and ahead of the failed one", () =>
    withStore(async (store, disk) => {
      Object.assign(disk, { batchesLeft: 0, failsAfter: true });
      const first = store.enqueue(1, deletedUserEvents("a"));
      await nextTurn();
      const all = [
        first,
        store.enqueue(2, deletedUserEvents("b")),
        store.enqueue(3, deletedUserEvents("c")),
      ];
      for (const each of await Promise.all(
        all.map(async (appended) => rejectionOf(appended ?? Promise.resolve())),
      )) {
        expect(each.code).to.equal("SERVICE_NOT_RUNNING");
        expect(each.cause).to.contain("No space left on device");
      }
      expect(disk.asked).to.equal(1);
      await store.close();
    }));

  it("writes nothing more if evicted history or a checkpoint cannot be written", async () => {
    for (const kind of ["past", "checkpoint"] as const) {
      const [journal, kept] = [new ClassicLevel(place()), new ClassicLevel(place())];
      await Promise.all([journal.open(), kept.open()]);
      const { disk, filling } = fillingUp(kept);
      const store = new LevelStore({
        ...others,
        database: journal,
        archive: filling,
      });
      await store.append(1, deletedUserEvents("a"));
      disk.batchesLeft = 0;
      const lines = (async function* () {
        yield* await Promise.resolve(["a line"]);
      })();
      const failing =
        kind === "past"
          ? store.archive.write({ branch: 1, offset: 1, history: -1 }, [])
          : store.checkpoints.write(1, lines);
      expect((await rejectionOf(failing)).cause).to.contain("No space left on device");
      disk.batchesLeft = Infinity;
      const { asked } = disk;
      for (const refused of [
        store.append(2, deletedUserEvents("b")),
        store.archive.write({ branch: 1, offset: 1, history: -1 }, []),
      ]) {
        expect((await rejectionOf(refused)).code).to.equal("SERVICE_NOT_RUNNING");
      }
      expect(disk.asked).to.equal(asked);
      await store.close();
    }
  });

  it("marks the history archive for a rebuild if a damaged file of it prevents a write", async () => {
    const [journal, kept] = [new ClassicLevel(place()), new ClassicLevel(place())];
    await Promise.all([journal.open(), kept.open()]);
    const { filling } = fillingUp(kept);
    const corruption = Object.assign(new Error("Corruption: bad entry in block"), {
      code: "LEVEL_CORRUPTION",
    });
    const archive = { ...filling, batch: () => Promise.reject(corruption) };
    const store = new LevelStore({ ...others, database: journal, archive });
    const failing = store.archive.write({ branch: 1, offset: 1, history: -1 }, []);
    expect((await rejectionOf(failing)).cause).to.equal(
      "The history archive of the store is damaged: Corruption: bad entry in block. Restart the ledger: it then rebuilds the archive from the journal, without loss of data.",
    );
    expect(await readdir(kept.location)).to.include("DAMAGED");
    await store.close();
  });

  it("reports damage if a damaged file of the journal prevents a write", async () => {
    const database = new ClassicLevel(place());
    await database.open();
    const corruption = new Error("Corruption: bad entry in block");
    const { filling } = fillingUp(database);
    const journal = { ...filling, batch: () => Promise.reject(corruption) };
    const store = new LevelStore({ ...others, database: journal, archive: filling });
    expect((await rejectionOf(store.append(1, deletedUserEvents("a")))).cause).to.equal(
      "The journal store is damaged: a file of LevelDB cannot be read (Corruption: bad entry in block). Restore its last backup, or load a dump.",
    );
    await store.close();
  });

  it("can be closed", () =>
    withStore(async (store, disk, database) => {
      disk.batchesLeft = 0;
      await rejectionOf(store.append(1, deletedUserEvents("a")));
      await store.close();
      await store.close();
      expect(database.status).to.equal("closed");
    }));
});
