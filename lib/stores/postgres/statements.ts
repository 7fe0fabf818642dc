import type { Statement } from "./database.ts";
import type { Layout } from "./layout.ts";

export type Statements = Readonly<
  Record<
    | "reach"
    | "append"
    | "page"
    | "hashAt"
    | "restore"
    | "compact"
    | "forget"
    | "keepMark"
    | "marks"
    | "forgetMark"
    | "tryAlone"
    | "attach"
    | "leave"
    | "found"
    | "isAlive"
    | "size"
    | "attending"
    | "rewrite",
    Statement
  >
>;

/** All that is asked of the tables, by name. */
export const statementsFor = ({ schema, locks }: Layout): Statements => {
  const statements = {
    // The newest entry of the last branch; none where that was not written yet, or all of it stands in another by now: what a
    // mark keeps of it is no part of the journal. And what it is up to another.
    reach: `select h.journal, h.generation, h.branches, h.path, j.position, j.hash, pg_is_in_recovery() as only_reads, (
        select k.hash from ${schema}.journal k where k.position = $1 and k.branch = (
          select s.branch from ${schema}.stretches(h.path, $1) s where s.first <= $1 order by s.first desc limit 1
        )
      ) as from_hash
      from ${schema}.head h left join lateral (
        select e.position, e.hash from ${schema}.journal e
        where e.branch = (h.path -> -1 ->> 'branch')::integer and e.position >= (h.path -> -1 ->> 'from')::bigint
        order by e.position desc limit 1
      ) j on true`,
    append: `select * from ${schema}.append($1, $2, $3, $4, $5, $6, $7, $8)`,
    page: `select position, hash, entry, compacted from ${schema}.journal
      where branch = $1 and position between $2 and $3 order by position limit $4`,
    hashAt: `select hash from ${schema}.journal where branch = $1 and position = $2`,
    restore: `select * from ${schema}.restore($1, $2, $3, $4, $5, $6, $7)`,
    compact: `select * from ${schema}.compact($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    forget: `select ${schema}.forget()`,
    keepMark: `select * from ${schema}.keep($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    // One row without a number where there are none.
    marks: `select h.marks = ${schema}.marks_hash() as are_all, h.marks_generation as generation, m.number, m.name, m.position, m.hash, m.path, m.told, m.digest
      from ${schema}.head h left join ${schema}.marks m on true order by m.number`,
    forgetMark: `select ${schema}.forget_mark($1)`,
    tryAlone: `select pg_try_advisory_lock(${locks.attached}) as is_alone`,
    attach: `select pg_advisory_lock_shared(${locks.attached})`,
    leave: `select pg_advisory_unlock(${locks.attached})`,
    found: `select pg_advisory_lock(${locks.founding})`,
    isAlive: "select 1",
    size: `select pg_total_relation_size('${schema}.journal') as bytes`,
    // A key of 64 bits is told as two numbers of 32.
    attending: `select count(*)::integer as processes from pg_locks where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = ${locks.attached}`,
    rewrite: `vacuum full ${schema}.journal`,
  };
  const named = Object.entries(statements).map(([name, text]) => [
    name,
    {
      name: `ledger-in-a-box ${name} ${schema}`.slice(0, longestName),
      text,
      lasts: lasting.has(name),
    },
  ]);
  return Object.fromEntries(named) as Statements;
};

const longestName = 63;

/** They wait for other processes, or go through all of the journal, or bring along all that stands in one entry. */
const lasting: ReadonlySet<string> = new Set(["found", "attach", "forget", "rewrite", "compact"]);
