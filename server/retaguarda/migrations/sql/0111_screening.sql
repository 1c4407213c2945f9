-- Lists of people who may not be served or are watched, who is compared with them, and what was found. Of the provider's own
-- company alone: a merchant never learns of it.

-- owner: compliance/screening
-- number: of the version in force; threshold: hundredths from which a likeness is a hit.
create table watch_list (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  code         text not null check (code ~ '^[a-z_]{2,20}$'),
  name         text not null check (length(name) between 1 and 100),
  kind         text not null check (kind in ('sanction', 'pep', 'debarred', 'labour', 'house')),
  format       text not null check (format in ('un_xml', 'ofac_csv', 'pep_csv', 'table_csv')),
  source_url   text check (length(source_url) between 1 and 300),
  licence      text not null check (length(licence) <= 200),
  max_age_days int not null check (max_age_days between 1 and 366),
  threshold    int not null default 80 check (threshold between 50 and 100),
  number       int not null default 0 check (number >= 0),
  entries      int not null default 0 check (entries >= 0),
  checked_at   timestamptz,                    -- its source was last known to say what is in force
  fetch_asked_at timestamptz,
  fetch_problem text check (length(fetch_problem) <= 300),
  primary key (company_id, id),
  unique (code)
);
create index watch_list_order on watch_list (company_id, name, id);
call protect('watch_list');
grant select, insert, update on watch_list to retaguarda_app;

-- owner: compliance/screening
create table list_version (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  list_id      uuid not null,
  number       int,                            -- once it came into force
  status       text not null default 'received' check (status in ('received', 'held', 'active', 'replaced', 'unreadable',
                                                                  'discarded')),
  origin       text not null check (origin in ('upload', 'fetch', 'roll_back')),
  file_name    text not null check (length(file_name) between 1 and 200),
  sha256       bytea not null check (length(sha256) = 32),
  size         int not null check (size >= 0),
  content      bytea,                          -- until it is read
  published    text check (length(published) <= 60),
  entries      int not null default 0,
  added        int not null default 0,
  changed      int not null default 0,
  removed      int not null default 0,
  refused      int not null default 0,
  problem      text check (length(problem) <= 300),
  received_at  timestamptz not null default now(),
  received_by  text not null,
  received_by_id uuid,
  decided_at   timestamptz,
  decided_by   text,
  decided_by_id uuid,
  reason       text check (length(reason) between 3 and 500),
  primary key (company_id, id),
  foreign key (company_id, list_id) references watch_list,
  unique (list_id, number),
  check ((number is not null) = (status in ('active', 'replaced'))),
  check (decided_by_id <> received_by_id)
);
create unique index list_version_active on list_version (list_id) where status = 'active';
create index list_version_order on list_version (company_id, received_at, id);
call protect('list_version');
grant select, insert, update on list_version to retaguarda_app;

-- owner: compliance/screening
-- One entry as it stood from a version until another. identity: hash of what tells who it is; keys: what is worth comparing.
create table list_entry (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  list_id      uuid not null,
  entry_key    text not null check (length(entry_key) between 1 and 120),
  from_version int not null,
  to_version   int check (to_version > from_version),
  person       boolean,                        -- null: not told
  names        text[] not null check (cardinality(names) between 1 and 200),
  document     text check (length(document) <= 20),
  digits       text check (digits ~ '^[0-9]{6}$'),       -- the middle six of a masked CPF
  births       text[] not null default '{}',
  countries    text[] not null default '{}',
  detail       text not null default '' check (length(detail) <= 1000),
  identity     bytea not null check (length(identity) = 32),
  content_hash bytea not null check (length(content_hash) = 32),
  keys         text[] not null,
  primary key (company_id, id),
  unique (list_id, entry_key, from_version),
  foreign key (company_id, list_id) references watch_list
);
create unique index list_entry_current on list_entry (list_id, entry_key) where to_version is null;
create index list_entry_keys on list_entry using gin (keys) where to_version is null;
call protect('list_entry');
grant select, insert, update on list_entry to retaguarda_app;

-- owner: compliance/screening
-- Who is compared with the lists: companies, payees, and whoever was checked. merchant: whose party it is.
create table screened_party (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  source       text not null check (source in ('company', 'payee', 'check')),
  source_id    text not null check (length(source_id) between 1 and 80),
  merchant_id  int,
  name         text not null check (length(name) between 1 and 300),
  other_name   text check (length(other_name) between 1 and 300),
  document     text check (length(document) <= 20),
  birth        text check (length(birth) <= 10),
  keys         text[] not null,
  changed_at   timestamptz not null default now(),
  primary key (company_id, id),
  unique (source, source_id)
);
create index screened_party_keys on screened_party using gin (keys);
call protect('screened_party');
grant select, insert, update on screened_party to retaguarda_app;

