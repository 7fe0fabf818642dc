import type { Statement } from "./database.ts";
import type { Layout } from "./layout.ts";
import { notRemoved } from "./migrations/version-4.ts";

const queries = ({ schema, locks }: Layout) => ({
  append: `select * from ${schema}.append($1, $2, $3, $4, $5, $6, $7)`,
  restore: `select * from ${schema}.restore($1, $2, $3, $4, $5)`,
  compact: `select ${schema}.compact($1, $2, $3)`,
  keepSnapshot: `select * from ${schema}.keep_snapshot($1, $2, $3, $4, $5, $6)`,
  // The head, with the first entries after a position; one row with the head alone if there are
  // none.
  tail: `select h.revision, h.restored, b.first, e.position as end, e.hash as end_hash, p.hash as previous_hash,
      j.position, j.hash, j.entry, j.compacted
    from ${schema}.head h
    left join lateral (select position, hash from ${schema}.journal where removed = ${notRemoved} order by position desc limit 1) e on true
    left join lateral (select position as first from ${schema}.journal where removed = ${notRemoved} order by position limit 1) b on true
    left join ${schema}.journal p on p.removed = ${notRemoved} and p.position = $1
    left join lateral (
      select position, hash, entry, compacted from ${schema}.journal where removed = ${notRemoved} and position > $1 order by position limit $2
    ) j on true`,
  // Entries between two positions, as of a revision.
  page: `select position, hash, entry, compacted from ${schema}.entries_at($3, $1, $2) order by position`,
  start: `select min(position) as first from ${schema}.entries_at($1, 1, $2)`,
  snapshots: `with current as materialized (select ${schema}.latest_snapshot(revision, ${notRemoved} - 1) as name from ${schema}.head)
    select c.name as current, s.number, s.name, s.position, s.revision, s.content, s.parent
    from current c left join ${schema}.snapshots s on true order by s.number`,
  deleteSnapshot: `with deleted as (delete from ${schema}.snapshots where name = $1 returning name, parent),
      moved as (update ${schema}.snapshots s set parent = d.parent from deleted d where s.parent = d.name)
    select name from deleted`,
  vacuum: `select ${schema}.vacuum()`,
  rewrite: `vacuum full ${schema}.journal`,
  size: `select pg_total_relation_size('${schema}.journal') as bytes`,
  lockOpen: `select pg_advisory_lock_shared(${locks.open})`,
  lockSetup: `select pg_advisory_lock(${locks.setup})`,
  // PostgreSQL shows a 64-bit key as two 32-bit numbers.
  countOpen: `select count(*)::integer as processes from pg_locks where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = ${locks.open}`,
  begin: "begin",
  commit: "commit",
});

export type StatementName = keyof ReturnType<typeof queries>;

export type Statements = Readonly<Record<StatementName, Statement>>;

/** Maximum length of the name of a prepared statement in PostgreSQL. */
const maxNameLength = 63;

export const statementsFor = (layout: Layout): Statements => {
  const named = Object.entries(queries(layout)).map(([name, text]) => [
    name,
    { name: `ledger-in-a-box ${name} ${layout.schema}`.slice(0, maxNameLength), text },
  ]);
  return Object.fromEntries(named) as Statements;
};
