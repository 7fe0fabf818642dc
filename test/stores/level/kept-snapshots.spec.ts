import { cp, rm } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { JournalStore } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { collectAll } from "../../support/collect-all.ts";
import { deletedUserEvents } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { openStoredDatabase } from "../../support/stored-database.ts";
import { useFolder } from "../../support/use-folder.ts";

describe("named snapshots in a folder", () => {
  const place = useFolder("marks");
  let folder = "";
  const open = new Set<JournalStore>();
  beforeEach(() => (folder = place()));
  const opened = async (): Promise<JournalStore> => {
    const store = await openLevelStore(folder);
    open.add(store);
    return store;
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all(Array.from(open, (store) => store.close()));
    open.clear();
  };
  afterEach(closeAll);

  /** Writes a journal with "a", and the snapshot "kept" of a journal with "a", "b" and "c". */
  const withBranch = async (): Promise<void> => {
    const store = await opened();
    for (const [index, user] of ["a", "b", "c"].entries()) {
      await store.append(index + 1, deletedUserEvents(user));
    }
    await store.snapshots.keep("kept", store.mark(3), "", 10);
    await store.snapshots.keep("kept as well", store.mark(2), "", 10);
    await store.restore(store.mark(1));
    await closeAll();
  };

  const changing = async (
    change: (database: Awaited<ReturnType<typeof openStoredDatabase>>["database"]) => Promise<void>,
  ): Promise<void> => {
    const { database } = await openStoredDatabase(folder);
    await change(database);
    await database.close();
  };

  const entriesIn = async (): Promise<number> => {
    const { database, keys } = await openStoredDatabase(folder);
    await database.close();
    return keys.filter((key) => key.startsWith("entry")).length;
  };

  it("keep their entries on disk exactly as long as they exist", async () => {
    await withBranch();
    await opened();
    await closeAll();
    expect(await entriesIn()).to.equal(3);
    await (await opened()).snapshots.delete("kept");
    await closeAll();
    await opened();
    await closeAll();
    expect(await entriesIn()).to.equal(2);
    await (await opened()).snapshots.delete("kept as well");
    await closeAll();
    await opened();
    await closeAll();
    expect(await entriesIn()).to.equal(1);
  });

  it("keep the store from opening if their records are deleted, changed or unreadable", async () => {
    for (const change of ["gone", "changed", "unreadable"]) {
      folder = place();
      await withBranch();
      await changing(async (database) => {
        const value = (await database.get("snapshots")) ?? "";
        if (change === "gone") await database.del("snapshots");
        if (change === "changed") {
          await database.put("snapshots", value.replace('"kept"', '"left"'));
        }
        if (change === "unreadable") await database.put("snapshots", value.slice(1));
      });
      const refusal = await rejectionOf(opened());
      expect(refusal.code, change).to.equal("SERVICE_NOT_RUNNING");
      expect(refusal.cause, change).to.match(/named snapshots/);
    }
  });

  it("cannot be read if their entries are damaged, while the journal stays usable", async () => {
    for (const change of ["gone", "changed"]) {
      for (const [position, names] of [
        [2, ["kept", "kept as well"]],
        [3, ["kept"]],
      ] as const) {
        folder = place();
        await withBranch();
        await changing(async (database) => {
          const key = `entry ${"1".padStart(16, "0")} ${String(position).padStart(16, "0")}`;
          const value = (await database.get(key)) ?? "";
          if (change === "gone") await database.del(key);
          else await database.put(key, value.replace(/"userId":"."/, '"userId":"x"'));
        });
        const store = await opened();
        const damaged: string[] = [];
        for (const { name, mark } of (await store.snapshots.list()).snapshots) {
          await collectAll(store.readAt(mark)).catch(() => damaged.push(name));
        }
        expect(damaged, `${change} at ${position}`).to.deep.equal(names);
        expect(await store.position()).to.equal(1);
        await closeAll();
      }
    }
  });

  it("keep the store from opening if the database was replaced by an older copy", async () => {
    for (const work of ["keep", "forget"] as const) {
      folder = place();
      await withBranch();
      const before = place();
      await cp(join(folder, "journal"), before, { recursive: true });
      const store = await opened();
      if (work === "keep") await store.snapshots.keep("late", store.mark(1), "", 10);
      else await store.snapshots.delete("kept");
      await closeAll();
      await rm(join(folder, "journal"), { recursive: true });
      await cp(before, join(folder, "journal"), { recursive: true });
      expect((await rejectionOf(opened())).code).to.equal("SERVICE_NOT_RUNNING");
    }
  });
});
