import { append, compact, forget, keep, onDisk, restore, whole } from "./functions.ts";
import type { Layout } from "./layout.ts";

/** SHA-256 of nothing. */
const hashOfNoMarks = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/**
 * What leads from each version of the tables to the next; the first from nothing. Run in one transaction, by whoever may
 * create things in the database. Never changed once it was released.
 */
export const migrations: readonly ((layout: Layout) => string)[] = [
  (layout) => {
    const { schema, channel, locks } = layout;
    return `
create table ${schema}.head (
  -- There is one.
  is_head boolean primary key default true check (is_head),
  -- Of these tables.
  version integer not null,
  journal uuid not null default gen_random_uuid(),
  -- Who goes back is a generation further.
  generation bigint not null default 0,
  branches integer not null default 1,
  -- Where the entries lie: [{"branch":1,"from":1}].
  path jsonb not null default '[{"branch":1,"from":1}]'
);
insert into ${schema}.head (version) values (1);

create table ${schema}.journal (
  -- A branch is written from its first entry on, and never changed; who goes back begins another.
  branch integer not null,
  position bigint not null,
  -- Of the journal up to and including this entry.
  hash text not null,
  -- {"version":1,"events":[...]}
  entry text not null,
  -- The process that wrote it.
  writer uuid not null,
  -- Of the entry itself, where it stands for all that came before.
  compacted text,
  primary key (branch, position)
);

-- Smaller and faster than what is the default, where the server has it.
do $$ begin
  alter table ${schema}.journal alter column entry set compression lz4;
exception when others then null;
end $$;

${append(layout)}

-- The journal is what the path says up to "upto", and goes on in a new branch.
create function ${schema}.restore(kept jsonb, upto bigint, by uuid)
returns table (now bigint, now_branches integer, now_path jsonb)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${locks.journal});
  return query update ${schema}.head h set
    generation = h.generation + 1,
    branches = h.branches + 1,
    path = kept || jsonb_build_object('branch', h.branches + 1, 'from', upto + 1)
    returning h.generation, h.branches, h.path;
  perform pg_notify('${channel}', concat_ws(' ', (select h.generation from ${schema}.head h), upto, by));
end $$;

${compact(layout)}
`;
  },
  (layout) => {
    const { schema, locks } = layout;
    return `
create table ${schema}.marks (
  -- In the order in which they were kept.
  number bigint generated always as identity primary key,
  name text not null unique,
  position bigint not null,
  -- Of the journal up to there.
  hash text not null,
  -- Where its entries lie up to there.
  path jsonb not null,
  told text not null,
  -- Of all of these.
  digest text not null,
  -- By whom, and when, it was asked for.
  request uuid not null
);

-- Of all that are kept: so one that is lost is missed.
create function ${schema}.marks_hash() returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', number, digest), ',' order by number), ''), 'UTF8')), 'hex')
  from ${schema}.marks
$$;
alter table ${schema}.head add column marks text not null default '${hashOfNoMarks}';
-- Whoever keeps one, or lets go of one, is a generation further.
alter table ${schema}.head add column marks_generation bigint not null default 0;

${whole(layout)}

${keep(layout)}

create function ${schema}.forget_mark(its_number bigint) returns void
language plpgsql as $$
begin
${onDisk}
  perform pg_advisory_xact_lock(${locks.journal});
  delete from ${schema}.marks where number = its_number;
  if found then
    update ${schema}.head set marks = ${schema}.marks_hash(), marks_generation = marks_generation + 1;
  end if;
end $$;

${append(layout)}

${compact(layout)}

drop function ${schema}.restore(jsonb, bigint, uuid);
-- The last ones: [{"request":"...","generation":1,"branch":2}].
alter table ${schema}.head add column restores jsonb not null default '[]';

${restore(layout)}

${forget(layout)}
`;
  },
];
