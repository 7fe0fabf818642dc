import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { usePostgres } from "../../support/use-postgres.ts";
import { describeNamedSnapshots } from "../describe-named-snapshots.ts";

describe("named snapshot of a ledger in PostgreSQL", () => {
  const { newConnection } = usePostgres();
  describeNamedSnapshots({ place: newConnection, open: openPostgresStore, programs: 1 });
});
