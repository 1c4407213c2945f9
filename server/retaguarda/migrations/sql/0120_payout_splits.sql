-- Splits of what came in: by a rule with versions, a run divides an amount among receivers and brings a batch that pays them.

-- owner: payouts/splits
-- A row is one version of a rule. ``floor``: stays on the balance; ``least``: smaller parts stay with the merchant. Minor units.
create table payout_split (
  company_id   int not null references company,
  id           uuid not null,
  rule_id      uuid not null,                                  -- the id of its first version
  version      int not null check (version > 0),
  name         text not null check (length(name) between 1 and 60),
  source       text not null check (source in ('day', 'balance')),
  currency     ledger_currency not null,
  floor        bigint not null default 0 check (floor >= 0 and (floor = 0 or source = 'balance')),
  least        bigint not null default 0 check (least >= 0),
  split        jsonb not null check (jsonb_typeof(split -> 'parts') = 'array'),
  rhythm       text not null check (rhythm in ('by_hand', 'daily', 'weekly', 'monthly')),
  weekday      int check (weekday between 1 and 7),            -- Monday is 1
  month_day    int check (month_day between 1 and 31),         -- the last day of a shorter month
  status       text not null default 'draft' check (status in ('draft', 'approved', 'active', 'retired')),
  created_at   timestamptz not null default now(),
  created_by   uuid,
  actor        text not null,
  approved_by  text,
  active_since timestamptz,
  retired_at   timestamptz,
  primary key (company_id, id),
  unique (company_id, rule_id, version),
  check ((rhythm = 'weekly') = (weekday is not null) and (rhythm = 'monthly') = (month_day is not null)),
  check (status in ('draft', 'retired') or approved_by is not null),
  check (approved_by <> actor),
  check ((status = 'retired') = (retired_at is not null))
);
create unique index payout_split_active on payout_split (company_id, rule_id) where status = 'active';
create index payout_split_order on payout_split (company_id, created_at, id);
call protect('payout_split');
grant select, insert, update on payout_split to retaguarda_app;

-- owner: payouts/splits
-- ``base`` was divided: ``paid`` goes to receivers in the batch, ``kept`` stays with the merchant. Without a batch nothing is paid.
create table payout_split_run (
  company_id int not null references company,
  id         uuid not null,
  split_id   uuid not null,
  rule_id    uuid not null,
  number     int not null check (number > 0),                  -- of the runs of its rule
  from_day   date not null,
  to_day     date not null check (to_day >= from_day),
  currency   ledger_currency not null,
  base       bigint not null check (base > 0),
  paid       bigint not null check (paid >= 0),
  kept       bigint not null check (kept >= 0),
  batch_id   uuid,
  created_at timestamptz not null default now(),
  actor      text not null,
  primary key (company_id, id),
  unique (company_id, rule_id, number),
  foreign key (company_id, split_id) references payout_split,
  check (base = paid + kept and (batch_id is null) = (paid = 0))
);
create index payout_split_run_order on payout_split_run (company_id, created_at, id);
create unique index payout_split_run_batch on payout_split_run (company_id, batch_id) where batch_id is not null;
call protect('payout_split_run');
grant select, insert on payout_split_run to retaguarda_app;

-- owner: payouts/splits
-- ``why``: it stays with the merchant; null: it goes to the receiver.
create table payout_split_part (
  company_id  int not null references company,
  run_id      uuid not null,
  place       int not null check (place >= 0),                 -- 0: the merchant, where no part names it
  receiver_id uuid,                                            -- a recipient or a franchise unit; null: the merchant
  name        text,
  currency    ledger_currency not null,
  amount      bigint not null check (amount >= 0),
  why         text check (why in ('merchant', 'below_least', 'suspended', 'no_account', 'stopped')),
  primary key (company_id, run_id, place),
  foreign key (company_id, run_id) references payout_split_run,
  check (receiver_id is not null or why = 'merchant')
);
call protect('payout_split_part');
grant select, insert on payout_split_part to retaguarda_app;

alter table payout_batch drop constraint payout_batch_source_check;
alter table payout_batch add constraint payout_batch_source_check check (source in ('file', 'paste', 'again', 'split'));
