-- Which processor gets which order: rules in versions, what a version would have done, and what a processor takes in a day.

-- owner: payouts/routing
create table payout_route_version (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid primary key,
  number       int not null unique check (number > 0),
  name         text not null check (length(name) between 1 and 80),
  status       text not null default 'draft' check (status in ('draft', 'approved', 'active', 'retired', 'discarded')),
  groups       jsonb not null check (jsonb_typeof(groups) = 'array'),
  revision     int not null default 1,
  writers      uuid[] not null check (cardinality(writers) > 0),
  written_by   text not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  approver     uuid,
  approved_by  text,
  approved_at  timestamptz,
  activated_by text,
  activated_at timestamptz,
  -- Whoever wrote any of it does not approve it.
  constraint payout_route_version_two_people check (approver <> all (writers)),
  check ((approver is null) = (approved_at is null)),
  check (status in ('draft', 'discarded') or approver is not null),
  check (status not in ('active', 'retired') or activated_at is not null)
);
create unique index payout_route_version_active on payout_route_version ((true)) where status = 'active';
call protect('payout_route_version');
grant select, insert, update on payout_route_version to retaguarda_app;

-- owner: payouts/routing
-- A revision of a version asked of every payment of 30 days, beside where each really went.
create table payout_route_simulation (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid primary key,
  number       int not null unique check (number > 0),
  version_id   uuid not null references payout_route_version,
  revision     int not null,
  from_at      timestamptz not null,
  until_at     timestamptz not null check (until_at > from_at),
  status       text not null default 'asked' check (status in ('asked', 'done')),
  payments     bigint check (payments >= 0),
  report       jsonb,
  milliseconds int check (milliseconds >= 0),
  asked_by     text not null,
  asked_at     timestamptz not null default now(),
  ended_at     timestamptz,
  constraint payout_route_simulation_ended
    check ((status = 'done') = (ended_at is not null and report is not null and payments is not null))
);
create index payout_route_simulation_of_version on payout_route_simulation (version_id, revision, asked_at);
call protect('payout_route_simulation');
grant select, insert, update on payout_route_simulation to retaguarda_app;

-- owner: payouts/processors
-- What a processor takes: of one payment and in a day (Brasília), in money and in orders; null: no such limit. And what its bank last said
-- that the debited account holds.
alter table payout_processor
  add column payment_most bigint check (payment_most > 0),
  add column day_most bigint check (day_most > 0),
  add column day_count_most int check (day_count_most > 0),
  add column limits_currency ledger_currency,
  add column float_amount bigint,
  add column float_currency ledger_currency,
  add column float_at timestamptz;
alter table payout_processor add constraint payout_processor_limits
  check ((payment_most is null and day_most is null and day_count_most is null) = (limits_currency is null));
alter table payout_processor add constraint payout_processor_float
  check ((float_amount is null) = (float_at is null) and (float_amount is null) = (float_currency is null));

-- owner: payouts/processors
-- What the orders of a day take of a processor's limits. No program writes it: the statement that writes an order, or ends it refused,
-- counts here (payouts/sql/processors.sql); a day is begun while the processor has a limit of a day. Minor units.
create table payout_processor_use (
  company_id   int not null default 1 references company check (company_id = 1),
  processor_id uuid not null,
  day          date not null,
  currency     ledger_currency not null,
  orders       int not null check (orders >= 0),
  amount       bigint not null check (amount >= 0),
  primary key (company_id, processor_id, day),
  foreign key (company_id, processor_id) references payout_processor
);
call protect('payout_processor_use');
grant select on payout_processor_use to retaguarda_app;

-- owner: payout_engine
-- Why an order went to its processor (payout_engine/decide_route.py); null: it was given before there were routes, or of an account.
alter table payout_order add column route jsonb;

drop function if exists payout_processors_paying();
