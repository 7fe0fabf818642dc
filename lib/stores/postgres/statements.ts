import type { PreparedStatement } from "./database.ts";
import type { SqlObjectNames } from "./layout.ts";

/** Returns the columns of the table head that a process keeps in memory. */
const listHeadColumns = (row: string): string =>
  `${row}.generation, ${row}.position, ${row}.hash, ${row}.branch, ${row}.path`;

/** The columns of an entry; their names differ from those of the head. */
const entryColumns = "branch, position as at, hash as entry_hash, entry, compacted";

const createQueries = ({ schema, locks }: SqlObjectNames) => ({
  append: `select ${listHeadColumns("(a.head)")}, a.is_written from ${schema}.append($1, $2, $3, $4, $5, $6, $7) a`,
  change: `select ${listHeadColumns("(c.head)")}, c.changed from ${schema}.change($1, $2, $3, $4, $5, $6, $7, $8, $9) c`,
  head: `select ${listHeadColumns("h")} from ${schema}.head h`,
  snapshots: `select ${listHeadColumns("h")}, h.snapshots from ${schema}.head h`,
  page: `select ${entryColumns} from ${schema}.journal where branch = $1 and position between $2 and $3 order by position limit $4`,
  hash: `select hash from ${schema}.journal where branch = $1 and position = $2`,
  // Number of entries in ranges of positions.
  count: `select count(*) as entries from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as range (branch, first, last)
    join ${schema}.journal j on j.branch = range.branch and j.position between range.first and range.last`,
  deleteUnused: `select ${schema}.delete_unused($1, $2, $3, $4, $5)`,
  rewrite: `vacuum full ${schema}.journal`,
  size: `select pg_total_relation_size('${schema}.journal') as bytes`,
  lockOpen: `select pg_advisory_lock_shared(${locks.open})`,
  lockSetup: `select pg_advisory_lock(${locks.setup})`,
  begin: "begin",
  commit: "commit",
});

export type StatementName = keyof ReturnType<typeof createQueries>;

export type StatementByName = Readonly<Record<StatementName, PreparedStatement>>;

/** Maximum length of the name of a prepared statement in PostgreSQL. */
const maxNameLength = 63;

export const createStatements = (layout: SqlObjectNames): StatementByName => {
  const named = Object.entries(createQueries(layout)).map(([name, text]) => [
    name,
    { name: `ledger-in-a-box ${name} ${layout.schema}`.slice(0, maxNameLength), text },
  ]);
  return Object.fromEntries(named) as StatementByName;
};
