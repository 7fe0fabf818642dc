import { expect } from "chai";

import { openPostgresStore, type SharedJournalStore } from "../../../lib/stores/postgres/index.ts";
import { appendAll, usersIn, written } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("a store in PostgreSQL whose database refuses something", () => {
  const { place, ask } = usePostgres();
  const open: SharedJournalStore[] = [];
  afterEach(() => Promise.all(open.splice(0).map((store) => store.close())));

  it("says so in words, whatever was asked for, and goes on when it may", async () => {
    const connection = place();
    const schema = schemaIn(connection);
    const store = await openPostgresStore(connection);
    open.push(store);
    await appendAll(store, "a", "b");
    const mark = store.mark(1);
    const kept = await store.marks?.keep("kept", mark, "", 10);
    if (kept === undefined) return expect.fail("it was not kept");
    const allowed = ["head", "journal", "marks"];
    for (const table of allowed) await ask(`alter table ${schema}.${table} rename to no_${table}`);
    const asked: Readonly<Record<string, () => Promise<unknown> | undefined>> = {
      append: () => store.append(3, written("c")),
      read: () => usersIn(store),
      position: () => store.position(),
      restore: () => store.restore(mark),
      compact: () => store.compact?.(1, () => written("all")),
      tidy: () => store.tidy?.(),
      size: () => store.size?.(),
      fork: () => store.fork(),
      keep: () => store.marks?.keep("another", mark, "", 10),
      list: () => store.marks?.list(),
      check: () => store.marks?.check(kept),
      forget: () => store.marks?.forget("kept"),
    };
    for (const [what, question] of Object.entries(asked)) {
      const refused = await rejectionOf(question() ?? Promise.resolve());
      expect(refused.code, what).to.equal("SERVICE_NOT_RUNNING");
      expect(refused.cause, what).to.match(
        /^The database refused what was asked of it: .+ does not exist\.$/u,
      );
    }
    for (const table of allowed) await ask(`alter table ${schema}.no_${table} rename to ${table}`);
    await appendAll(store, "c");
    expect(await usersIn(store)).to.deep.equal(["a", "b", "c"]);
    expect(await store.marks?.forget("kept")).to.equal(true);
  });
});
