-- Rules of the two upper rungs: amounts and days that may differ, and what people's decisions have taught. A rule is not rewritten: a new
-- version takes the place of the one before when another person lets it work.

-- owner: conciliation
create table conciliation_rule (
  company_id  int not null default 1 references company check (company_id = 1),
  id          uuid not null,
  account_id  uuid not null,
  rung        int not null check (rung in (7, 8)),
  name        text not null check (length(name) between 1 and 80),
  version     int not null default 1 check (version > 0),
  replaces    uuid,
  position    int not null check (position between 1 and 99),
  currency    ledger_currency not null,
  tolerance   bigint not null default 0 check (tolerance between 0 and 100000),   -- minor units that a line may differ by
  days        int not null default 0 check (days between 0 and 10),               -- beside the days that are expected anyway
  pattern     text check (length(pattern) between 1 and 200),                     -- of the line's description
  shape       text check (length(shape) between 1 and 300),                       -- the same, with # for every number
  expected    text check (length(expected) between 1 and 80),                     -- the kind of journal
  cause       text check (cause in ('rounding', 'exchange', 'accepted')),
  state       text not null default 'draft' check (state in ('draft', 'shadow', 'live', 'retired')),
  makers      uuid[] not null default '{}',
  created_at  timestamptz not null default clock_timestamp(),
  created_by  text not null,
  decided_at  timestamptz,
  decided_by  text,
  primary key (company_id, id),
  foreign key (company_id, account_id) references house_account,
  foreign key (company_id, replaces) references conciliation_rule,
  check ((rung = 7) = (cause is not null)),
  check (rung = 7 or (tolerance = 0 and shape is not null and expected is not null))
);
create index conciliation_rule_by_time on conciliation_rule (company_id, created_at, id);
create unique index conciliation_rule_at_work on conciliation_rule (company_id, account_id, position) where state = 'live';
call protect('conciliation_rule');
grant select, insert, update on conciliation_rule to retaguarda_app;

-- owner: conciliation
alter table match_group add column rule_id uuid, add foreign key (company_id, rule_id) references conciliation_rule;
create index match_group_of_rule on match_group (company_id, rule_id, made_at) where rule_id is not null;

drop function if exists conciliation_join(uuid, int, boolean, text, text);
