import { PGlite } from "@electric-sql/pglite";
import { expect } from "chai";

import { openStoreOn } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { describeJournalStore } from "../../ledger/stores/journal-store-contract.ts";
import { PgliteDatabase } from "../../support/pglite-database.ts";

describe("a store in PostgreSQL, without a server @slow", () => {
  let pglite: PGlite | undefined;
  const databases: PgliteDatabase[] = [];
  before(async function () {
    this.timeout(180_000);
    pglite = await PGlite.create();
  });
  after(async () => {
    // What still listens would not find the database any more.
    await Promise.all(databases.map((each) => each.close()));
    await pglite?.close();
  });

  describeJournalStore("keeps a journal", {
    place: () => () => {
      if (pglite === undefined) return expect.fail("the database was not made");
      const database = new PgliteDatabase(pglite);
      return openStoreOn(database, { schema: `s${databases.push(database)}` });
    },
    // Each store has a schema of its own: what several connections do is not shown here.
    isPersistent: false,
    programs: 6,
  });
});
