import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { useFolder } from "../../support/use-folder.ts";
import { usePostgres } from "../../support/use-postgres.ts";
import { describeNamedSnapshots } from "../describe-named-snapshots.ts";

describe("a named snapshot of a ledger in PostgreSQL", () => {
  const { place } = usePostgres();
  describeNamedSnapshots({ place, open: openPostgresStore, programs: 1 });

  describe("that has a copy", () => {
    const folders = useFolder("named-snapshots-of-copies");
    const copies = new Map<string, string>();
    describeNamedSnapshots({
      place: () => {
        const connection = place();
        copies.set(connection, folders());
        return connection;
      },
      open: (connection) => {
        const copy = copies.get(connection);
        return openPostgresStore(connection, copy === undefined ? {} : { copy });
      },
      programs: 1,
    });
  });
});
