-- Batches of payouts: a file of payments, read, planned, sealed, approved and paid line by line.

-- owner: payouts/batches
-- lines counts those that were read; good, bad and warned are the plan's; amount and fee are of the lines that would go.
create table payout_batch (
  company_id    int not null references company,
  id            uuid not null,
  name          text not null check (length(name) between 1 and 200),
  source        text not null check (source in ('file', 'paste', 'again')),
  currency      ledger_currency not null,
  size          bigint not null check (size between 0 and 200000000),
  sha256        bytea check (length(sha256) = 32),
  format        text check (format in ('csv', 'xlsx')),
  headings      text[],                                    -- of the file, as they were written
  status        text not null default 'receiving'
                check (status in ('receiving', 'received', 'planned', 'authorised', 'running', 'paused', 'done', 'done_in_part',
                                  'cancelled', 'unreadable')),
  error         jsonb,                                     -- code, line, column and detail of what cannot be read
  same_as       uuid,                                      -- the first batch with the same bytes
  similar_to    uuid,                                      -- a batch of the last 35 days with nearly the same lines
  similar_lines int check (similar_lines > 0),
  replaces      uuid,                                      -- the batch whose failed lines this one repeats
  decimal_mark  text check (decimal_mark in (',', '.')),   -- of the column of amounts, as its first clear cell writes it
  read_lines    int not null default 0,                    -- read so far: where reading goes on after a crash
  lines         int not null default 0,
  good          int not null default 0,
  bad           int not null default 0,
  warned        int not null default 0,
  excluded      int not null default 0,
  first_time    int not null default 0,
  amount        bigint not null default 0 check (amount >= 0),
  fee           bigint not null default 0 check (fee >= 0),
  choice        text not null default 'all' check (choice in ('all', 'good')),
  root          bytea check (length(root) = 32),           -- of the Merkle tree over the lines that would go
  plan_hash     text check (length(plan_hash) = 64),
  mac           bytea check (length(mac) = 32),            -- HMAC of what was approved, under a key outside of the database
  hold_key      text,                                      -- of the hold that covers the lines not yet turned into payouts
  turned        int not null default 0,                    -- of the lines that go, so many are payouts
  done          int not null default 0,                    -- when it has ended
  failed        int not null default 0,
  created_at    timestamptz not null default now(),
  created_by    uuid,
  actor         text not null,
  planned_at    timestamptz,
  authorised_at timestamptz,
  authorised_by text,
  ended_at      timestamptz,
  primary key (company_id, id),
  check ((mac is null) = (authorised_at is null)),
  check ((ended_at is not null) = (status in ('done', 'done_in_part', 'cancelled', 'unreadable')))
);
create index payout_batch_order on payout_batch (company_id, created_at, id);
create index payout_batch_bytes on payout_batch (company_id, sha256) where sha256 is not null;
create index payout_batch_at_work on payout_batch (created_at) where status in ('received', 'authorised', 'running');
call protect('payout_batch');
grant select, insert, update on payout_batch to retaguarda_app;

-- owner: payouts/batches
create table payout_piece (
  company_id int not null references company,
  batch_id   uuid not null,
  number     int not null check (number >= 0),
  bytes      bytea not null check (length(bytes) between 1 and 524288),
  primary key (company_id, batch_id, number),
  foreign key (company_id, batch_id) references payout_batch
);
call protect('payout_piece');
grant select, insert, update on payout_piece to retaguarda_app;

-- owner: payouts/batches
-- number: the line of the file, which counts from one, with its headings. category: its most serious group among the exceptions.
create table payout_line (
  company_id    int not null references company,
  batch_id      uuid not null,
  number        int not null check (number > 0),
  cells         text[] not null,
  currency      ledger_currency not null,
  name          text,
  document      text,
  kind          text check (kind in ('key', 'account')),
  ispb          text,
  compe         text,
  bank_name     text,
  branch        text,
  account       text,
  account_type  text,
  pix_key       text,
  pix_key_kind  text,
  amount        bigint check (amount > 0),
  scheduled_for date,
  description   text,
  external_id   text,
  destination   bytea,
  form          jsonb not null default '[]',  -- problems of its cells
  problems      jsonb not null default '[]',  -- with those that only the plan finds
  warnings      jsonb not null default '[]',
  category      text not null default 'plain' check (category in ('bad', 'warned', 'changed', 'first', 'biggest', 'plain')),
  fee           bigint not null default 0 check (fee >= 0),
  excluded_by   text,
  replaces      uuid,
  leaf_no       int,                          -- its place among the lines that go
  leaf          bytea check (length(leaf) = 32),
  payout_id     uuid,
  primary key (company_id, batch_id, number),
  foreign key (company_id, batch_id) references payout_batch,
  check ((leaf is null) = (leaf_no is null))
);
create unique index payout_line_leaf on payout_line (company_id, batch_id, leaf_no) where leaf_no is not null;
create index payout_line_category on payout_line (company_id, batch_id, category, number) where category <> 'plain';
create index payout_line_same on payout_line (company_id, destination, amount) where destination is not null;
create unique index payout_line_payout on payout_line (company_id, payout_id) where payout_id is not null;
call protect('payout_line');
grant select, insert, update on payout_line to retaguarda_app;

-- owner: payouts/batches
-- The tree over the lines that go: level 0 is the leaves, each level the hashes of 32 bytes one after the other.
create table payout_batch_level (
  company_id int not null references company,
  batch_id   uuid not null,
  level      int not null check (level >= 0),
  hashes     bytea not null,
  primary key (company_id, batch_id, level),
  foreign key (company_id, batch_id) references payout_batch
);
-- Not compressed: a hash is taken out of the middle without the others being read.
alter table payout_batch_level alter hashes set storage external;
call protect('payout_batch_level');
grant select, insert, delete on payout_batch_level to retaguarda_app;

-- Whoever holds a payout's seal can tell that nobody changed its row since it was approved.
alter table payout add column seal bytea;
create index if not exists payout_of_destination on payout (company_id, destination, created_at) where destination is not null;
create index if not exists payout_of_holder on payout (company_id, holder_document) where destination is not null;
create index if not exists payout_of_batch_open on payout (company_id, batch_id) where batch_id is not null and ended_at is null;
