-- Communications to COAF, and the files that carry them.

create sequence coaf_communication_number;
grant usage on sequence coaf_communication_number to retaguarda_app;
create sequence coaf_file_number;
grant usage on sequence coaf_file_number to retaguarda_app;

-- owner: compliance/coaf
-- A file as it was written: the same rows give the same bytes.
create table coaf_file (
  company_id int not null default 1 references company check (company_id = 1),
  id         uuid not null,
  number     int not null unique default nextval('coaf_file_number') check (number > 0),
  kind       text not null check (kind in ('send', 'rectify', 'cancel')),
  layout     text not null,
  batch_id   text not null check (batch_id ~ '^SISCOAF[0-9]{14}$'),
  status     text not null default 'exported' check (status in ('exported', 'sent', 'answered')),
  bytes      bytea not null check (length(bytes) <= 1048576),
  sha256     bytea not null check (length(sha256) = 32),
  tries      int not null default 0,
  last_error text check (length(last_error) <= 500),
  created_by text not null,
  created_at timestamptz not null default now(),
  sent_at    timestamptz,
  answer     bytea check (length(answer) <= 1048576),        -- what COAF answered, as it came
  answered_at timestamptz,
  primary key (company_id, id)
);
call protect('coaf_file');
grant select, insert, update on coaf_file to retaguarda_app;

-- owner: compliance/coaf
-- What a case tells COAF of one suspicion.
create table coaf_communication (
  company_id     int not null default 1 references company check (company_id = 1),
  id             uuid not null,
  number         int not null unique default nextval('coaf_communication_number') check (number > 0),
  case_id        uuid not null,
  status         text not null default 'draft'
                 check (status in ('draft', 'checked', 'approved', 'exported', 'sent', 'receipted', 'refused', 'rectified', 'cancelled')),
  codes          text[] not null check (cardinality(codes) between 1 and 20),
  unconfirmed_by text,                                       -- who answers for codes that no public text confirms
  first_on       date not null,
  last_on        date not null check (last_on >= first_on),
  detail         text not null check (length(detail) between 1 and 4000),
  people         jsonb not null,
  currency       ledger_currency not null,
  credit         bigint not null check (credit >= 0),
  debit          bigint not null check (debit >= 0),
  due_on         date not null,
  writer         uuid not null,
  written_by     text not null,
  approver       uuid,
  approved_by    text,
  approved_at    timestamptz,
  coaf_number    text check (length(coaf_number) between 1 and 40),
  authentication text check (length(authentication) between 1 and 200),
  refusal_code   text check (length(refusal_code) <= 20),
  refusal        text check (length(refusal) <= 500),
  reason         text check (length(reason) between 3 and 500),  -- of a rectification or cancellation that is under way
  intent         text not null default 'send' check (intent in ('send', 'rectify', 'cancel')),
  file_id        uuid,                                       -- the newest file that carries it
  receipted_at   timestamptz,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, case_id) references pld_case,
  foreign key (company_id, file_id) references coaf_file,
  constraint coaf_communication_two_people check (approver is null or approver <> writer),
  constraint coaf_communication_receipted check ((coaf_number is null) = (authentication is null))
);
create unique index coaf_communication_of_case on coaf_communication (case_id) where status <> 'cancelled';
create index coaf_communication_by_time on coaf_communication (created_at, id);
create index coaf_communication_of_file on coaf_communication (file_id) where file_id is not null;
call protect('coaf_communication');
grant select, insert, update on coaf_communication to retaguarda_app;
