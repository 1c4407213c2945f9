-- owner: cells
-- A company goes from one installation to another; each keeps its own row of the move, under the same id. No link to the company: where
-- the other side refused the move, no such company may be here.
create table cell_move (
  id            uuid not null,
  company_id    int not null check (company_id > 1),
  role          text not null check (role in ('from', 'to')),
  state         text not null check (state in ('frozen', 'exported', 'released', 'aborted', 'imported', 'open', 'refused')),
  other_address text not null check (other_address ~ '^https?://[^/ ]+$'),  -- where the other installation is reached
  other_key     text not null check (length(other_key) <= 300),             -- its public key, as it stood when the move began
  file_sha256   text check (file_sha256 ~ '^[0-9a-f]{64}$'),                -- from: the one that was released; to: the one that came
  files         text[] not null default '{}',                               -- every file that was written of it
  bundle_sha256 text check (bundle_sha256 ~ '^[0-9a-f]{64}$'),
  receipt       jsonb,                                                      -- words with their signatures: {"note": …}
  release       jsonb,
  refusal       jsonb,
  started_at    timestamptz not null default clock_timestamp(),
  exported_at   timestamptz,
  ended_at      timestamptz,
  primary key (id, role),
  constraint cell_move_states check (case role when 'from' then state in ('frozen', 'exported', 'released', 'aborted')
                                               else state in ('imported', 'open', 'refused') end),
  constraint cell_move_exported check (exported_at is not null or state not in ('exported', 'released')),
  constraint cell_move_words check ((state <> 'imported' or receipt is not null) and (state <> 'open' or release is not null)
                                    and (state <> 'released' or release is not null)
                                    and (state not in ('refused', 'aborted') or refusal is not null)),
  constraint cell_move_ended check ((ended_at is not null) = (state in ('released', 'aborted', 'open', 'refused')))
);
-- Of one company one move at a time, whichever way.
create unique index cell_move_under_way on cell_move (company_id) where state in ('frozen', 'exported', 'imported');
create index cell_move_of_company on cell_move (company_id);
call protect('cell_move');
grant select on cell_move to retaguarda_app;

-- owner: cells
-- Hosts by which a company's people come, for the reverse proxy's map.
create table company_host (
  company_id int not null check (company_id > 1),
  host       text primary key check (host ~ '^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$')
);
call protect('company_host');
grant select on company_host to retaguarda_app;
