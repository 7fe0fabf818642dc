import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

import { expect } from "chai";
import { ClassicLevel } from "classic-level";

import { isLedgerError } from "../../../lib/index.ts";
import type { JournalStore } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { openStoreOn } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { PgDatabase } from "../../../lib/stores/postgres/pg-database.ts";
import { journalStoreContract } from "../../ledger/stores/journal-store-contract.ts";
import { CountingDatabase } from "../../support/counting-database.ts";
import { appendAll, usersIn, written } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { useFolder } from "../../support/use-folder.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("a store in PostgreSQL with a copy in a folder", () => {
  const { place, ask } = usePostgres();
  const folders = useFolder("copies");
  const open: JournalStore[] = [];

  const opened = async (connection: string, copy: string | readonly string[]) => {
    const database = new CountingDatabase(new PgDatabase({ connectionString: connection }));
    const store = await openStoreOn(database, { schema: schemaIn(connection), copy });
    open.push(store);
    return { store, database };
  };
  const closeAll = async (): Promise<void> => {
    // Some tests close theirs themselves.
    await Promise.allSettled(open.splice(0).map((store) => store.close()));
  };
  afterEach(closeAll);

  journalStoreContract(
    "keeps a journal",
    async () => {
      const { store } = await opened(place(), folders());
      return store;
    },
    2,
  );

  /** A journal of these, and a copy of it; nobody has them open. */
  const kept = async (...users: readonly string[]) => {
    const [connection, copy] = [place(), folders()];
    const { store } = await opened(connection, copy);
    await appendAll(store, ...users);
    await closeAll();
    return { connection, copy };
  };

  /** What is in the journal by the copy, and how much of it was asked of the database. */
  const found = async (connection: string, copy: string) => {
    const { store, database } = await opened(connection, copy);
    const users = await usersIn(store);
    const { entriesRead } = database;
    await store.close();
    return { users, entriesRead };
  };

  /** The entries of a copy that nobody has open. */
  const changeCopy = async (
    copy: string,
    change: (database: ClassicLevel, keys: readonly string[]) => Promise<void>,
  ): Promise<void> => {
    const database = new ClassicLevel(join(copy, "copy"));
    await database.open();
    const keys = await database.keys({ gte: "entry", lt: "entry~" }).all();
    await change(database, keys);
    await database.close();
  };

  it("reads what it wrote from the copy, also after a restart", async () => {
    const { connection, copy } = await kept("a", "b", "\0\ud800\u{1f600}\n");
    const all = ["a", "b", "\0\ud800\u{1f600}\n"];
    expect(await found(connection, copy)).to.deep.equal({ users: all, entriesRead: 0 });
  });

  it("reads of the database what others wrote, and that once", async () => {
    const { connection, copy } = await kept("a", "b");
    const other = await openPostgresStore(connection);
    open.push(other);
    await appendAll(other, "c", "d");
    const users = ["a", "b", "c", "d"];
    expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 2 });
    expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 0 });
  });

  it("has what overtook it without reading it", async () => {
    const { connection, copy } = await kept("a");
    const { store, database } = await opened(connection, copy);
    const { store: other } = await opened(connection, folders());
    await appendAll(other, "b", "c");
    expect(await store.enqueue?.(2, written("late"))).to.equal(false);
    const before = database.entriesRead;
    expect(await usersIn(store)).to.deep.equal(["a", "b", "c"]);
    expect(database.entriesRead).to.equal(before);
  });

  it("goes back to what agrees where others reverted while it was closed", async () => {
    const { connection, copy } = await kept("a", "b", "c");
    const other = await openPostgresStore(connection);
    await other.restore(other.mark(1));
    await appendAll(other, "d");
    await other.close();
    const users = ["a", "d"];
    expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 1 });
    await changeCopy(copy, (_, keys) => {
      expect(keys).to.have.length(2);
      return Promise.resolve();
    });
  });

  it("reads of the database what the journal begins with when others compacted it", async () => {
    const { connection, copy } = await kept("a", "b", "c", "d");
    const other = await openPostgresStore(connection);
    await other.compact?.(3, () => written("all"));
    await other.close();
    const users = ["all", "d"];
    expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 1 });
    expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 0 });
  });

  it("takes nothing of a copy of another journal", async () => {
    const { copy } = await kept("a", "b", "c");
    const { connection } = await kept("x", "y");
    const users = ["x", "y"];
    expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 2 });
    expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 0 });
  });

  it("takes nothing of a copy of what the database had before a back-up of it was put back", async () => {
    const { connection, copy } = await kept("a", "b", "c");
    const schema = schemaIn(connection);
    await ask(`delete from ${schema}.journal where position = 3`);
    const other = await openPostgresStore(connection);
    await appendAll(other, "d", "e");
    await other.close();
    const users = ["a", "b", "d", "e"];
    expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 4 });
    await ask(`delete from ${schema}.journal where position > 1`);
    expect((await found(connection, copy)).users).to.deep.equal(["a"]);
  });

  it("reads of the database what was changed in the copy, or is gone from it", async () => {
    const harms: readonly (readonly [
      number,
      (database: ClassicLevel, keys: readonly string[]) => Promise<void>,
    ])[] = [
      [2, async (db, [, b = ""]) => db.put(b, ((await db.get(b)) ?? "").replace('"b"', '"x"'))],
      [1, (database, [, , c = ""]) => database.del(c)],
      [3, (database, [a = ""]) => database.del(a)],
      [3, async (database, [, , c = ""]) => database.put(c, "nothing of the kind")],
      [3, (database) => database.del("copy")],
      [3, (database) => database.put("damaged", "")],
      [3, (database) => database.clear()],
    ];
    for (const [asked, harm] of harms) {
      const { connection, copy } = await kept("a", "b", "c");
      await changeCopy(copy, harm);
      const users = ["a", "b", "c"];
      expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: asked });
      expect(await found(connection, copy)).to.deep.equal({ users, entriesRead: 0 });
    }
  });

  it("makes a copy anew whose files were cut, are others or are gone @slow", async () => {
    const { connection, copy: sound } = await kept("a", "b", "c");
    const files = (await readdir(sound, { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(sound.length + 1));
    const harms = [
      (path: string) => truncate(path, 7),
      (path: string) => writeFile(path, "nothing of the kind"),
      (path: string) => rm(path),
    ];
    for (const [index, file] of files.entries()) {
      const copy = folders();
      await cp(sound, copy, { recursive: true });
      await harms[index % harms.length]?.(join(copy, file));
      expect((await found(connection, copy)).users, file).to.deep.equal(["a", "b", "c"]);
      expect((await found(connection, copy)).entriesRead, file).to.equal(0);
    }
  });

  it("is not gone on with where something is to be added to what was changed in it, and made anew after that", async () => {
    const { connection, copy } = await kept("a", "b");
    const records = [{ kind: "contract", key: "c", value: "1", isOneMore: true }] as const;
    const reach = { branch: 1, offset: 1, history: -1 };
    const { store } = await opened(connection, copy);
    await store.past?.write(reach, records);
    await closeAll();
    const past = new ClassicLevel(join(copy, "past"));
    await past.open();
    const key = (await past.keys().all()).find((each) => each.includes(" contract ")) ?? "";
    await past.put(key, `${await past.get(key)} `);
    await past.close();
    const { store: harmed } = await opened(connection, copy);
    const writing = harmed.past?.write({ ...reach, offset: 2 }, records) ?? Promise.resolve();
    const refused = await rejectionOf(writing);
    expect([refused.code, refused.cause]).to.deep.equal([
      "LEDGER_API_INTERNAL_ERROR",
      `The copy of the ledger in ${copy} is damaged. It is made anew when the ledger is opened again; nothing is lost.`,
    ]);
    expect(harmed.past).to.equal(undefined);
    await closeAll();
    const { store: again, database } = await opened(connection, copy);
    expect(again.past?.written.branch).to.equal(0);
    expect(await usersIn(again)).to.deep.equal(["a", "b"]);
    expect(database.entriesRead).to.equal(2);
  });

  it("begins without the checkpoint in it that a disk has changed, and is made anew after that", async () => {
    const { connection, copy } = await kept("a", "b");
    const { store } = await opened(connection, copy);
    await store.past?.write({ branch: 1, offset: 1, history: -1 }, []);
    await store.checkpoints?.write(2, Readable.from(["x", "y", "z"].map((x) => x.repeat(1e5))));
    await closeAll();
    const past = new ClassicLevel(join(copy, "past"));
    await past.open();
    await past.compactRange("", "~");
    await past.close();
    const files = (await readdir(join(copy, "past"))).filter((file) => file.endsWith(".ldb"));
    for (const file of files) {
      const bytes = await readFile(join(copy, "past", file));
      await writeFile(
        join(copy, "past", file),
        bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 9),
      );
    }
    const { store: harmed } = await opened(connection, copy);
    expect(harmed.past?.written.branch).to.equal(1);
    expect(await harmed.checkpoints?.newest((each) => each)).to.equal(undefined);
    expect(harmed.past).to.equal(undefined);
    await closeAll();
    const { store: again } = await opened(connection, copy);
    expect(again.past?.written.branch).to.equal(0);
    expect(await usersIn(again)).to.deep.equal(["a", "b"]);
  });

  it("finds what was changed in the database, as without a copy", async () => {
    const { connection, copy } = await kept("a", "b", "c");
    await ask(
      `update ${schemaIn(connection)}.journal set hash = repeat('0', 64) where position = 3`,
    );
    const refused = await rejectionOf(found(connection, copy));
    expect(refused.code).to.equal("SERVICE_NOT_RUNNING");
  });

  it("belongs to one process at a time, and another needs another", async () => {
    const { connection, copy } = await kept("a");
    await opened(connection, copy);
    const refused = await rejectionOf(opened(connection, copy));
    expect([refused.code, refused.cause]).to.deep.equal([
      "SERVICE_NOT_RUNNING",
      `The copy in ${copy} is in use: another process, or another ledger of this one, has it open. Each needs a folder of its own.`,
    ]);
    const { store } = await opened(connection, [copy, folders()]);
    expect(await usersIn(store)).to.deep.equal(["a"]);
    expect((await rejectionOf(opened(connection, [copy, copy]))).code).to.equal(refused.code);
  });

  it("is left out where there can be none, and whoever can do without it hears why", async () => {
    const { connection, copy } = await kept("a");
    await opened(connection, copy);
    const heard: unknown[] = [];
    const withoutCopy = (why: unknown): void => void heard.push(why);
    const store = await openPostgresStore(connection, { copy: [copy, copy], withoutCopy });
    open.push(store);
    expect(heard.map((why) => isLedgerError(why) && why.code)).to.deep.equal([
      "SERVICE_NOT_RUNNING",
    ]);
    expect(store.past).to.equal(undefined);
    await appendAll(store, "b");
    expect(await usersIn(store)).to.deep.equal(["a", "b"]);
  });

  it("takes no folder of something else, and leaves it as it is", async () => {
    const connection = place();
    const folder = folders();
    await (await openLevelStore(folder)).close();
    const before = await readdir(folder);
    const refused = await rejectionOf(opened(connection, folder));
    expect([refused.code, refused.cause]).to.deep.equal([
      "INVALID_ARGUMENT",
      `${folder} is no folder with a copy: it has other things in it.`,
    ]);
    expect(await readdir(folder)).to.deep.equal(before);
    const inFile = join(folders(), "file");
    await mkdir(join(inFile, ".."), { recursive: true });
    await writeFile(inFile, "");
    expect((await rejectionOf(opened(connection, inFile))).code).to.equal("INVALID_ARGUMENT");
    expect((await rejectionOf(openLevelStore((await kept("a")).copy))).code).to.equal(
      "INVALID_ARGUMENT",
    );
  });

  it("compacts no journal that others took back meanwhile", async () => {
    const { connection, copy } = await kept("a", "b", "c");
    const { store } = await opened(connection, copy);
    const { store: other } = await opened(connection, folders());
    await usersIn(store);
    let restoring: Promise<unknown> | undefined;
    await store.compact?.(3, () => {
      restoring = other
        .restore(other.mark(2))
        .then(() => appendAll(other, "d"))
        .then(() => usersIn(store));
      return written("all");
    });
    await restoring;
    expect(await usersIn(store)).to.deep.equal(["a", "b", "d"]);
  });

  it("tells who watches what became of the journal since it was begun to be read", async () => {
    const { connection, copy } = await kept("a", "b", "c");
    const { store } = await opened(connection, copy);
    const { store: other } = await opened(connection, folders());
    const heard: string[] = [];
    await usersIn(store);
    await other.restore(other.mark(1));
    while ((await store.position()) !== 1);
    store.watch?.({ grown: () => heard.push("grown"), restored: () => heard.push("restored") });
    expect(heard).to.deep.equal(["restored"]);
  });
});
