-- owner: audit
-- The log of a company that came from another installation, as that one signed it: its events of before have their places in that tree,
-- and none in this one.
create table moved_bundle (
  company_id int not null references company,
  move_id    uuid not null,
  sha256     text not null check (sha256 ~ '^[0-9a-f]{64}$'),  -- of the signed list, which names the hash of each file
  last_event bigint not null check (last_event >= 0),          -- events of the company up to this one came with it
  taken_at   timestamptz not null default clock_timestamp(),
  primary key (company_id, move_id)
);
call protect('moved_bundle');
grant select on moved_bundle to retaguarda_app;

-- owner: audit
-- The lines of its files. An entry has its place in the other tree (level 0), and the number that its event has here; a hash has its
-- place alone.
create table moved_line (
  company_id int not null,
  move_id    uuid not null,
  file       text not null check (file in ('entries.jsonl', 'nodes.jsonl', 'checkpoints.jsonl', 'keys.txt', 'bundle.txt')),
  place      bigint not null check (place >= 0),
  line       text not null,
  level      int,
  index      bigint,
  event_id   bigint,
  primary key (company_id, move_id, file, place),
  foreign key (company_id, move_id) references moved_bundle,
  constraint moved_line_places check ((level is not null) = (file in ('entries.jsonl', 'nodes.jsonl')) and (index is not null) = (level is not null)
                                      and (event_id is null or file = 'entries.jsonl'))
);
create unique index moved_line_node on moved_line (company_id, move_id, level, index) where level is not null;
create index moved_line_event on moved_line (company_id, event_id) where event_id is not null;
call protect('moved_line');
grant select on moved_line to retaguarda_app;
