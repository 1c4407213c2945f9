-- owner: compliance/kyc
-- Why somebody is looked at: which documents that takes and for how long it holds. The same for all merchants.
create table kyc_reason (
  id         uuid primary key,
  version    int not null default 1 check (version > 0),
  name       text not null unique check (length(name) between 1 and 120),
  parent_id  uuid references kyc_reason,  -- approved before this one can be
  active     boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (parent_id <> id)
);
grant select, insert, update on kyc_reason to retaguarda_app;

-- owner: compliance/kyc
-- A reason as it was: an open request keeps the version that it began under.
create table kyc_reason_version (
  reason_id     uuid not null references kyc_reason,
  version       int not null check (version > 0),
  name          text not null,
  subject_types text[] not null check (subject_types <@ array['merchant', 'partner', 'end_user'] and subject_types <> '{}'),
  valid_months  int not null check (valid_months between 1 and 120),
  parent_id     uuid references kyc_reason,
  on_expiry     text not null check (on_expiry in ('warn', 'stop_payouts', 'stop_all')),
  documents     jsonb not null check (jsonb_typeof(documents) = 'array'),
  created_by    text not null,
  created_at    timestamptz not null default now(),
  primary key (reason_id, version)
);
grant select, insert on kyc_reason_version to retaguarda_app;

-- owner: compliance/kyc
-- Somebody who is to be known: the merchant itself, a partner, or an end user of the merchant.
create table kyc_request (
  company_id     int not null references company,
  id             uuid not null,
  number         int generated always as identity unique,
  reason_id      uuid not null,
  reason_version int not null,
  subject_type   text not null check (subject_type in ('merchant', 'partner', 'end_user')),
  name           text not null check (length(name) between 1 and 200),
  document       text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  country        text not null default 'BR' check (country ~ '^[A-Z]{2}$'),
  form           jsonb not null default '{}' check (jsonb_typeof(form) = 'object'),
  state          text not null default 'draft' check (state in ('draft', 'submitted', 'in_analysis', 'awaiting_documents',
                   'awaiting_approval', 'approved', 'rejected', 'expired', 'withdrawn')),
  origin         text not null check (origin in ('merchant', 'staff', 'lead', 'renewal')),
  earlier_id     uuid,  -- the request that this one renews
  created_by     text not null,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  submitted_at   timestamptz,
  due_on         date,  -- until when the provider answers
  decided_at     timestamptz,
  expires_on     date,
  public_text    text check (length(public_text) between 1 and 1000),  -- what the merchant is told
  primary key (company_id, id),
  unique (id),
  foreign key (reason_id, reason_version) references kyc_reason_version,
  foreign key (company_id, earlier_id) references kyc_request,
  constraint kyc_request_decided check ((state in ('approved', 'rejected', 'expired')) = (decided_at is not null)),
  constraint kyc_request_expires check (expires_on is null or state in ('approved', 'expired')),
  constraint kyc_request_submitted check (state in ('draft', 'withdrawn') or submitted_at is not null)
);
create index kyc_request_by_time on kyc_request (created_at desc, id);
create index kyc_request_of_company on kyc_request (company_id, created_at desc, id);
create index kyc_request_of_document on kyc_request (document, created_at desc);
create index kyc_request_expiry on kyc_request (expires_on) where state = 'approved';
-- A second person would be asked twice for the same thing.
create unique index kyc_request_once on kyc_request (company_id, reason_id, document)
  where state in ('draft', 'submitted', 'in_analysis', 'awaiting_documents', 'awaiting_approval');
create unique index kyc_request_renewed_once on kyc_request (company_id, earlier_id) where earlier_id is not null and state <> 'withdrawn';
call protect('kyc_request');
grant select, insert, update on kyc_request to retaguarda_app;

