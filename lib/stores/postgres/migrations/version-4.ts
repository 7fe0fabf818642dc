import { emptyHash } from "../../../ledger/stores/text/journal-hash.ts";
import type { Layout } from "../layout.ts";

/** Value of `removed` for entries of the current journal. */
export const notRemoved = "9223372036854775807";

/**
 * Makes acknowledged changes durable, even if a pool or pooler lost the settings of its
 * connections.
 */
const durable = `if current_setting('synchronous_commit') in ('off', 'local') then
    perform set_config('synchronous_commit', 'on', true);
  end if;`;

const tables = ({ schema }: Layout): string => `
create table ${schema}.head (
  -- The table has one row.
  is_head boolean primary key default true check (is_head),
  -- Version of these tables.
  version integer not null,
  -- Counts restores and compactions.
  revision bigint not null default 1,
  -- The revision that the last restore made, and the request for it, so that one that lost the answer finds its own restore.
  restored bigint not null default 1,
  request uuid
);
insert into ${schema}.head (version) values (4);

-- Entries are never changed. The journal of a revision has those that were added by then and not removed by then.
create table ${schema}.journal (
  position bigint not null,
  added bigint not null,
  removed bigint not null default ${notRemoved},
  -- Hash of the journal up to and including this entry.
  hash text not null,
  -- {"version":1,"events":[...]}
  entry text not null,
  -- Hash of the entry itself, where it stands for all entries before it.
  compacted text,
  -- Identifies the request that wrote it, so that a writer that lost the answer finds its own entries.
  batch uuid not null
);
create unique index journal_present on ${schema}.journal (position) where removed = ${notRemoved};
create index journal_removed on ${schema}.journal (position) where removed < ${notRemoved};

-- lz4 is smaller and faster than the default, where the server has it.
do $$ begin
  alter table ${schema}.journal alter column entry set compression lz4;
exception when others then null;
end $$;

create table ${schema}.snapshots (
  number bigint generated always as identity primary key,
  name text not null unique,
  position bigint not null,
  revision bigint not null,
  content text not null,
  -- Name of the newest snapshot that the journal of this one contains.
  parent text,
  request uuid not null
);
`;

