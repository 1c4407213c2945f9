-- Alerts of the PLD rules, and the cases that come of them.

-- owner: compliance/pld_alerts
-- How far the rules in force have read.
create table pld_reader (
  company_id int primary key default 1 references company check (company_id = 1),
  read_until timestamptz not null
);
call protect('pld_reader');
grant select, insert, update on pld_reader to retaguarda_app;

create sequence pld_alert_number;
grant usage on sequence pld_alert_number to retaguarda_app;

-- owner: compliance/pld_alerts
-- What a rule found on one subject; while it is open, further hits are added to it.
create table pld_alert (
  company_id      int not null default 1 references company check (company_id = 1),
  id              uuid not null,
  number          int not null unique default nextval('pld_alert_number') check (number > 0),
  lane            text not null check (lane = 'pld'),
  rule_id         uuid not null,
  version_id      uuid not null,
  target          text not null check (target in ('merchant', 'end_user')),
  subject         text not null,                            -- a merchant's number, or a document
  subject_company int references company,
  name            text,
  severity        text not null check (severity in ('low', 'medium', 'high', 'critical')),
  status          text not null default 'triggered'
                  check (status in ('triggered', 'under_review', 'escalated', 'dismissed', 'cleared')),
  triggers        int not null check (triggers > 0),
  amount          bigint not null,
  currency        ledger_currency not null,
  first_at        timestamptz not null,
  last_at         timestamptz not null check (last_at >= first_at),
  selection_due   date not null,
  assignee        uuid references person,
  taken_at        timestamptz,
  case_id         uuid,
  reason          text,
  reason_text     text check (length(reason_text) between 3 and 2000),
  decided_by      text,
  decided_at      timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, rule_id) references pld_rule,
  foreign key (company_id, version_id) references pld_rule_version,
  foreign key (company_id, case_id) references case_file,
  constraint pld_alert_subject check ((target = 'merchant') = (subject_company is not null)),
  constraint pld_alert_case check ((status = 'escalated') = (case_id is not null)),
  constraint pld_alert_decided check (
    (status in ('dismissed', 'cleared')) = (decided_at is not null) and (decided_at is null) = (decided_by is null)
    and (decided_at is null) = (reason is null))
);
create unique index pld_alert_open on pld_alert (rule_id, subject) where status in ('triggered', 'under_review');
create index pld_alert_by_time on pld_alert (created_at, id);
create index pld_alert_of_subject on pld_alert (subject);
create index pld_alert_of_case on pld_alert (case_id) where case_id is not null;
call protect('pld_alert');
grant select, insert, update on pld_alert to retaguarda_app;

-- owner: compliance/pld_alerts
-- A version's conditions held on a movement (or could not be told): with every value. What is snoozed or in shadow counts too.
create table pld_hit (
  company_id   int not null default 1 references company check (company_id = 1),
  version_id   uuid not null,
  subject      text not null,
  movement     text not null,
  at           timestamptz not null,
  rule_id      uuid not null,
  effect       text not null check (effect in ('alert', 'shadow', 'snoozed', 'error')),
  alert_id     uuid,
  merchant_id  int not null references company,
  counterparty text,
  direction    text not null check (direction in ('in', 'out')),
  kind         text not null,
  amount       bigint not null,
  currency     ledger_currency not null,
  why          jsonb not null,
  error        text check (length(error) <= 500),
  evaluated_at timestamptz not null default now(),
  primary key (company_id, version_id, subject, movement),
  foreign key (company_id, version_id) references pld_rule_version,
  foreign key (company_id, alert_id) references pld_alert,
  constraint pld_hit_effect check ((effect = 'alert') = (alert_id is not null) and (effect = 'error') = (error is not null))
);
create index pld_hit_of_alert on pld_hit (alert_id, at) where alert_id is not null;
create index pld_hit_of_rule on pld_hit (rule_id, evaluated_at);
call protect('pld_hit');
grant select, insert on pld_hit to retaguarda_app;

-- owner: compliance/pld_alerts
-- What was said and done with an alert: never changed, numbered without gaps.
create table pld_alert_step (
  company_id int not null default 1 references company check (company_id = 1),
  alert_id   uuid not null,
  n          int not null check (n > 0),
  at         timestamptz not null default clock_timestamp(),
  actor      text not null,
  kind       text not null check (kind ~ '^[a-z_]{2,40}$'),
  body       text check (length(body) <= 2000),
  primary key (company_id, alert_id, n),
  foreign key (company_id, alert_id) references pld_alert
);
call protect('pld_alert_step');
grant select, insert on pld_alert_step to retaguarda_app;

