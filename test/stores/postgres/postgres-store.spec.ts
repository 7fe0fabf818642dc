import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect } from "chai";
import pg from "pg";

import type { JournalStore } from "../../../lib/store.ts";
import {
  openPostgresStore,
  type PostgresPoolOptions,
  type PostgresStoreOptions,
  type SharedJournalStore,
} from "../../../lib/stores/postgres/index.ts";
import { createLayout } from "../../../lib/stores/postgres/layout.ts";
import { PgDatabase } from "../../../lib/stores/postgres/pg-database.ts";
import { describeJournalStore } from "../../ledger/stores/journal-store-contract.ts";
import { appendDeletedUsers, deletedUserEvents, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

const exec = promisify(execFile);

/** Watches the store. `next` resolves to the next notification. */
const hearing = (store: JournalStore) => {
  const heard: string[] = [];
  let wake = (): void => undefined;
  const hear = (what: string) => () => {
    heard.push(what);
    wake();
  };
  const stop = store.watch?.({ grown: hear("grown"), restored: hear("restored") });
  // A new watcher is notified once at the start.
  heard.length = 0;
  const next = async (): Promise<string> => {
    while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return heard.shift() ?? "";
  };
  return { heard, next, stop };
};

describe("store in PostgreSQL", () => {
  const { newConnection, runStatement } = usePostgres();
  const open: JournalStore[] = [];

  const opened = async (
    connection: string | PostgresPoolOptions,
    options?: PostgresStoreOptions,
  ): Promise<SharedJournalStore> => {
    const store = await openPostgresStore(connection, options);
    open.push(store);
    return store;
  };
  const closeAll = async (): Promise<void> => {
    // Some tests close their stores themselves.
    await Promise.allSettled(open.splice(0).map((store) => store.close()));
  };
  afterEach(closeAll);

  describeJournalStore("keeps a journal", {
    place: () => {
      const connection = newConnection();
      return () => openPostgresStore(connection);
    },
    programs: 2,
  });

  it("has all acknowledged entries after a restart, as readable text", async () => {
    const connection = newConnection();
    const store = await opened(connection);
    await appendDeletedUsers(store, "a", "b", "\0\ud800\u{1f600}\n");
    await closeAll();
    expect(await usersIn(await opened(connection))).to.deep.equal([
      "a",
      "b",
      "\0\ud800\u{1f600}\n",
    ]);
    const rows = await runStatement(
      `select entry from ${schemaIn(connection)}.journal where position = 1`,
    );
    expect(rows).to.deep.equal([
      { entry: `{"version":1,"events":[{"kind":"userDeleted","userId":"a"}]}` },
    ]);
  });

  it("is created by the first process, and opened by all processes that start at the same time", async () => {
    const connection = newConnection();
    const stores = await Promise.all([1, 2, 3].map(() => opened(connection)));
    await Promise.all(stores.map((store, index) => store.append(1, deletedUserEvents(`${index}`))));
    for (const store of stores) expect(await usersIn(store)).to.have.length(1);
  });

  it("accepts the entry of one of several writers for a position; the others read that entry", async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    const won = await Promise.all([
      ...[1, 2].map((position) => one.enqueue?.(position, deletedUserEvents(`one ${position}`))),
      ...[1, 2].map((position) => two.enqueue?.(position, deletedUserEvents(`two ${position}`))),
    ]);
    expect([
      [true, true, false, false],
      [false, false, true, true],
    ]).to.deep.include(won);
    const name = won[0] === true ? "one" : "two";
    for (const store of [one, two]) {
      expect(await usersIn(store)).to.deep.equal([`${name} 1`, `${name} 2`]);
    }
    expect(await two.append(3, deletedUserEvents("next"))).to.equal(true);
  });

  it("accepts no entry after entries of other processes until it has read them", async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    await appendDeletedUsers(one, "a", "b");
    const ahead = [1, 2].map(async (position) =>
      two.enqueue?.(position, deletedUserEvents(`two ${position}`)),
    );
    expect(await Promise.race(ahead)).to.equal(false);
    // It decided on its own two entries, and does not know those of the others yet.
    expect(two.enqueue?.(3, deletedUserEvents("two 3"))).to.equal(undefined);
    expect(await Promise.all(ahead)).to.deep.equal([false, false]);
    expect(await usersIn(two)).to.deep.equal(["a", "b"]);
    expect(await two.enqueue?.(3, deletedUserEvents("c"))).to.equal(true);
  });

  it("notifies other processes of entries and restores, but not the writer", async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    const [own, others] = [hearing(one), hearing(two)];
    await appendDeletedUsers(one, "a");
    expect(await others.next()).to.equal("grown");
    expect(await usersIn(two)).to.deep.equal(["a"]);
    const mark = one.mark(0);
    await one.restore(mark);
    expect(await others.next()).to.equal("restored");
    expect(two.enqueue?.(2, deletedUserEvents("b"))).to.equal(undefined);
    expect(await usersIn(two)).to.deep.equal([]);
    expect(await two.append(1, deletedUserEvents("c"))).to.equal(true);
    expect(await own.next()).to.equal("grown");
    expect(own.heard).to.deep.equal([]);
  });

  it("writes nothing to a journal that another process restored", async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    await appendDeletedUsers(one, "a", "b");
    expect(await usersIn(two)).to.have.length(2);
    const appended = two.enqueue?.(3, deletedUserEvents("c"));
    await one.restore(one.mark(1));
    const isFirst = await appended;
    expect(await usersIn(two)).to.deep.equal(["a"]);
    expect([true, false]).to.include(isFirst);
    await one.append(2, deletedUserEvents("d"));
    expect(await usersIn(two)).to.deep.equal(["a", "d"]);
  });

  it("deletes reverted entries if no other process has it open", async () => {
    const connection = newConnection();
    const count = async (): Promise<unknown> => {
      const [row] = await runStatement(
        `select count(*)::integer as n from ${schemaIn(connection)}.journal`,
      );
      return row?.["n"];
    };
    const store = await opened(connection);
    await appendDeletedUsers(store, "a", "b", "c");
    const whole = store.mark(3);
    await store.restore(store.mark(1));
    await opened(connection);
    await store.restore(whole);
    expect(await usersIn(store)).to.deep.equal(["a", "b", "c"]);
    await store.restore(store.mark(1));
    await appendDeletedUsers(store, "d");
    expect(await count()).to.be.greaterThan(2);
    await closeAll();
    expect(await usersIn(await opened(connection))).to.deep.equal(["a", "d"]);
    expect(await count()).to.equal(2);
  });

  it("frees the disk space of reverted entries", async () => {
    const connection = newConnection();
    const store = await opened(connection);
    await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        store.append(index + 1, deletedUserEvents("x".repeat(2_000) + String(index))),
      ),
    );
    await store.restore(store.mark(3));
    await closeAll();
    const again = await opened(connection);
    const size = (await again.size?.()) ?? 0;
    // The database keeps rows that earlier transactions may read, such as those of other tests.
    for (let tries = 0, left = size; left >= size / 2 && tries < 100; tries++) {
      await again.vacuum?.();
      left = (await again.size?.()) ?? 0;
    }
    expect(await again.size?.()).to.be.lessThan(size / 2);
    expect(await usersIn(again)).to.have.length(3);
    await appendDeletedUsers(again, "next");
    expect(await (await opened(connection)).position()).to.equal(4);
  });

  it("can be restored from a backup by pg_dump @slow", async function () {
    const connection = newConnection();
    const schema = schemaIn(connection);
    const store = await opened(connection);
    await appendDeletedUsers(store, "a", "b", "c");
    await store.restore(store.mark(2));
    await appendDeletedUsers(store, "d");
    const url = new URL(connection);
    url.search = "";
    let backup: string;
    try {
      const { stdout } = await exec("pg_dump", ["--inserts", "-n", schema, "-d", url.href]);
      backup = stdout;
    } catch (error) {
      // pg_dump is missing or has another version than the server.
      console.log(`    skipped: ${String(error).split("\n")[0] ?? ""}`);
      return this.skip();
    }
    await appendDeletedUsers(store, "lost");
    await closeAll();
    await runStatement(`drop schema ${schema} cascade`);
    // Lines with a backslash are for psql.
    await runStatement(backup.replaceAll(/^\\.*$/gmu, ""));
    await runStatement("reset all");
    const again = await opened(connection);
    expect(await usersIn(again)).to.deep.equal(["a", "b", "d"]);
    await appendDeletedUsers(again, "e");
  });

  it("detects changed, missing and foreign entries", async () => {
    const changes: readonly (readonly [string, RegExp])[] = [
      [
        "update $.journal set entry = replace(entry, 'b', 'x') where position = 2",
        /entry 2 was changed/,
      ],
      ["update $.journal set hash = repeat('0', 64) where position = 2", /entry 2 was changed/],
      ["delete from $.journal where position = 2", /entry 2 is missing/],
      ["delete from $.journal where position = 1", /entry 1 is missing/],
      ["update $.journal set position = 9 where position = 3", /entry 3 is missing/],
      ["delete from $.head", /the table head is empty/],
      ["update $.head set path = 'x'", /the column path of the table head was changed/],
      ["update $.head set snapshots = 'null'", /the column snapshots of the table head was/],
    ];
    for (const [change, said] of changes) {
      const connection = newConnection();
      const store = await opened(connection);
      await appendDeletedUsers(store, "a", "b", "c");
      await store.close();
      await runStatement(change.replaceAll("$", schemaIn(connection)));
      const found = await rejectionOf(opened(connection).then((again) => usersIn(again)));
      expect(found.code).to.equal("SERVICE_NOT_RUNNING");
      expect(found.cause).to.match(said);
    }
  });

  it("flushes acknowledged entries to disk, with any settings of the database", async () => {
    const connection = newConnection();
    await opened(connection);
    const database = new PgDatabase({
      connectionString: connection,
      options:
        "-c synchronous_commit=off -c idle_in_transaction_session_timeout=0 -c lock_timeout=7s",
    });
    const names = [
      "synchronous_commit",
      "idle_in_transaction_session_timeout",
      "transaction_isolation",
      "lock_timeout",
    ];
    const values = await Promise.all(
      names.map((name) =>
        database.query({ name, text: "select current_setting($1) as value" }, [name]),
      ),
    );
    await database.close();
    expect(values.map(([row]) => row?.["value"])).to.deep.equal([
      "on",
      "500ms",
      "read committed",
      "7s",
    ]);
  });

  it("flushes acknowledged entries to disk on a connection that has lost its settings, too", async () => {
    const connection = newConnection();
    const schema = schemaIn(connection);
    await opened(connection);
    const id = "gen_random_uuid()";
    const asked = {
      append: `1, '', 'x', 'x', ${id}, ${id}, false`,
      change: `0, null, '{}', null, null, null, null, ${id}, ${id}`,
    };
    const client = new pg.Client({ connectionString: connection });
    await client.connect();
    try {
      for (const [name, values] of Object.entries(asked)) {
        await client.query("begin; set local synchronous_commit = off");
        await client.query(`select ${schema}.${name}(${values})`);
        const { rows } = await client.query<{ setting: unknown }>(
          "select current_setting('synchronous_commit') as setting",
        );
        await client.query("rollback");
        expect([name, rows[0]?.setting]).to.deep.equal([name, "on"]);
      }
    } finally {
      await client.end();
    }
  });

  it("passes connection options to pg", async () => {
    const connection = newConnection();
    await opened(
      { connectionString: connection, application_name: "front end 7" },
      {
        schema: schemaIn(connection),
      },
    );
    const [row] = await runStatement(
      "select count(*)::integer as n from pg_stat_activity where application_name = 'front end 7'",
    );
    expect(row?.["n"]).to.be.greaterThan(0);
    const [server] = await runStatement("select current_setting('ssl') as ssl");
    const secured = openPostgresStore(
      { connectionString: connection, ssl: { rejectUnauthorized: false } },
      { schema: schemaIn(connection) },
    );
    if (server?.["ssl"] === "on") open.push(await secured);
    else expect((await rejectionOf(secured)).cause).to.contain("does not support SSL");
  });

  it("refuses an invalid URL, database or schema with an explanation that contains no password", async () => {
    const connection = newConnection();
    const [base = ""] = connection.split("?");
    const refusals: readonly (readonly [string, PostgresStoreOptions, string, RegExp])[] = [
      ["mysql://root:secret@127.0.0.1/x", {}, "INVALID_ARGUMENT", /Write postgres:\/\//],
      ["postgres://root:secret@127.0.0.1:1/x", {}, "SERVICE_NOT_RUNNING", /ECONNREFUSED/],
      [`${base}?schema=No%20Name`, {}, "INVALID_ARGUMENT", /lowercase/],
      [`${base}?options=-c%20no_setting=1`, {}, "INVALID_ARGUMENT", /parameter "no_setting"/],
      [connection, { create: false }, "INVALID_ARGUMENT", /there is no ledger in its schema /],
      [connection, { nope: 1 } as PostgresStoreOptions, "INVALID_ARGUMENT", /nope/],
      [
        Object.assign(new URL(base), { pathname: "/nowhere_at_all" }).href,
        {},
        "INVALID_ARGUMENT",
        /nowhere_at_all/,
      ],
    ];
    for (const [named, options, code, said] of refusals) {
      const refused = await rejectionOf(openPostgresStore(named, options));
      expect(refused.code).to.equal(code);
      expect(refused.cause).to.match(said);
      expect(refused.cause).to.not.contain("secret");
    }
    expect(
      await runStatement("select from pg_namespace where nspname = $1", [schemaIn(connection)]),
    ).to.have.length(0);
  });

  it("refuses a database with another encoding than UTF8", async () => {
    const url = new URL(newConnection());
    const database = `ascii_${schemaIn(url.href)}`;
    await runStatement(
      `create database ${database} template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`,
    );
    try {
      url.pathname = `/${database}`;
      const { code, cause } = await rejectionOf(openPostgresStore(url.href));
      expect(code).to.equal("INVALID_ARGUMENT");
      expect(cause).to.equal(
        "The database cannot hold this ledger: its encoding is SQL_ASCII; create a database with encoding UTF8.",
      );
    } finally {
      await runStatement(`drop database ${database}`);
    }
  });

  it("refuses a server that is too old, with its version and the one that is needed", async () => {
    const connection = newConnection();
    const old = `${schemaIn(connection)}_old`;
    // PostgreSQL itself answers with the settings of an older version.
    await runStatement(`
      create schema ${old};
      create function ${old}.current_setting(name text) returns text language sql as $$
        select case name when 'server_version_num' then '130011' when 'server_version' then '13.11'
          else pg_catalog.current_setting(name) end $$;`);
    try {
      const asked = openPostgresStore({
        connectionString: connection.replace(/\?.*/u, ""),
        options: `-c search_path=${old},pg_catalog`,
      });
      const { code, cause } = await rejectionOf(asked);
      expect(code).to.equal("INVALID_ARGUMENT");
      expect(cause).to.equal(
        "The database cannot hold this ledger: the server is PostgreSQL 13.11; use PostgreSQL 14 or newer.",
      );
    } finally {
      await runStatement(`drop schema ${old} cascade`);
    }
  });

  it("refuses the tables of a later release", async () => {
    const connection = newConnection();
    await opened(connection);
    await closeAll();
    await runStatement(`update ${schemaIn(connection)}.head set version = 99`);
    const refused = await rejectionOf(openPostgresStore(connection));
    expect(refused.cause).to.match(
      /has version 99, written by a newer release; this release reads version 6/,
    );
  });

  it("needs no more privileges than the guide says after its creation", async () => {
    const connection = newConnection();
    const schema = schemaIn(connection);
    const role = `role_${schema}`;
    await opened(connection);
    await closeAll();
    await runStatement(`create role ${role} login password 'of a test'`);
    try {
      const asRole = Object.assign(new URL(connection), {
        username: role,
        password: "of a test",
      }).href;
      expect((await rejectionOf(openPostgresStore(asRole))).code).to.equal("INVALID_ARGUMENT");
      await runStatement(`
        grant usage on schema ${schema} to ${role};
        grant select, update on ${schema}.head to ${role};
        grant select, insert on ${schema}.journal, ${schema}.changes to ${role};`);
      const store = await opened(asRole);
      await appendDeletedUsers(store, "a", "b");
      await store.restore(store.mark(1));
      await store.compact?.(1, () => deletedUserEvents("all"));
      await appendDeletedUsers(store, "c");
      expect(await usersIn(store)).to.deep.equal(["all", "c"]);
      await store.snapshots.keep("kept", store.mark(2), "", 1);
      expect(await store.snapshots.delete("kept")).to.equal(true);
      await closeAll();
      expect(await usersIn(await opened(asRole))).to.deep.equal(["all", "c"]);
      await closeAll();
    } finally {
      await runStatement(`drop owned by ${role}; drop role ${role}`);
    }
  });

  it("waits half a second for a process that was stopped while it holds the lock @slow", async () => {
    const connection = newConnection();
    const store = await opened(connection);
    const database = new PgDatabase({ connectionString: connection });
    const session = await database.openSession();
    const { locks } = createLayout(schemaIn(connection));
    await session.query({ name: "begin", text: "begin" }, []);
    await session.query(
      { name: "lock", text: `select pg_advisory_xact_lock(${locks.journal})` },
      [],
    );
    expect(await store.append(1, deletedUserEvents("a"))).to.equal(true);
    await session.ended;
    await database.close();
  });

  /**
   * Two stores. The second one lost two conflicts, so it now holds the writer lease. It has read all entries.
   */
  const overtaken = async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    for (const position of [1, 2]) {
      await one.append(position, deletedUserEvents(`one ${position}`));
      expect(await two.enqueue?.(position, deletedUserEvents("two"))).to.equal(false);
      await usersIn(two, position - 1);
    }
    return [one, two] as const;
  };

  it("lets a store that lost two conflicts write next, after it has decided again", async () => {
    const [one, two] = await overtaken();
    const others = one.enqueue?.(3, deletedUserEvents("one"));
    expect(await two.enqueue?.(3, deletedUserEvents("two"))).to.equal(true);
    expect(await others).to.equal(false);
    expect(await usersIn(one, 2)).to.deep.equal(["two"]);
  });

  it("does not wait for a store that holds the writer lease but decides nothing, or reverts @slow", async () => {
    const [one] = await overtaken();
    expect(await one.append(3, deletedUserEvents("one"))).to.equal(true);
    const [, other] = await overtaken();
    await other.restore(other.mark(1));
    expect(await other.append(2, deletedUserEvents("two"))).to.equal(true);
  });

  it("lets only one process at a time create a ledger", async () => {
    const connection = newConnection();
    const stores = [await opened(connection), await opened(connection)];
    let inside = 0;
    await Promise.all(
      stores.map((store) =>
        store.runExclusively(async () => {
          expect(++inside).to.equal(1);
          await store.position();
          inside--;
        }),
      ),
    );
    const failing = stores[0]?.runExclusively(() => Promise.reject(new RangeError("no")));
    await failing?.then(
      () => expect.fail("it was to fail"),
      (error: unknown) => expect(error).to.be.instanceOf(RangeError),
    );
    await stores[1]?.runExclusively(() => Promise.resolve());
  });
});