-- owner: compliance/screening
create table list_hit (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  party_id     uuid not null,
  list_id      uuid not null,
  entry_key    text not null,
  entry_id     uuid not null,
  version      int not null,                   -- of the list, when the score was last found
  score        int not null check (score between 0 and 100),
  evidence     jsonb not null,
  identity     bytea not null check (length(identity) = 32),   -- of the entry, as it was compared
  status       text not null default 'pending' check (status in ('pending', 'confirmed', 'not_the_one', 'skipped')),
  reason       text check (length(reason) <= 60),
  comment      text check (length(comment) between 3 and 1000),
  found_at     timestamptz not null default now(),
  decided_at   timestamptz,
  decided_by   text,
  decided_by_id uuid,
  primary key (company_id, id),
  unique (party_id, list_id, entry_key),
  foreign key (company_id, party_id) references screened_party,
  foreign key (company_id, list_id) references watch_list,
  check ((status in ('confirmed', 'not_the_one')) = (decided_by_id is not null)),
  check (status = 'pending' or reason is not null)
);
create index list_hit_order on list_hit (company_id, found_at, id);
create index list_hit_pending on list_hit (company_id, score) where status = 'pending';
call protect('list_hit');
grant select, insert, update on list_hit to retaguarda_app;

-- owner: compliance/screening
-- A pair that is no hit any more, until a day, and as long as the entry tells of the same person.
create table whitelist_pair (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  party_id     uuid not null,
  list_id      uuid not null,
  entry_key    text not null,
  identity     bytea not null check (length(identity) = 32),
  shown        text not null,
  listed       text not null,
  reason       text not null check (length(reason) <= 60),
  comment      text not null check (length(comment) between 3 and 1000),
  expires_on   date not null,
  created_at   timestamptz not null default now(),
  created_by   text not null,
  created_by_id uuid not null,
  ended_at     timestamptz,
  ended_by     text,
  end_reason   text check (length(end_reason) between 3 and 500),
  primary key (company_id, id),
  foreign key (company_id, party_id) references screened_party,
  foreign key (company_id, list_id) references watch_list,
  check (expires_on <= (created_at at time zone 'America/Sao_Paulo')::date + 365),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null))
);
create unique index whitelist_pair_once on whitelist_pair (party_id, list_id, entry_key) where ended_at is null;
create index whitelist_pair_order on whitelist_pair (company_id, created_at, id);
call protect('whitelist_pair');
grant select, insert, update on whitelist_pair to retaguarda_app;

-- owner: compliance/screening
-- A file of documents or names that are checked one by one.
create table check_file (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  name         text not null check (length(name) between 1 and 200),
  purpose      text not null,
  size         int not null check (size > 0),
  sha256       bytea not null check (length(sha256) = 32),
  content      bytea,                          -- until it is read
  status       text not null default 'received' check (status in ('received', 'running', 'done', 'unreadable')),
  problem      text check (length(problem) <= 300),
  rows         int not null default 0,
  refused      int not null default 0,
  refusals     jsonb not null default '[]',
  created_at   timestamptz not null default now(),
  created_by   text not null,
  created_by_id uuid not null,
  primary key (company_id, id)
);
create index check_file_order on check_file (company_id, created_at, id);
call protect('check_file');
grant select, insert, update on check_file to retaguarda_app;

-- owner: compliance/screening
-- One question about a person or a company: who asked, what for, what was found.
create table document_check (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  document     text check (length(document) <= 14),
  name         text check (length(name) between 1 and 300),
  birth        text check (length(birth) <= 10),
  purpose      text not null check (purpose in ('onboarding', 'kyc', 'renewal', 'payment', 'investigation')),
  note         text check (length(note) between 3 and 500),
  file_id      uuid,
  line         int,
  status       text not null default 'asked' check (status in ('asked', 'done', 'error')),
  outcome      text check (outcome in ('clear', 'hits', 'mismatch')),
  hits         int not null default 0,
  cost         bigint not null default 0 check (cost >= 0),
  currency     ledger_currency not null,
  result       jsonb,
  party_id     uuid,
  asked_at     timestamptz not null default now(),
  asked_by     text not null,
  asked_by_id  uuid not null,
  done_at      timestamptz,
  primary key (company_id, id),
  check (document is not null or name is not null),
  check ((status = 'asked') = (done_at is null)),
  check ((status = 'done') <= (outcome is not null))
);
create index document_check_order on document_check (company_id, asked_at, id);
create index document_check_file on document_check (file_id, line) where file_id is not null;
create index document_check_asked on document_check (asked_at) where status = 'asked';
call protect('document_check');
grant select, insert, update on document_check to retaguarda_app;
