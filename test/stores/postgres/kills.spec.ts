import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";
import { describeKills } from "../describe-kills.ts";

describe("store in PostgreSQL whose process is killed @slow", () => {
  const { newConnection, runStatement } = usePostgres();

  /** The server continues its running statements, and notices the lost client later. */
  const quiet = async (connection: string): Promise<void> => {
    const schema = schemaIn(connection);
    const statement = `select from pg_stat_activity where pid <> pg_backend_pid() and position($1 in query) > 0`;
    while ((await runStatement(statement, [schema])).length > 0);
  };

  describeKills({
    place: newConnection,
    open: openPostgresStore,
    module: "./lib/stores/postgres/index.ts",
    quiet,
  });
});
