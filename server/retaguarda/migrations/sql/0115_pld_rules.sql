-- Rules over what money did (PLD). All of it is the provider's (company 1): row security hides it from merchants.

-- owner: compliance/pld_rules
-- What stays of a rule whatever its version says.
create table pld_rule (
  company_id int not null default 1 references company check (company_id = 1),
  id         uuid not null,
  number     int not null unique check (number > 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect('pld_rule');
grant select, insert on pld_rule to retaguarda_app;

-- owner: compliance/pld_rules
-- What a rule says. Nobody who wrote of it approves it; what was approved does not change any more.
create table pld_rule_version (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  rule_id      uuid not null,
  version      int not null check (version > 0),
  status       text not null default 'draft'
               check (status in ('draft', 'approved', 'shadow', 'active', 'retired', 'discarded')),
  lane         text not null default 'pld' check (lane = 'pld'),
  name         text not null check (length(name) between 1 and 80),
  description  text not null check (length(description) <= 1000),
  rule_type    text not null check (rule_type in ('alert', 'pld_action')),
  target       text not null check (target in ('merchant', 'end_user')),
  severity     text not null check (severity in ('low', 'medium', 'high', 'critical')),
  typologies   text[] not null,                             -- codes of Carta Circular 4.001
  currency     ledger_currency not null,                    -- of the movements it looks at
  conditions   text[] not null check (cardinality(conditions) between 1 and 12),  -- all of them must hold
  period_days  int not null check (period_days between 1 and 180),  -- hits no further apart are one episode
  hash         bytea not null check (length(hash) = 32),    -- over all that decides what it finds
  revision     int not null default 1,
  writers      uuid[] not null check (cardinality(writers) > 0),
  written_by   text not null,
  approver     uuid,
  approved_by  text,
  approved_at  timestamptz,
  activated_by text,
  activated_at timestamptz,
  retired_at   timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (company_id, id),
  unique (rule_id, version),
  foreign key (company_id, rule_id) references pld_rule,
  constraint pld_rule_version_two_people check (approver is null or not (approver = any (writers))),
  constraint pld_rule_version_approved check ((approver is not null) = (status in ('approved', 'shadow', 'active', 'retired')))
);
create unique index pld_rule_version_active on pld_rule_version (rule_id) where status = 'active';
create unique index pld_rule_version_draft on pld_rule_version (rule_id) where status = 'draft';
create index pld_rule_version_running on pld_rule_version (status) where status in ('shadow', 'active');
call protect('pld_rule_version');
grant select, insert, update on pld_rule_version to retaguarda_app;

-- owner: compliance/pld_rules
-- A version asked of every movement of a period, exactly.
create table pld_backtest (
  company_id    int not null default 1 references company check (company_id = 1),
  id            uuid not null,
  number        int not null unique check (number > 0),
  rule_id       uuid not null,
  version_id    uuid not null,
  against_id    uuid,                                       -- the version that was active
  from_at       timestamptz not null,
  until_at      timestamptz not null check (until_at > from_at),
  status        text not null default 'asked' check (status in ('asked', 'done', 'failed')),
  error         text check (length(error) <= 500),
  rule_hash     bytea not null check (length(rule_hash) = 32),
  feature_hash  bytea not null check (length(feature_hash) = 32),
  movements     bigint check (movements >= 0),
  movement_hash bytea check (length(movement_hash) = 32),   -- over the movements that it read, in their order
  root          bytea check (length(root) = 32),            -- of the Merkle tree over its episodes
  hits          bigint check (hits >= 0),
  episodes      int check (episodes >= 0),
  in_both       int check (in_both >= 0),
  only_old      int check (only_old >= 0),
  only_new      int check (only_new >= 0),
  lost          int check (lost >= 0),                      -- communicated cases that it does not find any more
  report        jsonb,                                      -- what is counted of its episodes: decisions, curve, hours
  milliseconds  int check (milliseconds >= 0),
  asked_by      text not null,
  asked_at      timestamptz not null default now(),
  ended_at      timestamptz,
  primary key (company_id, id),
  foreign key (company_id, rule_id) references pld_rule,
  foreign key (company_id, version_id) references pld_rule_version,
  foreign key (company_id, against_id) references pld_rule_version,
  constraint pld_backtest_ended check ((ended_at is null) = (status = 'asked')),
  constraint pld_backtest_done check (status <> 'done' or (root is not null and report is not null and episodes is not null))
);
create index pld_backtest_by_time on pld_backtest (asked_at, id);
create index pld_backtest_of_rule on pld_backtest (rule_id, asked_at);
call protect('pld_backtest');
grant select, insert, update on pld_backtest to retaguarda_app;

-- owner: compliance/pld_rules
-- Hits on one subject that lie no further apart than the rule's period. `side`: which of the two versions finds it.
create table pld_backtest_episode (
  company_id  int not null default 1 references company check (company_id = 1),
  backtest_id uuid not null,
  n           int not null check (n > 0),
  side        text not null check (side in ('old', 'both', 'new')),
  subject     text not null,
  name        text,
  first_at    timestamptz not null,
  last_at     timestamptz not null check (last_at >= first_at),
  hits        int not null check (hits > 0),
  amount      bigint not null,
  currency    ledger_currency not null,
  movement    text not null,                                -- the one at which it began
  why         jsonb not null,                               -- the conditions at that moment
  decision    text check (decision in ('communicated', 'archived')),
  primary key (company_id, backtest_id, n),
  foreign key (company_id, backtest_id) references pld_backtest
);
call protect('pld_backtest_episode');
grant select, insert on pld_backtest_episode to retaguarda_app;
