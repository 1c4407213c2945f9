-- Rules for payments: what each may do, who agreed to it, what it would have done, and why a payment was judged as it was.

-- owner: payouts/rules
create table payout_rule_version (
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
  constraint payout_rule_version_two_people check (approver <> all (writers)),
  check ((approver is null) = (approved_at is null)),
  check (status in ('draft', 'discarded') or approver is not null),
  check (status not in ('active', 'retired') or activated_at is not null)
);
create unique index payout_rule_version_active on payout_rule_version ((true)) where status = 'active';
call protect('payout_rule_version');
grant select, insert, update on payout_rule_version to retaguarda_app;

-- owner: payouts/rules
-- A revision of a version asked of every payment of 90 days, beside the version that was in force.
create table payout_rule_backtest (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid primary key,
  number       int not null unique check (number > 0),
  version_id   uuid not null references payout_rule_version,
  revision     int not null,
  against_id   uuid references payout_rule_version,
  from_at      timestamptz not null,
  until_at     timestamptz not null check (until_at > from_at),
  status       text not null default 'asked' check (status in ('asked', 'done')),
  payments     bigint check (payments >= 0),
  report       jsonb,
  milliseconds int check (milliseconds >= 0),
  asked_by     text not null,
  asked_at     timestamptz not null default now(),
  ended_at     timestamptz,
  constraint payout_rule_backtest_ended check ((status = 'done') = (ended_at is not null and report is not null and payments is not null))
);
create index payout_rule_backtest_of_version on payout_rule_backtest (version_id, revision, asked_at);
call protect('payout_rule_backtest');
grant select, insert, update on payout_rule_backtest to retaguarda_app;

-- The version a payment was judged by; null: none was in force.
alter table payout add column rules_id uuid;
alter table payout drop constraint payout_hold_reason_check;
alter table payout add constraint payout_hold_reason_check
  check (hold_reason in ('risk', 'owner_changed', 'compliance', 'suspect', 'cooling_off', 'under_review', 'rule', 'second_person')) not valid;
alter table payout validate constraint payout_hold_reason_check;
create index if not exists payout_of_maker on payout (company_id, created_by, created_at) where created_by is not null;

-- owner: payout_engine
-- Why a payment was judged as it was: the facts, and which groups they met.
create table payout_rule_trace (
  company_id int not null references company,
  payout_id  uuid not null,
  version_id uuid not null,
  number     int not null,
  facts      jsonb not null,
  met        jsonb not null,
  action     text not null check (action in ('allow', 'warn', 'route', 'second_person', 'hold', 'refuse')),
  judged_at  timestamptz not null default now(),
  primary key (company_id, payout_id),
  foreign key (company_id, payout_id) references payout
);
call protect('payout_rule_trace');
grant select, insert on payout_rule_trace to retaguarda_app;
