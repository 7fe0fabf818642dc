import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { createEventsToRebuildState } from "../../../lib/ledger/state/condensed.ts";
import { createInitialLedgerState } from "../../../lib/ledger/state/initial-state.ts";
import { entryText } from "../../../lib/ledger/stores/text/entry-text.ts";
import type { JournalStore } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { describeJournalStore } from "../../ledger/stores/journal-store-contract.ts";
import { collectAll } from "../../support/collect-all.ts";
import { appendDeletedUsers, deletedUserEvents, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { manyContracts } from "../../support/many-contracts.ts";
import { openStoredDatabase } from "../../support/stored-database.ts";
import { useFolder } from "../../support/use-folder.ts";

describe("store in a folder", () => {
  const place = useFolder("level");
  const open: JournalStore[] = [];

  const opened = async (folder: string): Promise<JournalStore> => {
    const store = await openLevelStore(folder);
    open.push(store);
    return store;
  };
  const closeAll = async (): Promise<void> => {
    // Some tests close their stores themselves.
    await Promise.allSettled(open.splice(0).map((store) => store.close()));
  };
  afterEach(closeAll);

  /** Closes all stores, and opens the folder as the next process would. */
  const reopened = async (folder: string): Promise<JournalStore> => {
    await closeAll();
    return opened(folder);
  };

  describeJournalStore("keeps a journal", {
    place: () => {
      const folder = place();
      return () => openLevelStore(folder);
    },
  });

  it("has all acknowledged entries after a restart", async () => {
    const folder = place();
    const store = await opened(folder);
    await appendDeletedUsers(store, "a", "b", "\0\ud800\u{1f600}");
    const again = await reopened(folder);
    expect(await usersIn(again)).to.deep.equal(["a", "b", "\0\ud800\u{1f600}"]);
    await appendDeletedUsers(again, "d");
    expect(await (await reopened(folder)).position()).to.equal(4);
  });

  it("is readable by its owner only", async () => {
    const folder = place();
    await appendDeletedUsers(await opened(folder), "a");
    await appendDeletedUsers(await reopened(folder), "b");
    await closeAll();
    const files = await readdir(folder, { recursive: true });
    const outside = files.filter((file) => !file.includes("/"));
    for (const file of ["", ...outside]) {
      expect((await stat(join(folder, file))).mode & 0o077, file).to.equal(0);
    }
  });

  it("writes concurrent entries in one batch", async () => {
    const folder = place();
    const store = await opened(folder);
    const users = Array.from({ length: 200 }, (_, index) => String(index));
    const appended = users.map((user, index) => store.append(index + 1, deletedUserEvents(user)));
    expect(await Promise.all(appended)).to.deep.equal(users.map(() => true));
    expect(await usersIn(await reopened(folder))).to.deep.equal(users);
  });

  it("stays reverted after a restart, and deletes the reverted entries", async () => {
    const folder = place();
    const store = await opened(folder);
    await appendDeletedUsers(store, "a", "b");
    const mark = store.mark(1);
    await appendDeletedUsers(store, "c");
    await store.restore(mark);
    expect(await usersIn(await reopened(folder))).to.deep.equal(["a"]);
    const again = await reopened(folder);
    await appendDeletedUsers(again, "x", "y");
    await again.restore(again.mark(2));
    await appendDeletedUsers(again, "z");
    expect(await usersIn(await reopened(folder))).to.deep.equal(["a", "x", "z"]);
    await closeAll();
    const { database, keys } = await openStoredDatabase(folder);
    await database.close();
    expect(keys.filter((key) => key.startsWith("entry"))).to.have.length(3);
  });

  it("stays compacted after a restart, and deletes the compacted entries", async () => {
    const folder = place();
    const store = await opened(folder);
    await appendDeletedUsers(store, "a", "b", "c", "d");
    await store.compact?.(3, () => deletedUserEvents("abc"));
    await appendDeletedUsers(store, "e");
    const again = await reopened(folder);
    expect(await usersIn(again)).to.deep.equal(["abc", "d", "e"]);
    expect(await again.position()).to.equal(5);
    await closeAll();
    const { database, keys } = await openStoredDatabase(folder);
    await database.close();
    expect(keys.filter((key) => key.startsWith("entry"))).to.have.length(3);
  });

  it("is compacted while it is written, and detects changes of the compacted entry", async () => {
    const folder = place();
    const store = await opened(folder);
    await appendDeletedUsers(store, "a", "b");
    const events = createEventsToRebuildState(createInitialLedgerState(), manyContracts(200));
    const compacted = store.compact?.(2, () => events);
    await appendDeletedUsers(store, "c");
    await compacted;
    const entries = [
      { position: 2, events },
      { position: 3, events: deletedUserEvents("c") },
    ];
    expect(await collectAll(store.read(0))).to.deep.equal(entries);
    await store.compact?.(2, () => events);
    expect(await collectAll((await reopened(folder)).read(0))).to.deep.equal(entries);
    await closeAll();
    for (const change of ["xy", ""]) {
      const copy = place();
      await cp(folder, copy, { recursive: true });
      const { database, keys } = await openStoredDatabase(copy);
      const key = keys.findLast((each) => each.startsWith("entry")) ?? "";
      await database.put(key, ((await database.get(key)) ?? "").replace("xx", change));
      await database.close();
      const refused = await rejectionOf(opened(copy).then((again) => collectAll(again.read(0))));
      expect(refused.cause).to.contain("entry 2 was changed");
    }
  });

  it("frees the disk space of reverted entries", async () => {
    const folder = place();
    const store = await opened(folder);
    await appendDeletedUsers(store, "a");
    const users = Array.from({ length: 300 }, (_, index) =>
      createHash("sha512").update(String(index)).digest("hex").repeat(40),
    );
    await Promise.all(users.map((user, index) => store.append(index + 2, deletedUserEvents(user))));
    const size = (await store.size?.()) ?? 0;
    expect(size).to.be.greaterThan(100_000);
    await store.restore(store.mark(1));
    const again = await reopened(folder);
    await again.vacuum?.();
    expect(await again.size?.()).to.be.lessThan(size / 2);
    expect(await usersIn(again)).to.deep.equal(["a"]);
  });

  it("writes any number of pending entries when it is closed", async () => {
    const folder = place();
    const store = await opened(folder);
    const users = Array.from({ length: 1_200 }, (_, index) => `${index}`);
    const appended = users.map((user, index) => store.append(index + 1, deletedUserEvents(user)));
    await store.close();
    expect(new Set(await Promise.all(appended))).to.deep.equal(new Set([true]));
    expect(await usersIn(await opened(folder))).to.deep.equal(users);
  });

  it("can be opened only once at a time", async () => {
    const folder = place();
    await opened(folder);
    const { code, cause } = await rejectionOf(openLevelStore(folder));
    expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(cause).to.equal(
      `The ledger in ${folder} is in use: another process, or another ledger object of this process, has it open. Close it there. To share a ledger between processes, keep it in PostgreSQL.`,
    );
  });

  it("can be opened by only one process at a time", async () => {
    const folder = place();
    const store = await opened(folder);
    await appendDeletedUsers(store, "a");
    const program = `
      import("classic-level").then(async ({ ClassicLevel }) => {
        const database = new ClassicLevel(process.argv[1]);
        await database.open();
        process.stdout.write("opened");
        process.stdin.on("end", () => process.exit()).resume();
      });`;
    await store.close();
    const other: ChildProcess = spawn(process.execPath, ["-e", program, join(folder, "journal")]);
    try {
      await once(other.stdout ?? expect.fail("no output"), "data");
      expect((await rejectionOf(openLevelStore(folder))).cause).to.contain("is in use");
    } finally {
      other.stdin?.end();
      await once(other, "exit");
    }
    expect(await usersIn(await opened(folder))).to.deep.equal(["a"]);
  });

  it("refuses a folder with other files, and a file", async () => {
    const folder = place();
    await mkdir(folder);
    await writeFile(join(folder, "letter.txt"), "dear");
    for (const [where, why] of [
      [folder, "it contains other files"],
      [join(folder, "letter.txt"), "EEXIST"],
      [join(folder, "letter.txt", "more"), "ENOTDIR"],
    ] as const) {
      const { code, cause } = await rejectionOf(openLevelStore(where));
      expect(code).to.equal("INVALID_ARGUMENT");
      expect(cause).to.contain(`${where} is not the folder of a ledger: ${why}`);
    }
    expect(await readdir(folder)).to.deep.equal(["letter.txt"]);
    const nowhere = place();
    const { cause } = await rejectionOf(openLevelStore(nowhere, { create: false }));
    expect(cause).to.equal(`${nowhere} is not the folder of a ledger: it has no folder journal.`);
  });

  it("can be backed up by copying its files", async () => {
    const folder = place();
    await appendDeletedUsers(await opened(folder), "a", "b");
    await closeAll();
    const copy = place();
    await cp(folder, copy, { recursive: true });
    await appendDeletedUsers(await opened(folder), "c");
    expect(await usersIn(await opened(copy))).to.deep.equal(["a", "b"]);
  });

  it("writes entries as readable text", async () => {
    const folder = place();
    await appendDeletedUsers(await opened(folder), "a");
    await closeAll();
    const { database } = await openStoredDatabase(folder);
    const [[, value] = ["", ""]] = await database.iterator({ gte: "entry" }).all();
    await database.close();
    expect(value.slice(65)).to.equal(entryText(deletedUserEvents("a")));
  });
});
