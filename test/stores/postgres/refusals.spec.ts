import { expect } from "chai";

import { openPostgresStore, type SharedJournalStore } from "../../../lib/stores/postgres/index.ts";
import { errorBody } from "../../../lib/views/envelope/error-body.ts";
import { collectAll } from "../../support/collect-all.ts";
import { appendDeletedUsers, deletedUserEvents, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("store in PostgreSQL whose database refuses statements", () => {
  const { newConnection, runStatement } = usePostgres();
  const open: SharedJournalStore[] = [];
  afterEach(() => Promise.all(open.splice(0).map((store) => store.close())));

  it("explains the error of every operation, and continues when it is allowed", async () => {
    const connection = newConnection();
    const schema = schemaIn(connection);
    const store = await openPostgresStore(connection);
    open.push(store);
    await appendDeletedUsers(store, "a", "b");
    const mark = store.mark(1);
    await store.snapshots.keep("kept", mark, "", 10);
    const allowed = ["head", "journal", "changes"];
    for (const table of allowed) {
      await runStatement(`alter table ${schema}.${table} rename to no_${table}`);
    }
    const asked: Readonly<Record<string, () => Promise<unknown> | undefined>> = {
      append: () => store.append(3, deletedUserEvents("c")),
      read: () => usersIn(store),
      position: () => store.position(),
      restore: () => store.restore(mark),
      compact: () => store.compact?.(1, () => deletedUserEvents("all")),
      vacuum: () => store.vacuum?.(),
      size: () => store.size?.(),
      fork: () => store.fork(),
      readAt: () => collectAll(store.readAt(mark)),
      keep: () => store.snapshots.keep("another", mark, "", 10),
      list: () => store.snapshots.list(),
      delete: () => store.snapshots.delete("kept"),
    };
    for (const [what, question] of Object.entries(asked)) {
      const refused = await rejectionOf(question() ?? Promise.resolve());
      expect(refused.code, what).to.equal("SERVICE_NOT_RUNNING");
      expect(refused.cause, what).to.match(
        /^The database refused a statement: .+ does not exist\.$/u,
      );
    }
    for (const table of allowed) {
      await runStatement(`alter table ${schema}.no_${table} rename to ${table}`);
    }
    await appendDeletedUsers(store, "c");
    expect(await usersIn(store)).to.deep.equal(["a", "b", "c"]);
    expect(await store.snapshots.delete("kept")).to.equal(true);
  });

  it("returns a retryable code for a cancelled statement, and writes on the retry", async () => {
    const connection = newConnection();
    const schema = schemaIn(connection);
    const store = await openPostgresStore(connection);
    open.push(store);
    // The server cancels a statement with this error after statement_timeout.
    await runStatement(`
      create function ${schema}.cancel() returns trigger language plpgsql as $$ begin raise query_canceled; end $$;
      create trigger cancel before insert on ${schema}.journal execute function ${schema}.cancel();`);
    const details = await rejectionOf(store.append(1, deletedUserEvents("a")));
    const { code, cause } = details;
    expect(code).to.equal("SEQUENCER_REQUEST_FAILED");
    expect(errorBody(details).retryInfo).to.equal("1 second");
    expect(cause).to.match(
      /^The database cancelled the statement \(.+\), and nothing was written\./u,
    );
    await runStatement(`drop trigger cancel on ${schema}.journal`);
    expect(await store.append(1, deletedUserEvents("a"))).to.equal(true);
    expect(await usersIn(store)).to.deep.equal(["a"]);
  });

  it("reports a missing entry if the head names a position far beyond the journal", async () => {
    const connection = newConnection();
    const store = await openPostgresStore(connection);
    open.push(store);
    await appendDeletedUsers(store, "a");
    const huge = "9000000000000000000";
    await runStatement(`update ${schemaIn(connection)}.head set position = ${huge}`);
    const { code, cause } = await rejectionOf(usersIn(store));
    expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(cause).to.match(/^The journal store is damaged: entry 2 is missing/u);
  });
});