const functions = ({ schema, channel, locks }: Layout): string => `
-- Entries of the journal of a revision, between two positions.
create function ${schema}.entries_at(at_revision bigint, first bigint, last bigint) returns setof ${schema}.journal
language sql stable as $$
  select * from ${schema}.journal where removed = ${notRemoved} and added <= at_revision and position between first and last
  union all
  select * from ${schema}.journal where removed < ${notRemoved} and removed > at_revision and added <= at_revision
    and position between first and last
$$;

-- Returns true if all entries of a revision are there, up to a position.
create function ${schema}.is_intact(at_revision bigint, last bigint) returns boolean language sql stable as $$
  select last = 0 or count(*) = last - min(position) + 1 and (min(position) = 1 or count(compacted) > 0)
  from ${schema}.entries_at(at_revision, 1, last)
$$;

-- Writes entries from position "first" on, all or none. "previous" is the hash that the journal must have before them.
create function ${schema}.append(
  first bigint, previous text, hashes text, entries text, request uuid, writer uuid, is_exclusive boolean
) returns table (revision bigint, restored bigint, is_written boolean) language plpgsql as $$
#variable_conflict use_column
declare
  head ${schema}.head%rowtype;
  new_hashes text[] := string_to_array(hashes, E'\\n');
  new_entries text[] := string_to_array(entries, E'\\n');
  can_write boolean;
begin
  ${durable}
  if is_exclusive then
    perform pg_advisory_xact_lock(${locks.journal});
  else
    perform pg_advisory_xact_lock_shared(${locks.journal});
  end if;
  select * into head from ${schema}.head;
  if first = 1 then
    can_write := not exists (select from ${schema}.journal j where j.removed = ${notRemoved});
  else
    can_write := exists (
      select from ${schema}.journal j where j.removed = ${notRemoved} and j.position = first - 1 and j.hash = previous
    );
  end if;
  if can_write then
    -- A writer of the same position waits here for the one that was first.
    insert into ${schema}.journal (position, added, hash, entry, batch)
      values (first, head.revision, new_hashes[1], new_entries[1], request) on conflict do nothing;
    if found then
      insert into ${schema}.journal (position, added, hash, entry, batch)
        select first + n, head.revision, h, e, request
        from unnest(new_hashes[2:], new_entries[2:]) with ordinality as more (h, e, n);
      perform pg_notify('${channel}', concat_ws(' ', head.restored, first + cardinality(new_hashes) - 1, writer));
      return query select head.revision, head.restored, true;
      return;
    end if;
  end if;
  -- An earlier attempt of the same request may have written them.
  return query select head.revision, head.restored,
    exists (select from ${schema}.journal j where j.removed = ${notRemoved} and j.position = first and j.batch = request);
end $$;

-- Makes the journal what it was in a revision, up to a position. Does nothing if it is not in revision "known" any more, or entries are gone.
create function ${schema}.restore(known bigint, to_revision bigint, last bigint, its_request uuid, writer uuid)
returns table (revision bigint, restored bigint, is_done boolean, first bigint, hash text) language plpgsql as $$
#variable_conflict use_column
declare
  head ${schema}.head%rowtype;
begin
  ${durable}
  perform pg_advisory_xact_lock(${locks.journal});
  select * into head from ${schema}.head;
  if head.request is distinct from its_request then
    if head.revision <> known then
      return query select head.revision, head.restored, null::boolean, null::bigint, null::text;
      return;
    end if;
    if not ${schema}.is_intact(to_revision, last) then
      return query select head.revision, head.restored, false, null::bigint, null::text;
      return;
    end if;
    update ${schema}.journal set removed = known + 1
    where removed = ${notRemoved} and (position > last or added > to_revision);
    insert into ${schema}.journal (position, added, hash, entry, compacted, batch)
    select e.position, known + 1, e.hash, e.entry, e.compacted, e.batch
    from ${schema}.entries_at(to_revision, 1, last) e where e.removed < ${notRemoved} and e.removed <= known;
    update ${schema}.head set revision = known + 1, restored = known + 1, request = its_request returning * into head;
    perform pg_notify('${channel}', concat_ws(' ', known + 1, last, writer));
  end if;
  return query select head.revision, head.restored, true,
    (select j.position from ${schema}.journal j where j.removed = ${notRemoved} order by j.position limit 1),
    (select j.hash from ${schema}.journal j where j.removed = ${notRemoved} and j.position = last);
end $$;

-- Puts an entry in the place of all entries up to its position; on an empty journal, begins it with that. Its column "hash" has the
-- hash of the entries that it replaces. Does nothing if the journal was restored since "known", or has no such position.
create function ${schema}.compact(known bigint, last bigint, its_entry text) returns void language plpgsql as $$
declare
  head ${schema}.head%rowtype;
  replaced text := '${emptyHash}';
begin
  ${durable}
  perform pg_advisory_xact_lock(${locks.journal});
  select * into head from ${schema}.head;
  if exists (select from ${schema}.journal j where j.removed = ${notRemoved}) then
    select j.hash into replaced from ${schema}.journal j where j.removed = ${notRemoved} and j.position = last;
  end if;
  if head.restored <> known or replaced is null then return; end if;
  update ${schema}.journal set removed = head.revision + 1 where removed = ${notRemoved} and position <= last;
  insert into ${schema}.journal (position, added, hash, entry, compacted, batch) values (
    last, head.revision + 1, replaced, its_entry,
    encode(sha256(convert_to(concat_ws(' ', replaced, last, its_entry), 'UTF8')), 'hex'), gen_random_uuid()
  );
  update ${schema}.head set revision = revision + 1;
end $$;

-- Name of the newest snapshot that the journal of a revision contains, up to a position.
create function ${schema}.latest_snapshot(at_revision bigint, last bigint) returns text language sql stable as $$
  select s.name from ${schema}.snapshots s
  where s.position = 0 or s.position <= last and (
    select e.hash from ${schema}.entries_at(at_revision, s.position, s.position) e
  ) = (
    select e.hash from ${schema}.entries_at(s.revision, s.position, s.position) e
  )
  order by s.position desc, s.number desc limit 1
$$;

-- Keeps a snapshot, and returns its number; null where the name is taken, or there are "max_count" already. Returns no row where entries are gone.
create function ${schema}.keep_snapshot(its_name text, at_revision bigint, last bigint, its_content text, its_request uuid, max_count integer)
returns table (number bigint) language plpgsql as $$
#variable_conflict use_column
begin
  ${durable}
  perform pg_advisory_xact_lock(${locks.journal});
  if not ${schema}.is_intact(at_revision, last) then return; end if;
  if (select count(*) from ${schema}.snapshots) < max_count then
    insert into ${schema}.snapshots (name, position, revision, content, parent, request)
      values (its_name, last, at_revision, its_content, ${schema}.latest_snapshot(at_revision, last), its_request)
      on conflict do nothing;
  end if;
  return query select (select s.number from ${schema}.snapshots s where s.name = its_name and s.request = its_request);
end $$;

-- Deletes entries that neither the present journal nor a snapshot contains, if no process has the journal open: marks of processes may need them.
create function ${schema}.vacuum() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(${locks.open}) then return; end if;
  perform pg_advisory_xact_lock(${locks.journal});
  delete from ${schema}.journal j where j.removed < ${notRemoved} and not exists (
    select from ${schema}.snapshots s where j.position <= s.position and j.added <= s.revision and j.removed > s.revision
  );
end $$;
`;

/** Creates the tables and functions of version 4. */
export const createVersion4 = (layout: Layout): string => tables(layout) + functions(layout);
