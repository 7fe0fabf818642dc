import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { usePostgres } from "../../support/use-postgres.ts";
import { describeNamedSnapshots } from "../describe-named-snapshots.ts";

describe("named snapshot of a ledger in PostgreSQL", () => {
  const { place } = usePostgres();
  describeNamedSnapshots({ place, open: openPostgresStore, programs: 1 });
});
