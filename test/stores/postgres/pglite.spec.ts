import { PGlite } from "@electric-sql/pglite";
import { expect } from "chai";

import { openStoreOn } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { journalStoreContract } from "../../ledger/stores/journal-store-contract.ts";
import { PgliteDatabase } from "../../support/pglite-database.ts";

describe("a store in PostgreSQL, without a server", () => {
  let pglite: PGlite | undefined;
  let count = 0;
  before(async function () {
    this.timeout(180_000);
    pglite = await PGlite.create();
  });
  after(() => pglite?.close());

  journalStoreContract(
    "keeps a journal",
    async () => {
      if (pglite === undefined) return expect.fail("the database was not made");
      return openStoreOn(new PgliteDatabase(pglite), { schema: `s${++count}` });
    },
    6,
  );
});
