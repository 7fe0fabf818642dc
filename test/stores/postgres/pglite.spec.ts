import { PGlite } from "@electric-sql/pglite";
import { expect } from "chai";

import { openStoreOnDatabase } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { describeJournalStore } from "../../ledger/stores/journal-store-contract.ts";
import { PgliteDatabase } from "../../support/pglite-database.ts";

describe("store in PostgreSQL without a server (PGlite) @slow", () => {
  let pglite: PGlite | undefined;
  const databases: PgliteDatabase[] = [];
  before(async function () {
    pglite = await PGlite.create();
  });
  after(async () => {
    // Close these first: their listeners use PGlite until then.
    await Promise.all(databases.map((each) => each.close()));
    await pglite?.close();
  });

  describeJournalStore("keeps a journal", {
    place: () => () => {
      if (pglite === undefined) return expect.fail("the database was not made");
      const database = new PgliteDatabase(pglite);
      return openStoreOnDatabase(database, { schema: `s${databases.push(database)}` });
    },
    // Each store has its own schema, so these tests do not cover several connections.
    isPersistent: false,
    programs: 6,
  });
});
