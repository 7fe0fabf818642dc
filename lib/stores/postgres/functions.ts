import type { Layout } from "./layout.ts";

/** What is acknowledged is on disk, whatever a pool or pooler has lost of its settings. */
export const onDisk = `  if current_setting('synchronous_commit') in ('off', 'local') then
    perform set_config('synchronous_commit', 'on', true);
  end if;`;

export const append = ({
  schema,
  channel,
  locks,
}: Layout): string => `-- Writes entries from position "first" on, of which all or none are there afterwards, and answers no rows: or writes
-- nothing, and answers what is there instead, "most" entries of it. A row without a position tells that the journal was restored, or does
-- not go as far.
create or replace function ${schema}.append(
  known bigint, first bigint, before text, hashes text, entries text, by uuid, alone boolean, most integer
) returns table (now bigint, at bigint, its_hash text, its_entry text, its_writer uuid)
language plpgsql as $$
declare
  present ${schema}.head%rowtype;
  lane integer;
  begins bigint;
  new_hashes text[] := string_to_array(hashes, E'\\n');
  new_entries text[] := string_to_array(entries, E'\\n');
begin
${onDisk}
  if alone then
    perform pg_advisory_xact_lock(${locks.journal});
  else
    perform pg_advisory_xact_lock_shared(${locks.journal});
  end if;
  select * into present from ${schema}.head;
  if present.generation = known then
    lane := (present.path -> -1 ->> 'branch')::integer;
    begins := (present.path -> -1 ->> 'from')::bigint;
    -- Nothing lies in the journal behind the beginning of its last branch.
    if first = begins or first > begins and exists (
      select from ${schema}.journal j where j.branch = lane and j.position = first - 1 and j.hash = before
    ) then
      -- Whoever writes the same position waits here for who was first.
      insert into ${schema}.journal (branch, position, hash, entry, writer)
        values (lane, first, new_hashes[1], new_entries[1], by) on conflict do nothing;
      if found then
        insert into ${schema}.journal (branch, position, hash, entry, writer)
          select lane, first + n, h, e, by
          from unnest(new_hashes[2:], new_entries[2:]) with ordinality as added (h, e, n);
        perform pg_notify('${channel}', concat_ws(' ', known, first + cardinality(new_hashes) - 1, by));
        return;
      end if;
    end if;
    return query select present.generation, j.position, j.hash, j.entry, j.writer
      from ${schema}.journal j where j.branch = lane and j.position >= first order by j.position limit most;
    if found then return; end if;
  end if;
  return query select present.generation, null::bigint, null::text, null::text, null::uuid;
end $$;`;

export const compact = ({
  schema,
  channel,
  locks,
}: Layout): string => `-- Puts an entry in the place of all up to its position, and answers the generation then; no row where the journal was restored, compacted
-- or, if it was to be empty, written since it was looked at. Who lost the answer may ask again, whatever others did since.
create or replace function ${schema}.compact(
  known bigint, known_branches integer, is_empty boolean,
  new_path jsonb, at bigint, its_hash text, its_entry text, its_compacted text, by uuid
) returns table (now bigint)
language plpgsql as $$
declare
  present ${schema}.head%rowtype;
begin
${onDisk}
  perform pg_advisory_xact_lock(${locks.journal});
  -- A number is that of one branch, and nobody else has the writer.
  if exists (
    select from ${schema}.journal j
    where j.branch = known_branches + 1 and j.position = at and j.writer = by and j.compacted = its_compacted
  ) then
    return query select known + is_empty::integer;
    return;
  end if;
  select * into present from ${schema}.head;
  if present.generation <> known or present.branches <> known_branches then return; end if;
  if is_empty and exists (
    select from ${schema}.journal j where j.branch = (present.path -> -1 ->> 'branch')::integer
  ) then return; end if;
  insert into ${schema}.journal (branch, position, hash, entry, writer, compacted)
    values (known_branches + 1, at, its_hash, its_entry, by, its_compacted);
  return query update ${schema}.head h set
    generation = h.generation + is_empty::integer, branches = known_branches + 1, path = new_path
    returning h.generation;
  perform pg_notify('${channel}', concat_ws(' ', known + is_empty::integer, at, by));
end $$;`;

/** What whoever goes back, keeps or deletes has to know of what is there; the journal as it is counts as whole. */
export const whole = ({ schema }: Layout): string => `-- Of a path, up to a position.
create function ${schema}.stretches(its_path jsonb, upto bigint) returns table (branch integer, first bigint, last bigint)
language sql immutable as $$
  select (value ->> 'branch')::integer, (value ->> 'from')::bigint,
    least(lead((value ->> 'from')::bigint) over (order by n) - 1, upto)
  from jsonb_array_elements(its_path) with ordinality as stretch (value, n)
$$;

-- Whether nothing of what a path tells is gone, and the last entry is the one that is meant. Counts what the journal as it is does not have.
create function ${schema}.is_whole(its_path jsonb, upto bigint, its_hash text) returns boolean language sql stable as $$
  select upto = 0 or not exists (
    select from ${schema}.stretches(its_path, upto) s left join (
      select p.branch, p.first, p.last from ${schema}.head h, ${schema}.stretches(h.path, 9223372036854775806) p
    ) p on p.branch = s.branch and p.first <= s.first
    cross join lateral (select greatest(s.first, p.last + 1) as first) beyond
    where s.last >= beyond.first and s.last - beyond.first + 1 <> (
      select count(*) from ${schema}.journal j where j.branch = s.branch and j.position between beyond.first and s.last
    )
  ) and exists (
    select from ${schema}.journal j
    where j.branch = (its_path -> -1 ->> 'branch')::integer and j.position = upto and j.hash = its_hash
  )
$$;`;

