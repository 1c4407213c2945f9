-- owner: cases
-- How long an answer may take. A case keeps the clock that it began under.
create table case_clock (
  kind       text not null check (kind in ('ombudsman', 'service')),
  valid_from date not null,
  unit       text not null check (unit in ('business', 'calendar')),
  days       int not null check (days between 1 and 365),
  extension  int not null check (extension between 0 and 365),  -- days more, once; 0: none
  norm       text not null check (length(norm) between 1 and 120),
  primary key (kind, valid_from)
);
grant select on case_clock to retaguarda_app;

-- owner: cases
-- Protocols given on a day. A row, not a sequence: a transaction that rolls back leaves no gap.
create table case_day (
  company_id int not null default 1 references company check (company_id = 1),
  day        date primary key,
  given      int not null check (given between 1 and 999999)
);
call protect('case_day');
grant select, insert, update on case_day to retaguarda_app;

-- owner: cases
-- One matter that somebody brought, until it is closed. It belongs to the provider: row security hides it from merchants.
create table case_file (
  company_id         int not null default 1 references company check (company_id = 1),
  id                 uuid not null,
  kind               text not null check (kind in ('ombudsman', 'service')),
  protocol           text not null unique check (protocol ~ '^[0-9]{15}$'),
  state              text not null,
  opened_at          timestamptz not null default now(),
  opened_by          text not null,
  channel            text not null check (channel in
                       ('phone', 'email', 'web', 'chat', 'letter', 'rdr', 'procon', 'court')),
  matter             text not null check (matter in ('complaint', 'request', 'praise', 'report', 'cancellation')),
  subject            text not null check (subject in
                       ('payment', 'refund', 'payout', 'account', 'fees', 'fraud', 'service', 'privacy', 'other')),
  product            text not null check (product in ('pix', 'boleto', 'payout', 'account', 'exchange', 'other')),
  priority           text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  merchant_id        int references company,
  requester_name     text not null check (length(requester_name) between 1 and 120),
  requester_document text check (requester_document ~ '^[0-9A-Z]{11}([0-9A-Z]{3})?$'),
  requester_contact  text check (length(requester_contact) between 3 and 200),
  description        text not null check (length(description) between 1 and 4000),
  end_to_end_id      text check (length(end_to_end_id) <= 35),
  earlier_id         uuid,  -- the customer service case that came before
  owner_id           uuid references person,
  clock_from         date not null,
  due_on             date not null,
  extended_on        date,  -- the day on which it was extended, once
  extension_reason   text check (length(extension_reason) <= 500),
  first_answered_at  timestamptz,
  asked_human_at     timestamptz,
  human_at           timestamptz,
  answered_at        timestamptz,
  answer             text check (length(answer) <= 8000),
  outcome            text check (outcome in ('upheld_resolved', 'upheld_unresolved', 'not_upheld')),
  reopened           int not null default 0 check (reopened >= 0),
  history_due_on     date,  -- the requester asked for the whole history
  history_sent_at    timestamptz,
  satisfaction       int check (satisfaction between 1 and 5),
  closed_at          timestamptz,
  primary key (company_id, id),
  foreign key (company_id, earlier_id) references case_file,
  foreign key (kind, clock_from) references case_clock,
  constraint case_file_state check (state in (
    'opened', 'analysing', 'waiting_area', 'answered', 'closed', 'withdrawn', 'redirected',
    'first_answered', 'working', 'waiting_client', 'resolved', 'escalated')),
  constraint case_file_extended check ((extended_on is null) = (extension_reason is null)),
  constraint case_file_human check (human_at is null or asked_human_at is not null),
  constraint case_file_ended check ((closed_at is not null) = (state in ('closed', 'withdrawn', 'redirected', 'escalated')))
);
create index case_file_by_time on case_file (kind, opened_at desc, id);
create index case_file_by_state on case_file (kind, state, opened_at);
create index case_file_due on case_file (due_on) where closed_at is null;
create index case_file_of_document on case_file (requester_document) where requester_document is not null;
create index case_file_of_merchant on case_file (merchant_id) where merchant_id is not null;
call protect('case_file');
grant select, insert, update on case_file to retaguarda_app;

-- owner: cases
-- What was said and done in a case: never changed, and numbered without gaps.
create table case_step (
  company_id int not null default 1 references company check (company_id = 1),
  case_id    uuid not null,
  n          int not null check (n > 0),
  at         timestamptz not null default clock_timestamp(),
  actor      text not null,
  kind       text not null check (kind ~ '^[a-z_]{2,40}$'),
  body       text check (length(body) <= 8000),
  primary key (company_id, case_id, n),
  foreign key (company_id, case_id) references case_file
);
call protect('case_step');
grant select, insert on case_step to retaguarda_app;

-- owner: cases
-- A half-year's figures of the ombudsman as they were sent: frozen with their hash.
create table case_report (
  company_id int not null default 1 references company check (company_id = 1),
  year       int not null check (year between 2024 and 2100),
  half       int not null check (half in (1, 2)),
  figures    jsonb not null,
  sha256     bytea not null check (length(sha256) = 32),
  frozen_at  timestamptz not null default now(),
  frozen_by  text not null,
  primary key (year, half)
);
call protect('case_report');
grant select, insert on case_report to retaguarda_app;

insert into case_clock (kind, valid_from, unit, days, extension, norm) values
  ('ombudsman', '2020-10-01', 'business', 10, 10, 'Resolução BCB 28/2020'),
  ('service',   '2022-10-03', 'calendar', 7, 0, 'Decreto 11.034/2022');
