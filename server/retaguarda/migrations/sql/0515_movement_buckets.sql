-- Movements of busy subjects added up by hour and by day, so that rules with long windows need not read each of them
-- (docs/decisions/movement-buckets.md). All of it is the provider's (company 1): row security hides it from merchants.

-- owner: compliance/pld_rules
-- Whose movements are added up, and since when: whoever moves so much that reading each movement takes long.
create table movement_subject (
  company_id int not null default 1 references company check (company_id = 1),
  target     text not null check (target in ('merchant', 'end_user')),
  subject    text collate "C" not null,
  currency   ledger_currency not null,
  since      timestamptz not null default now(),
  primary key (company_id, target, subject, currency)
);
call protect('movement_subject');
grant select, insert, delete on movement_subject to retaguarda_app;

-- owner: compliance/pld_rules
-- Movements that are in no bucket yet, written by the statement that writes the money. Nobody waits for another here: rows are only added,
-- and one counter takes them away.
create table movement_waiting (
  company_id  int not null default 1 check (company_id = 1),  -- no link: it would cost each payment a look at company 1
  movement    text collate "C" not null,
  known_at    timestamptz not null,
  merchant_id int not null,
  direction   text not null,
  kind        text not null,
  document    text,
  amount      bigint not null,
  currency    ledger_currency not null,
  primary key (company_id, movement)
);
alter table movement_waiting set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
call protect('movement_waiting');
grant select, delete on movement_waiting to retaguarda_app;

-- owner: compliance/pld_rules
-- `round` and `near_limit` say of each amount in a bucket what features ask of one amount; `most` is one of them.
create table movement_hour (
  company_id int not null default 1 references company check (company_id = 1),
  target     text not null,
  subject    text collate "C" not null,
  currency   ledger_currency not null,
  hour       timestamptz not null,
  direction  text not null,
  kind       text not null,
  round      boolean not null,
  near_limit boolean not null,
  n          int not null check (n > 0),
  total      bigint not null,
  most       bigint not null,
  last_at    timestamptz not null,
  primary key (company_id, target, subject, currency, hour, direction, kind, round, near_limit),
  foreign key (company_id, target, subject, currency) references movement_subject on delete cascade
);
call protect('movement_hour');
grant select, insert, update, delete on movement_hour to retaguarda_app;

-- owner: compliance/pld_rules
-- The same by day of Brasília, what moved at night apart.
create table movement_day (
  company_id int not null default 1 references company check (company_id = 1),
  target     text not null,
  subject    text collate "C" not null,
  currency   ledger_currency not null,
  day        date not null,
  direction  text not null,
  kind       text not null,
  round      boolean not null,
  near_limit boolean not null,
  night      boolean not null,
  n          int not null check (n > 0),
  total      bigint not null,
  most       bigint not null,
  last_at    timestamptz not null,
  primary key (company_id, target, subject, currency, day, direction, kind, round, near_limit, night),
  foreign key (company_id, target, subject, currency) references movement_subject on delete cascade
);
call protect('movement_day');
grant select, insert, update, delete on movement_day to retaguarda_app;

-- owner: compliance/pld_rules
-- With whom a subject moved something on a day of Brasília, and when last: what distinct counts are made of.
create table pair_day (
  company_id   int not null default 1 references company check (company_id = 1),
  target       text not null,
  subject      text collate "C" not null,
  currency     ledger_currency not null,
  day          date not null,
  direction    text not null,
  kind         text not null,
  counterparty text collate "C" not null,
  n            int not null check (n > 0),
  last_at      timestamptz not null,
  primary key (company_id, target, subject, currency, counterparty, day, direction, kind) include (last_at),
  foreign key (company_id, target, subject, currency) references movement_subject on delete cascade
);
call protect('pair_day');
grant select, insert, update, delete on pair_day to retaguarda_app;

-- owner: compliance/pld_rules
-- When a subject last moved something with a counterparty: of most counterparties, all that a distinct count asks.
create table pair_last (
  company_id   int not null default 1 references company check (company_id = 1),
  target       text not null,
  subject      text collate "C" not null,
  currency     ledger_currency not null,
  counterparty text collate "C" not null,
  direction    text not null,
  kind         text not null,
  last_at      timestamptz not null,
  primary key (company_id, target, subject, currency, counterparty, direction, kind),
  foreign key (company_id, target, subject, currency) references movement_subject on delete cascade
);
create index pair_last_by_time on pair_last (company_id, target, subject, currency, last_at) include (counterparty, direction, kind);
call protect('pair_last');
grant select, insert, update, delete on pair_last to retaguarda_app;