export const keep = ({
  schema,
  locks,
}: Layout): string => `-- Keeps a mark, and answers its number; none where the name is taken, or "most" are kept already, or where marks were kept or let go of
-- since they were looked at, which "is_known" tells from that: a request that comes late, after the mark was let go of, keeps none. Answers no row where
-- what it marks is gone. Who lost the answer may ask again.
create function ${schema}.keep(
  known bigint, its_name text, at bigint, its_hash text, its_path jsonb, its_told text, its_digest text, its_request uuid, most integer
) returns table (its_number bigint, is_known boolean)
language plpgsql as $$
declare
  present bigint;
begin
${onDisk}
  perform pg_advisory_xact_lock(${locks.journal});
  return query select m.number, true from ${schema}.marks m where m.name = its_name and m.request = its_request;
  if found then return; end if;
  select h.marks_generation into present from ${schema}.head h;
  if present <> known then
    return query select null::bigint, false;
    return;
  end if;
  if not ${schema}.is_whole(its_path, at, its_hash) then return; end if;
  if (select count(*) from ${schema}.marks) < most then
    insert into ${schema}.marks (name, position, hash, path, told, digest, request)
      values (its_name, at, its_hash, its_path, its_told, its_digest, its_request) on conflict do nothing;
    if found then
      update ${schema}.head set marks = ${schema}.marks_hash(), marks_generation = marks_generation + 1;
    end if;
  end if;
  return query select (select m.number from ${schema}.marks m where m.name = its_name and m.request = its_request), true;
end $$;`;

/** So many others may restore a journal before somebody asks again who lost an answer. */
const rememberedRestores = 16;

export const restore = ({
  schema,
  channel,
  locks,
}: Layout): string => `-- The journal is what the path says up to "upto", and goes on in a new branch. Answers the generation that is now, and where it was done
-- the one that it made; nothing is done to a journal of another generation than is known, or one that does not end with "last", if that is told. No row where what the path says is gone. Who lost the
-- answer may ask again: what was done is not done again, whatever others did since.
create function ${schema}.restore(its_request uuid, known bigint, last bigint, kept jsonb, upto bigint, its_hash text, by uuid)
returns table (now bigint, done bigint, its_branch integer)
language plpgsql as $$
declare
  present ${schema}.head%rowtype;
begin
${onDisk}
  perform pg_advisory_xact_lock(${locks.journal});
  select * into present from ${schema}.head;
  return query select present.generation, r.generation, r.branch
    from jsonb_to_recordset(present.restores) as r (request uuid, generation bigint, branch integer) where r.request = its_request;
  if found then return; end if;
  if present.generation <> known or last <> (
    select coalesce(max(j.position), (present.path -> -1 ->> 'from')::bigint - 1) from ${schema}.journal j
    where j.branch = (present.path -> -1 ->> 'branch')::integer and j.position >= (present.path -> -1 ->> 'from')::bigint
  ) then
    return query select present.generation, null::bigint, null::integer;
    return;
  end if;
  if not ${schema}.is_whole(kept, upto, its_hash) then return; end if;
  return query update ${schema}.head h set
    generation = known + 1,
    branches = h.branches + 1,
    path = kept || jsonb_build_object('branch', h.branches + 1, 'from', upto + 1),
    restores = case when jsonb_array_length(h.restores) < ${rememberedRestores} then h.restores else h.restores - 0 end
      || jsonb_build_object('request', its_request, 'generation', known + 1, 'branch', h.branches + 1)
    returning h.generation, h.generation, h.branches;
  perform pg_notify('${channel}', concat_ws(' ', known + 1, upto, by));
end $$;`;

export const forget = ({
  schema,
  locks,
}: Layout): string => `-- Deletes what no stretch has of the path, or of those of marks. Most of them are the same. Nothing while a mark is missed.
create function ${schema}.forget() returns void
language plpgsql as $$
begin
  -- Whoever goes back to some of it, or keeps it, does so before that, or finds that it is gone.
  perform pg_advisory_xact_lock(${locks.journal});
  with paths as (
    select path, 9223372036854775806 as upto from ${schema}.head union all select path, position from ${schema}.marks
  ), kept as materialized (
    select s.branch, s.first, max(s.last) as last from paths p, ${schema}.stretches(p.path, p.upto) s group by s.branch, s.first
  ) delete from ${schema}.journal j where not exists (
    select from kept k where k.branch = j.branch and j.position between k.first and k.last
  ) and exists (select from ${schema}.head h where h.marks = ${schema}.marks_hash());
end $$;`;
