import { expect } from "chai";
import pg from "pg";

import type { JournalStore } from "../../../lib/store.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { openStoreOn } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { appendAll, usersIn, written } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { HookedDatabase } from "../../support/hooked-database.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("what no journal in PostgreSQL has any more, deleted while a process does not listen", () => {
  const { place, ask } = usePostgres();
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.allSettled(closing.splice(0).map((close) => close()));
  });

  const opened = async (connection: string): Promise<JournalStore> => {
    const store = await openPostgresStore(connection);
    closing.push(() => store.close());
    return store;
  };

  /** One that can lose the connection that keeps others from deleting. */
  const losing = async () => {
    const connection = place();
    const database = new HookedDatabase({ connectionString: connection });
    const store = await openStoreOn(database, { schema: schemaIn(connection) });
    closing.push(() => store.close());
    const lose = async (): Promise<void> => {
      const release = await database.loseSessions();
      closing.push(() => Promise.resolve(release()));
    };
    return { connection, store, lose };
  };

  /** Whether a statement of the schema waits for a lock. */
  const waiting = async (schema: string, what: string): Promise<boolean> => {
    const found = await ask(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ $1 and query like '%' || $2 || '%'`,
      [what, schema],
    );
    return found.length > 0;
  };

  it("is not gone back to, and what is there stays, however late that is asked", async () => {
    const { connection, store, lose } = await losing();
    const schema = schemaIn(connection);
    await appendAll(store, "a", "b", "c");
    const forward = store.mark(3);
    await store.restore(store.mark(1));
    await lose();
    // Whoever opens it deletes, and has not come to its end.
    const blocker = new pg.Client({ connectionString: connection.replace(/\?.*/u, "") });
    await blocker.connect();
    closing.push(() => blocker.end());
    await blocker.query("begin");
    await blocker.query(
      `select from ${schema}.journal where branch = 1 and position = 3 for update`,
    );
    const opening = opened(connection);
    while (!(await waiting(schema, "forget|delete")));
    const refused = rejectionOf(store.restore(forward));
    const isWaiting = async (): Promise<void> => {
      while (!(await waiting(schema, "restore")));
    };
    await Promise.race([refused, isWaiting()]);
    await blocker.query("rollback");
    const other = await opening;
    const { code, cause } = await refused;
    expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(cause).to.contain("entry 3 is missing");
    for (const each of [store, other, await opened(connection)]) {
      expect(await usersIn(each)).to.deep.equal(["a"]);
    }
    expect(await store.append(2, written("d"))).to.equal(true);
  });

  it("is missed in the middle of what is gone back to or kept, too, and nothing is done", async () => {
    const { connection, store, lose } = await losing();
    await appendAll(store, "a", "b", "c");
    const whole = store.mark(3);
    await store.compact?.(2, () => written("all"));
    await lose();
    const other = await opened(connection);
    for (const asked of [
      () => store.restore(whole),
      () => store.marks?.keep("kept", whole, "", 1),
    ]) {
      const { code, cause } = await rejectionOf(Promise.resolve(asked()));
      expect(code).to.equal("SERVICE_NOT_RUNNING");
      expect(cause).to.contain("entry 3 is missing");
    }
    expect((await other.marks?.list())?.marks).to.deep.equal([]);
    expect(await usersIn(other)).to.deep.equal(["all", "c"]);
    await store.restore(store.mark(3));
    expect(await usersIn(other)).to.deep.equal(["all", "c"]);
  });
});
