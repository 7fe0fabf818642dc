import { expect } from "chai";

import type { JournalStore } from "../../../lib/store.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { openStoreOnDatabase } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { appendDeletedUsers, deletedUserEvents, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { HookedDatabase } from "../../support/hooked-database.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("entries that another process deletes while a store in PostgreSQL cannot listen", () => {
  const { newConnection } = usePostgres();
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.allSettled(closing.splice(0).map((close) => close()));
  });

  const opened = async (connection: string): Promise<JournalStore> => {
    const store = await openPostgresStore(connection);
    closing.push(() => store.close());
    return store;
  };

  /** Returns a store that can lose the connection whose lock prevents other processes from deleting. */
  const losing = async () => {
    const connection = newConnection();
    const database = new HookedDatabase({ connectionString: connection });
    const store = await openStoreOnDatabase(database, { schema: schemaIn(connection) });
    closing.push(() => store.close());
    const lose = async (): Promise<void> => {
      const release = await database.loseSessions();
      closing.push(() => Promise.resolve(release()));
    };
    return { connection, store, lose };
  };

  it("make a restore and a snapshot fail, and these change nothing", async () => {
    const { connection, store, lose } = await losing();
    await appendDeletedUsers(store, "a", "b", "c");
    const whole = store.mark(3);
    await store.compact?.(2, () => deletedUserEvents("all"));
    await lose();
    const other = await opened(connection);
    for (const asked of [
      () => store.restore(whole),
      () => store.snapshots.keep("kept", whole, "", 1),
    ]) {
      const { code, cause } = await rejectionOf(Promise.resolve(asked()));
      expect(code).to.equal("SERVICE_NOT_RUNNING");
      expect(cause).to.contain("entry 3 is missing");
    }
    expect((await other.snapshots.list()).snapshots).to.deep.equal([]);
    expect(await usersIn(other)).to.deep.equal(["all", "c"]);
    await store.restore(store.mark(3));
    expect(await usersIn(other)).to.deep.equal(["all", "c"]);
  });
});
