import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";
import { describeKills } from "../describe-kills.ts";

describe("store in PostgreSQL whose process is killed @slow", () => {
  const { newConnection, runStatement } = usePostgres();

  /** Waits until the server has ended the statements of the killed client, which it notices late. */
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
