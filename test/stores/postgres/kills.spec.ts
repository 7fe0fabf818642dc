import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { useFolder } from "../../support/use-folder.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";
import { describeKills } from "../describe-kills.ts";

describe("a store in PostgreSQL whose process is killed @slow", () => {
  const { place, ask } = usePostgres();

  /** The server goes on with what it was asked, and notices later that nobody is there. */
  const quiet = async (connection: string): Promise<void> => {
    const schema = schemaIn(connection);
    const asked = `select from pg_stat_activity where pid <> pg_backend_pid() and position($1 in query) > 0`;
    while ((await ask(asked, [schema])).length > 0);
  };

  describeKills({
    place,
    open: openPostgresStore,
    module: "./lib/stores/postgres/index.ts",
    quiet,
  });

  describe("and that has a copy", () => {
    const folders = useFolder("killed-copies");
    const copies = new Map<string, string>();
    describeKills({
      place: () => {
        const connection = place();
        copies.set(connection, folders());
        return connection;
      },
      open: openPostgresStore,
      optionsFor: (connection) => ({ copy: copies.get(connection) }),
      share: 0.5,
      module: "./lib/stores/postgres/index.ts",
      quiet,
    });
  });
});