-- owner: compliance/kyc
-- A document that a request needs or was asked for, with the bytes that were brought last.
create table kyc_document (
  company_id   int not null,
  request_id   uuid not null,
  n            int not null check (n between 1 and 60),
  name         text not null check (length(name) between 1 and 120),
  type_field   text not null check (type_field ~ '^[a-z][a-z0-9_]{1,39}$'),
  required     boolean not null,
  max_age_days int check (max_age_days between 1 and 3650),
  state        text not null default 'new' check (state in ('new', 'pending', 'revision', 'approved', 'rejected', 'expired')),
  public_text  text check (length(public_text) between 1 and 1000),
  file_id      uuid,
  file_name    text check (length(file_name) between 1 and 100),
  sha256       bytea check (length(sha256) = 32),
  size         int check (size > 0),
  pages        int check (pages between 1 and 50),
  uploaded_by  text,
  uploaded_at  timestamptz,
  primary key (company_id, request_id, n),
  foreign key (company_id, request_id) references kyc_request,
  constraint kyc_document_file check ((file_id is null) = (state = 'new') and num_nulls(file_id, file_name, sha256, size, pages, uploaded_by, uploaded_at) in (0, 7))
);
create index kyc_document_bytes on kyc_document (sha256) where sha256 is not null;
call protect('kyc_document');
grant select, insert, update on kyc_document to retaguarda_app;

-- owner: compliance/kyc
-- A page of a document as we drew it; nobody is shown what was brought.
create table kyc_page (
  company_id int not null,
  request_id uuid not null,
  file_id    uuid not null,
  page       int not null check (page between 1 and 50),
  width      int not null check (width between 1 and 4000),
  height     int not null check (height between 1 and 4000),
  png        bytea not null check (length(png) between 8 and 8388608),
  primary key (company_id, file_id, page),
  foreign key (company_id, request_id) references kyc_request
);
alter table kyc_page alter column png set storage external;
call protect('kyc_page');
grant select, insert on kyc_page to retaguarda_app;

-- owner: compliance/kyc
-- What the provider thinks of a request. Of the provider: row security hides it from merchants.
create table kyc_review (
  company_id      int not null default 1 references company check (company_id = 1),
  request_id      uuid primary key,
  subject_company int not null,
  assignee_id     uuid references person,
  assignee        text,
  risk            text check (risk in ('low', 'medium', 'high', 'very_high')),
  risk_comment    text check (length(risk_comment) between 3 and 500),
  risk_by_id      uuid references person,
  taken_at        timestamptz,
  foreign key (subject_company, request_id) references kyc_request,
  check ((assignee_id is null) = (assignee is null)),
  check ((risk is null) = (risk_by_id is null))
);
call protect('kyc_review');
grant select, insert, update on kyc_review to retaguarda_app;

-- owner: compliance/kyc
-- What was said of a document, by whom: never changed.
create table kyc_document_review (
  company_id      int not null default 1 references company check (company_id = 1),
  id              uuid primary key,
  subject_company int not null,
  request_id      uuid not null,
  n               int not null,
  file_id         uuid,
  decision        text not null check (decision in ('approved', 'revision', 'rejected', 'undone', 'asked')),
  reason          text check (reason in ('unreadable', 'expired', 'wrong_document', 'other_person', 'incomplete', 'suspicious', 'other')),
  public_text     text check (length(public_text) between 1 and 1000),
  internal_note   text check (length(internal_note) between 1 and 4000),
  person_id       uuid not null references person,
  actor           text not null,
  at              timestamptz not null default clock_timestamp(),
  foreign key (subject_company, request_id, n) references kyc_document,
  check ((reason is not null) = (decision in ('revision', 'rejected')))
);
create index kyc_document_review_of_request on kyc_document_review (request_id, at);
call protect('kyc_document_review');
grant select, insert on kyc_document_review to retaguarda_app;

