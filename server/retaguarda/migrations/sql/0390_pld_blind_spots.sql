-- owner: compliance/pld_blind_spots
-- A search for the most that one subject moves in 30 days without an alert, under the rules that it names.
create table pld_blind_spot_search (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  number       int not null unique check (number > 0),
  rule_id      uuid,
  version_id   uuid,                                        -- searched as if it were active
  currency     ledger_currency not null,                    -- of the rules
  set_hash     bytea not null check (length(set_hash) = 32),      -- over all that decides what is found
  against_hash bytea check (length(against_hash) = 32),     -- of the rules without the version
  rules        jsonb not null check (jsonb_typeof(rules) = 'array'),
  status       text not null default 'asked' check (status in ('asked', 'done')),
  parts        int not null check (parts > 0),
  parts_done   int not null default 0 check (parts_done between 0 and parts),
  silent       jsonb,                                       -- the maxima alone
  answers      jsonb,                                       -- with schedules, and what stops one step more
  planted      jsonb,                                       -- which planted patterns are seen
  not_searched text[] not null default '{}',                -- features that no schedule varies
  milliseconds int check (milliseconds >= 0),
  asked_by     text not null,
  asked_at     timestamptz not null default now(),
  ended_at     timestamptz,
  primary key (company_id, id),
  foreign key (company_id, rule_id) references pld_rule,
  foreign key (company_id, version_id) references pld_rule_version,
  constraint pld_blind_spot_search_ended check ((ended_at is null) = (status = 'asked')),
  constraint pld_blind_spot_search_of_version check (num_nonnulls(rule_id, version_id) in (0, 2)),
  constraint pld_blind_spot_search_done
    check (status <> 'done' or num_nonnulls(silent, answers, planted, milliseconds) = 4)
);
create index pld_blind_spot_search_by_time on pld_blind_spot_search (asked_at, id);
create index pld_blind_spot_search_of_rules on pld_blind_spot_search (set_hash, number);
call protect('pld_blind_spot_search');
grant select, insert, update on pld_blind_spot_search to retaguarda_app;
