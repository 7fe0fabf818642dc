import { emptyHash } from "../../ledger/stores/text/journal-hash.ts";
import type { SqlObjectNames } from "./layout.ts";

/** Version of the tables that this release reads and writes. */
export const tablesVersion = 6;

/**
 * Makes acknowledged changes durable, even if a pool or pooler lost the settings of its
 * connections.
 */
const forceDurableCommitSql = `if current_setting('synchronous_commit') in ('off', 'local') then
    perform set_config('synchronous_commit', 'on', true);
  end if;`;

/** Creates the tables and functions. */
export const createTables = ({ schema, channel, locks }: SqlObjectNames): string => `
create table ${schema}.head (
  -- The table has one row, which describes the journal.
  is_head boolean primary key default true check (is_head),
  -- Version of these tables.
  version integer not null default ${tablesVersion},
  -- Counts all changes except appends.
  generation bigint not null default 0,
  -- The newest position, and the hash of the journal up to it.
  position bigint not null default 0,
  hash text not null default '${emptyHash}',
  -- The branch that entries are appended to. A restore starts one: its number is the generation of the restore + 1.
  branch bigint not null default 1,
  -- The branches of the journal, and the position of the first entry in each, as JSON.
  path text not null default '[{"branch":1,"from":1}]',
  -- The named snapshots, as JSON.
  snapshots text not null default '[]'
);
insert into ${schema}.head default values;

-- Entries are never changed. The table head says which of them form the journal.
create table ${schema}.journal (
  branch bigint not null,
  position bigint not null,
  -- Hash of the journal up to and including this entry.
  hash text not null,
  -- {"version":1,"events":[...]}; a compacted entry has several such lines.
  entry text not null,
  -- Hash of the entry itself, where it stands for all entries before it.
  compacted text,
  -- Identifies the request that wrote it, so that a writer that lost the answer finds its own entries.
  request uuid not null,
  primary key (branch, position)
);

-- Changes of the head, and the generation that each made, so that a writer that lost the answer finds its own change.
create table ${schema}.changes (request uuid primary key, generation bigint not null);

-- lz4 is smaller and faster than the default, where the server has it.
do $$ begin
  alter table ${schema}.journal alter column entry set compression lz4;
exception when others then null;
end $$;

-- Writes entries from position "first" on, all or none. "previous" is the hash that the journal must have before them. Returns the head.
create function ${schema}.append(
  first bigint, previous text, hashes text, entries text, its_request uuid, writer uuid, is_exclusive boolean, out head ${schema}.head, out is_written boolean
) language plpgsql as $$
declare
  new_hashes text[] := string_to_array(hashes, E'\\n');
  new_entries text[] := string_to_array(entries, E'\\n');
begin
  ${forceDurableCommitSql}
  if is_exclusive then
    perform pg_advisory_xact_lock(${locks.journal});
  else
    perform pg_advisory_xact_lock_shared(${locks.journal});
  end if;
  -- A writer of the same position waits here for the one that was first.
  update ${schema}.head h set position = first - 1 + cardinality(new_hashes), hash = new_hashes[cardinality(new_hashes)]
    where h.position = first - 1 and h.hash = previous returning * into head;
  is_written := found;
  if is_written then
    insert into ${schema}.journal (branch, position, hash, entry, request)
      select head.branch, first - 1 + n, h, e, its_request from unnest(new_hashes, new_entries) with ordinality as new (h, e, n);
    perform pg_notify('${channel}', concat_ws(' ', head.branch, head.position, writer));
  else
    select * into head from ${schema}.head;
    -- An earlier attempt of the same request may have written them.
    is_written := exists (
      select from ${schema}.journal j where j.branch = head.branch and j.position = first and j.request = its_request
    );
  end if;
end $$;

-- Changes the head to "its_head", which has some of its columns, unless it is of another generation than "known", or, given a position, at
-- another one. Adds a compacted entry, if given, in a new branch. Returns the head, and the generation of the change; null if there was
-- none.
create function ${schema}.change(
  known bigint, at_position bigint, its_head jsonb,
  entry_position bigint, entry_hash text, its_entry text, its_own_hash text, its_request uuid, writer uuid,
  out head ${schema}.head, out changed bigint
) language plpgsql as $$
declare
  its_branch bigint;
begin
  ${forceDurableCommitSql}
  perform pg_advisory_xact_lock(${locks.journal});
  select c.generation into changed from ${schema}.changes c where c.request = its_request;
  select * into head from ${schema}.head;
  if changed is not null or head.generation <> known or head.position <> at_position then return; end if;
  changed := known + 1;
  its_branch := head.branch;
  head := jsonb_populate_record(head, its_head);
  update ${schema}.head h set generation = changed, position = head.position,
    hash = head.hash, branch = head.branch, path = head.path, snapshots = head.snapshots returning * into head;
  insert into ${schema}.changes values (its_request, changed);
  if its_entry is not null then
    insert into ${schema}.journal values (changed + 1, entry_position, entry_hash, its_entry, its_own_hash, its_request);
  end if;
  -- A restore continues in a new branch.
  if head.branch <> its_branch then
    perform pg_notify('${channel}', concat_ws(' ', head.branch, head.position, writer));
  end if;
end $$;

-- Deletes the entries between others, if no process has the journal open: unnamed snapshots of
-- processes may need them. Does nothing if the head is of another generation than "known".
create function ${schema}.delete_unused(
  known bigint, after_branches bigint[], after_positions bigint[], before_branches bigint[], before_positions bigint[]
) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(${locks.open}) then return; end if;
  perform pg_advisory_xact_lock(${locks.journal});
  -- A change that was prepared before entries were deleted is prepared again.
  update ${schema}.head set generation = generation + 1 where generation = known;
  if not found then return; end if;
  -- Writers may still ask for recent changes.
  delete from ${schema}.changes where generation < known - 1000;
  delete from ${schema}.journal j using unnest(after_branches, after_positions, before_branches, before_positions) as gap (b, p, next_b, next_p)
    where (j.branch, j.position) > (b, p) and (j.branch, j.position) < (next_b, next_p);
end $$;
`;
