import { rm } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { ClassicLevel } from "classic-level";

import { updateById } from "../../../lib/api.ts";
import type { HistoryAdapter } from "../../../lib/history.ts";
import { createLedger, type Ledger } from "../../../lib/index.ts";
import type { JournalStore } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { errorOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { untyped } from "../../support/untyped.ts";
import { useFolder } from "../../support/use-folder.ts";
import { wholeState } from "../../support/whole-state.ts";

const limits = { recentEntries: 4, entriesPerCheckpoint: 10 };

/** Returns the same store with a counter of the entries that are read from it. */
const counting = (store: JournalStore) => {
  const count = { read: 0 };
  async function* read(after: number) {
    for await (const entry of store.read(after)) {
      count.read++;
      yield entry;
    }
  }
  const counted = new Proxy(store, {
    get: (target, name) => {
      if (name === "read") return read;
      const held: unknown = Reflect.get(target, name, target);
      return typeof held === "function" ? (held.bind(target) as unknown) : held;
    },
  });
  return { count, counted };
};

describe("ledger that starts from a checkpoint @slow", () => {
  const place = useFolder("checkpoints");
  const open: Ledger[] = [];
  const opened = async (
    folder: string,
    own: object = limits,
    history: readonly HistoryAdapter[] = [],
  ) => {
    const { count, counted } = counting(await openLevelStore(folder));
    const ledger = await createLedger({
      packages: [iouPackage],
      seed: 1,
      clock: { freeze: "2024-01-01T12:00:00Z" },
      limits: own,
      history,
      store: counted,
    });
    open.push(ledger);
    return { ledger, read: count.read };
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all(open.splice(0).map((ledger) => ledger.close()));
  };
  afterEach(closeAll);

  const issueAndArchive = async (ledger: Ledger, times: number): Promise<void> => {
    const party: string = ledger.state.participantId;
    for (let count = 0; count < times; count++) {
      const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
      const issued = await ledger.submit({ actAs: party, commands });
      const [iou] = issued.created(Iou);
      if (count % 3 > 0 && iou !== undefined) {
        await ledger.submit({ actAs: party, commands: iou.exercise(Iou.Archive) });
      }
    }
  };

  /** Creates a ledger with this many transactions, and closes it. */
  const kept = async (): Promise<{ folder: string; seen: unknown; position: number }> => {
    const folder = place();
    const { ledger } = await opened(folder);
    await issueAndArchive(ledger, 30);
    const seen = wholeState(ledger.state);
    const { position } = ledger.state;
    await closeAll();
    return { folder, seen, position };
  };

  const changePast = async (
    folder: string,
    change: (database: ClassicLevel, keys: readonly string[]) => Promise<void>,
  ): Promise<void> => {
    const database = new ClassicLevel(join(folder, "history"));
    await database.open();
    await change(database, await database.keys().all());
    await database.close();
  };

  it("reads only later entries, and is the same as the closed ledger", async () => {
    const { folder, seen } = await kept();
    const { ledger, read } = await opened(folder);
    expect(read).to.be.at.most(limits.recentEntries);
    expect(wholeState(ledger.state)).to.deep.equal(seen);
    await issueAndArchive(ledger, 3);
    const more = wholeState(ledger.state);
    await closeAll();
    expect(wholeState((await opened(folder)).ledger.state)).to.deep.equal(more);
  });

  it("holds only active contracts and the latest history in memory", async () => {
    const { folder } = await kept();
    const { ledger } = await opened(folder);
    const held = [...ledger.state.log.residentEntries()].length;
    expect(held).to.be.at.most(2 * limits.recentEntries);
    expect([...ledger.state.contracts.entries()]).to.have.length(
      ledger.state.active.all.size + held,
    );
  });

  it("reads the whole journal if the checkpoint was changed or truncated, or the archived history is missing", async () => {
    const { folder, seen, position } = await kept();
    const changed =
      (change: (value: string) => string) =>
      async (database: ClassicLevel, keys: readonly string[]) => {
        const key = keys.find((each) => each.startsWith("checkpoint")) ?? "";
        await database.put(key, change((await database.get(key)) ?? ""));
      };
    const harms: ((database: ClassicLevel, keys: readonly string[]) => Promise<void>)[] = [
      changed((value) => value.replace("Iou", "Iox")),
      changed((value) => value.slice(0, -1)),
      changed(() => ""),
      (database, keys) => database.del(keys.find((each) => each.startsWith("checkpoint")) ?? ""),
      (database) => database.put("archive", "nothing of the kind"),
    ];
    for (const harm of harms) {
      await changePast(folder, harm);
      const { ledger, read } = await opened(folder);
      expect(read).to.equal(position);
      expect(wholeState(ledger.state)).to.deep.equal(seen);
      await closeAll();
    }
    await rm(join(folder, "history"), { recursive: true });
    expect(wholeState((await opened(folder)).ledger.state)).to.deep.equal(seen);
  });

  it("starts from a recent checkpoint, even if it is often killed before the next one is due", async () => {
    const folder = place();
    const counts: number[] = [];
    for (let run = 0; run < 12; run++) {
      const { count, counted } = counting(await openLevelStore(folder));
      const ledger = await createLedger({
        packages: [iouPackage],
        limits,
        store: counted,
        // Ignore errors of a checkpoint that is pending when the store closes.
        reportError: () => undefined,
      });
      counts.push(count.read);
      const party: string = ledger.state.participantId;
      for (let each = 0; each < 8; each++) {
        const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
        const [iou] = (await ledger.submit({ actAs: party, commands })).created(Iou);
        if (iou === undefined) return expect.fail("nothing was created");
        await ledger.submit({ actAs: party, commands: iou.exercise(Iou.Archive) });
      }
      // Like a killed process: the ledger is not closed.
      await counted.close();
    }
    // Some are killed while they write a checkpoint.
    const most = limits.entriesPerCheckpoint + 4 * 16;
    expect(Math.max(...counts), counts.join(" ")).to.be.at.most(most);
  });

  it("writes a pending checkpoint when it is closed", async () => {
    const folder = place();
    const store = await openLevelStore(folder);
    const killed = await createLedger({
      packages: [iouPackage],
      store,
      clock: { freeze: "2024-01-01T12:00:00Z" },
    });
    await issueAndArchive(killed, 10);
    await store.close();
    await opened(folder);
    await closeAll();
    expect((await opened(folder)).read).to.be.at.most(limits.recentEntries);
  });

  it("replaces a checkpoint made with other rules of coin history", async () => {
    const { folder, seen, position } = await kept();
    const rules: readonly HistoryAdapter[] = [{ rules: [], burns: "show" }];
    const first = await opened(folder, limits, rules);
    expect(first.read).to.equal(position);
    expect(wholeState(first.ledger.state)).to.deep.equal(seen);
    await closeAll();
    expect((await opened(folder, limits, rules)).read).to.be.at.most(limits.recentEntries);
  });

  it("does not start from a checkpoint of a reverted journal", async () => {
    const folder = place();
    const { ledger } = await opened(folder);
    await issueAndArchive(ledger, 2);
    const before = ledger.snapshot();
    await issueAndArchive(ledger, 20);
    await ledger.revert(before);
    await issueAndArchive(ledger, 1);
    const seen = wholeState(ledger.state);
    await closeAll();
    expect(wholeState((await opened(folder)).ledger.state)).to.deep.equal(seen);
  });

  it("reports a changed record of archived history as damage, and returns none of it", async () => {
    const { folder } = await kept();
    const { ledger } = await opened(folder);
    const first = ledger.state.log.get(1)?.update?.updateId ?? "";
    await closeAll();
    await changePast(folder, async (database, keys) => {
      for (const key of keys.filter((each) => each.includes(" update "))) {
        const value = (await database.get(key)) ?? "";
        await database.put(key, `${value.slice(0, -1)}9`);
      }
    });
    const again = (await opened(folder)).ledger;
    const party: string = again.state.participantId;
    const updateFormat = {
      includeTransactions: {
        eventFormat: eventFormatJson([party]),
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    };
    const error = errorOf(() => updateById(again, untyped({ updateId: first, updateFormat })));
    expect(error.code).to.equal("SERVICE_NOT_RUNNING");
    expect(error.cause).to.contain("damaged");
  });
});