-- owner: compliance/kyc
-- One question about a request or a lead, and what came of it. not_checked: nobody could be asked.
create table kyc_check (
  company_id int not null default 1 references company check (company_id = 1),
  id         uuid primary key,
  subject_id uuid not null,  -- of a request or of a lead
  port       text not null check (port in ('registry', 'pep', 'sanctions')),
  state      text not null check (state in ('not_checked', 'clean', 'hit', 'error')),
  provider   text check (length(provider) between 1 and 80),
  detail     text not null check (length(detail) <= 1000),
  asked_by   text not null,
  at         timestamptz not null default clock_timestamp(),
  newest     boolean not null default true,
  verdict    text check (verdict in ('confirmed', 'not_the_one')),
  verdict_by text,
  verdict_comment text check (length(verdict_comment) between 3 and 1000),
  check ((verdict is null) = (verdict_by is null) and (verdict is null) = (verdict_comment is null)),
  check (verdict is null or state = 'hit')
);
create unique index kyc_check_newest on kyc_check (subject_id, port) where newest;
create index kyc_check_of_subject on kyc_check (subject_id, at);
call protect('kyc_check');
grant select, insert, update on kyc_check to retaguarda_app;

-- owner: compliance/kyc
-- What staff wrote to themselves: never changed, never told.
create table kyc_note (
  company_id int not null default 1 references company check (company_id = 1),
  id         uuid primary key,
  request_id uuid not null references kyc_request (id),
  actor      text not null,
  at         timestamptz not null default clock_timestamp(),
  body       text not null check (length(body) between 1 and 4000)
);
create index kyc_note_of_request on kyc_note (request_id, at);
call protect('kyc_note');
grant select, insert on kyc_note to retaguarda_app;

-- owner: compliance/kyc
-- What the provider wrote to the merchant.
create table kyc_message (
  company_id int not null,
  id         uuid primary key,
  request_id uuid not null,
  at         timestamptz not null default clock_timestamp(),
  body       text not null check (length(body) between 1 and 1000),
  foreign key (company_id, request_id) references kyc_request
);
create index kyc_message_of_request on kyc_message (company_id, request_id, at);
call protect('kyc_message');
grant select, insert on kyc_message to retaguarda_app;

-- owner: compliance/kyc
-- What one person proposes to decide and another decides. Limits in minor units; null leaves the company's limit.
create table kyc_proposal (
  company_id       int not null default 1 references company check (company_id = 1),
  id               uuid primary key,
  subject_company  int not null,
  request_id       uuid not null,
  decision         text not null check (decision in ('approve', 'reject')),
  risk             text not null check (risk in ('low', 'medium', 'high', 'very_high')),
  superior         boolean not null,  -- a third person agrees before it is approved
  evidence         bytea not null check (length(evidence) = 32),
  internal_note    text not null check (length(internal_note) between 1 and 4000),
  public_text      text check (length(public_text) between 1 and 1000),
  charge_limit     bigint check (charge_limit > 0),
  withdrawal_limit bigint check (withdrawal_limit > 0),
  currency         ledger_currency not null,
  proposer_id      uuid not null references person,
  proposed_by      text not null,
  proposed_at      timestamptz not null default now(),
  agreed_id        uuid references person,
  agreed_by        text,
  agreed_at        timestamptz,
  outcome          text not null default 'waiting' check (outcome in ('waiting', 'approved', 'rejected', 'returned')),
  decider_id       uuid references person,
  decided_by       text,
  decided_at       timestamptz,
  decision_note    text check (length(decision_note) between 1 and 4000),
  foreign key (subject_company, request_id) references kyc_request,
  check (num_nulls(agreed_id, agreed_by, agreed_at) in (0, 3)),
  check ((outcome = 'waiting') = (decider_id is null) and num_nulls(decider_id, decided_by, decided_at) in (0, 3))
);
create unique index kyc_proposal_waiting on kyc_proposal (request_id) where outcome = 'waiting';
create index kyc_proposal_by_time on kyc_proposal (proposed_at desc, id);
create index kyc_proposal_of_request on kyc_proposal (request_id, proposed_at);
call protect('kyc_proposal');
grant select, insert, update on kyc_proposal to retaguarda_app;
