import { expect } from "chai";

import { dumpOf } from "../../../lib/ledger/stores/text/dump.ts";
import { loadEntries } from "../../../lib/ledger/stores/text/load-entries.ts";
import type { JournalStore } from "../../../lib/store.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { openStoreOnDatabase } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { appendDeletedUsers, deletedUserEvents, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { HookedDatabase } from "../../support/hooked-database.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("store in PostgreSQL that loses the server's responses", () => {
  const { newConnection } = usePostgres();
  let connection = "";
  const open: JournalStore[] = [];
  beforeEach(() => (connection = newConnection()));
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()));
  });
  const opened = async (): Promise<JournalStore> => {
    const store = await openPostgresStore(connection);
    open.push(store);
    return store;
  };
  const deaf = async () => {
    const database = new HookedDatabase({ connectionString: connection });
    const store = await openStoreOnDatabase(database, { schema: schemaIn(connection) });
    open.push(store);
    return { database, store };
  };

  it("restores the journal only once, and keeps the entries that other processes wrote after it", async () => {
    const [{ database, store }, other] = [await deaf(), await opened()];
    await appendDeletedUsers(store, "a", "b");
    database.loseResponse("change", async () => {
      expect(await usersIn(other)).to.deep.equal(["a"]);
      expect(await other.append(2, deletedUserEvents("acknowledged"))).to.equal(true);
    });
    await store.restore(store.mark(1));
    expect(await usersIn(store)).to.deep.equal(["a", "acknowledged"]);
    expect(await store.append(3, deletedUserEvents("c"))).to.equal(true);
    expect(await usersIn(other)).to.deep.equal(["a", "acknowledged", "c"]);
  });

  it("does not restore again if other processes restored and wrote before it repeats the request", async () => {
    const [{ database, store }, other] = [await deaf(), await opened()];
    await appendDeletedUsers(store, "a", "b");
    let times = 0;
    store.watch?.({ grown: () => undefined, restored: () => times++ });
    database.loseResponse("change", async () => {
      await other.restore(other.mark(0));
      expect(await other.append(1, deletedUserEvents("acknowledged"))).to.equal(true);
    });
    await store.restore(store.mark(1));
    expect(times).to.equal(1);
    expect(store.enqueue?.(2, deletedUserEvents("c"))).to.equal(undefined);
    expect(await usersIn(store)).to.deep.equal(["acknowledged"]);
    expect(await usersIn(other)).to.deep.equal(["acknowledged"]);
  });

  it("loads a dump only once if it begins with a compacted state, and appends after it", async () => {
    const source = await openPostgresStore(newConnection());
    open.push(source);
    await appendDeletedUsers(source, "a", "b");
    await source.compact?.(2, () => deletedUserEvents("all"));
    await appendDeletedUsers(source, "c");
    const { database, store } = await deaf();
    database.loseResponse("change");
    await loadEntries(dumpOf(source.read(0)), store);
    await appendDeletedUsers(store, "d");
    expect(await usersIn(await opened())).to.deep.equal(["all", "c", "d"]);
  });

  it("does not promise that nothing was written if the retry is cancelled", async () => {
    const [{ database, store }, other] = [await deaf(), await opened()];
    database.loseResponse("append", () => {
      database.before("append", () =>
        Promise.reject(
          Object.assign(new Error("canceling statement"), { code: "57014", severity: "ERROR" }),
        ),
      );
      return Promise.resolve();
    });
    const { code, cause } = await rejectionOf(store.append(1, deletedUserEvents("a")));
    expect(code).to.equal("REQUEST_TIME_OUT");
    expect(cause).to.include("may still take effect");
    expect(await usersIn(other)).to.deep.equal(["a"]);
  });

  it("compacts once, even if other processes restored and wrote before it repeats the request", async () => {
    const [{ database, store }, other] = [await deaf(), await opened()];
    await appendDeletedUsers(store, "a", "b", "c");
    database.loseResponse("change", async () => {
      await other.position();
      await other.restore(other.mark(2));
      expect(await other.append(3, deletedUserEvents("other c"))).to.equal(true);
    });
    await store.compact?.(2, () => deletedUserEvents("all"));
    for (const each of [store, other]) {
      expect(await usersIn(each)).to.deep.equal(["all", "other c"]);
    }
    expect(await store.append(4, deletedUserEvents("d"))).to.equal(true);
  });
});
