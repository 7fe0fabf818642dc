import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { OwnPostgres, whyNoServer } from "../../support/own-postgres.ts";
import { describeServedKills } from "../served-kills.ts";

describe("ledger in PostgreSQL with four servers; one server at a time is killed, and once the database @slow", () => {
  let database: OwnPostgres | undefined;
  before(async function () {
    const why = whyNoServer();
    if (why === undefined) {
      database = await OwnPostgres.create();
    } else {
      console.log(`    skipped: ${why}`);
      this.skip();
    }
  });
  after(() => database?.remove());

  describeServedKills({
    module: "./lib/stores/postgres/index.ts",
    open: "openPostgresStore",
    opened: openPostgresStore,
    place: () => database?.connection ?? "",
    servers: 4,
    midway: async () => {
      database?.kill();
      await database?.start();
    },
  });
});