-- owner: compliance/pld_alerts
-- A rule raises no new alert about a subject until a day; its hits are still counted.
create table pld_snooze (
  company_id int not null default 1 references company check (company_id = 1),
  id         uuid not null,
  rule_id    uuid not null,
  subject    text not null,
  until      timestamptz not null,
  reason     text not null check (length(reason) between 3 and 500),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, rule_id) references pld_rule,
  constraint pld_snooze_never_for_ever check (until > created_at and until <= created_at + interval '181 days')
);
create index pld_snooze_of_subject on pld_snooze (rule_id, subject, until);
call protect('pld_snooze');
grant select, insert on pld_snooze to retaguarda_app;

-- A case of PLD is a case like any other: its protocol, its clock, its steps.
alter table case_clock drop constraint case_clock_kind_check;
alter table case_clock add constraint case_clock_kind_check check (kind in ('ombudsman', 'service', 'pld'));
alter table case_file drop constraint case_file_kind_check;
alter table case_file add constraint case_file_kind_check check (kind in ('ombudsman', 'service', 'pld'));
alter table case_file drop constraint case_file_channel_check;
alter table case_file add constraint case_file_channel_check
  check (channel in ('phone', 'email', 'web', 'chat', 'letter', 'rdr', 'procon', 'court', 'internal'));
alter table case_file drop constraint case_file_matter_check;
alter table case_file add constraint case_file_matter_check
  check (matter in ('complaint', 'request', 'praise', 'report', 'cancellation', 'suspicion'));
alter table case_file add constraint case_file_suspicion
  check ((kind = 'pld') = (channel = 'internal') and (kind = 'pld') = (matter = 'suspicion'));
alter table case_file drop constraint case_file_state;
alter table case_file add constraint case_file_state check (state in (
    'opened', 'analysing', 'waiting_area', 'answered', 'closed', 'withdrawn', 'redirected',
    'first_answered', 'working', 'waiting_client', 'resolved', 'escalated',
    'investigating', 'waiting', 'proposed', 'decided', 'communicated'));
insert into case_clock (kind, valid_from, unit, days, extension, norm) values
  ('pld', '2020-10-01', 'calendar', 45, 0, 'Circular BCB 3.978/2020, art. 43 §1');

-- owner: compliance/pld_alerts
-- What is known of a case of PLD beside its protocol, clock and steps.
create table pld_case (
  company_id       int not null default 1 references company check (company_id = 1),
  case_id          uuid not null,
  lane             text not null check (lane = 'pld'),
  target           text not null check (target in ('merchant', 'end_user')),
  subject          text not null,
  subject_company  int references company,
  facts            text not null default '' check (length(facts) <= 8000),
  capacity         text not null default '' check (length(capacity) <= 8000),     -- means, against what was moved
  origin           text not null default '' check (length(origin) <= 8000),       -- where money came from and went to
  grounds          text not null default '' check (length(grounds) <= 8000),
  typologies       text[] not null default '{}',
  proposal         text check (proposal in ('archive', 'communicate', 'end_relationship')),
  proposer         uuid,
  proposed_by      text,
  proposed_at      timestamptz,
  decision         text check (decision in ('archive', 'communicate', 'end_relationship')),
  decider          uuid,
  decided_by       text,
  decided_at       timestamptz,
  communicate_due  date,                                    -- the next business day after the decision
  primary key (company_id, case_id),
  foreign key (company_id, case_id) references case_file,
  constraint pld_case_two_people check (decider is null or decider <> proposer),
  constraint pld_case_decided check ((decision is null) = (decider is null) and (decision is null) = (decided_at is null)),
  constraint pld_case_due check ((decision is not distinct from 'communicate') = (communicate_due is not null))
);
call protect('pld_case');
grant select, insert, update on pld_case to retaguarda_app;

-- owner: compliance/pld_alerts
-- The terms of the law, each from a day on.
create table pld_clock (
  code       text not null check (code ~ '^[a-z_]{3,40}$'),
  valid_from date not null,
  unit       text not null check (unit in ('business', 'calendar')),
  days       int not null check (days between 0 and 4000),
  norm       text not null check (length(norm) between 1 and 120),
  certain    boolean not null,                              -- the text of the norm was read
  primary key (code, valid_from)
);
grant select on pld_clock to retaguarda_app;
insert into pld_clock (code, valid_from, unit, days, norm, certain) values
  ('selection',     '2020-10-01', 'calendar', 45, 'Circular BCB 3.978/2020, art. 39, parágrafo único', true),
  ('analysis',      '2020-10-01', 'calendar', 45, 'Circular BCB 3.978/2020, art. 43 §1', true),
  ('communication', '2020-10-01', 'business', 1,  'Circular BCB 3.978/2020, art. 48 §2; Lei 9.613/1998, art. 11 II', true);
