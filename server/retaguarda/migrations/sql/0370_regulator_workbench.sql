-- owner: exchange/closings
-- What changed of operations, contracts and banks after they could stand in a file: of each column that a file tells, what was there
-- before. Ids are given in the order of commits.
create table exchange_filed_change (
  company_id  int not null default 1 references company,
  id          bigint generated always as identity,
  thing       text not null check (thing in ('operation', 'closing', 'bank')),
  thing_id    uuid not null,
  before      jsonb not null check (before <> '{}'),      -- column → its value
  at          timestamptz not null default clock_timestamp(),
  act_company int,                                        -- the event of the transaction that changed it; none: nobody's Command did
  act_subject text,
  act_event   bigint,
  primary key (company_id, id),
  check ((act_event is null) = (act_company is null) and (act_event is null) = (act_subject is null))
);
call protect('exchange_filed_change');
grant select on exchange_filed_change to retaguarda_app;

-- owner: filings
-- Layouts as they were when files were made by them.
create table filing_layout (
  company_id  int not null default 1 references company,
  hash        bytea not null check (length(hash) = 32),
  description jsonb not null,
  primary key (company_id, hash)
);
call protect('filing_layout');
grant select, insert on filing_layout to retaguarda_app;

-- Up to which change of its source a file was made; what was made before changes were kept has seen none of them.
alter table filing_version add column position bigint not null default 0 check (position >= 0);

-- The period of a request can change after a version was made.
alter table filing_version add column period_from date, add column period_to date;
alter table filing_version disable trigger user;
update filing_version v set period_from = r.period_from, period_to = r.period_to
  from filing_request r where r.company_id = v.company_id and r.id = v.request_id;
alter table filing_version enable trigger user;
alter table filing_version alter column period_from set not null, alter column period_to set not null,
  add check (period_to >= period_from);

-- owner: filings
-- A file made again as it was, and beside it as it would be now.
create table filing_comparison (
  company_id  int not null default 1 references company,
  id          uuid not null,
  request_id  uuid not null,
  version     int not null,
  sha256      bytea not null check (length(sha256) = 32),  -- of the file made again
  rows_again  int not null check (rows_again >= 0),
  rows_now    int not null check (rows_now >= 0),
  differences int not null check (differences >= 0),
  without_act int not null check (without_act between 0 and differences),
  created_at  timestamptz not null default now(),
  created_by  text not null,
  primary key (company_id, id),
  foreign key (company_id, request_id, version) references filing_version
);
create index filing_comparison_of_version on filing_comparison (company_id, request_id, version, created_at);
call protect('filing_comparison');
grant select, insert on filing_comparison to retaguarda_app;

-- owner: filings
-- A cell that a comparison found different, and the newest act that changed it.
create table filing_difference (
  company_id    int not null default 1,
  comparison_id uuid not null,
  number        int not null check (number > 0),
  source        text not null check (length(source) between 1 and 100),
  line          int check (line > 0),                      -- of the file as it was; none: the line came since
  cell          text not null,                             -- the layout's column; empty: the whole line
  before        text,
  after         text,
  again         text,                                      -- as the file made again has it
  kind          text not null check (kind in ('changed', 'came', 'went', 'altered')),
  acts          int not null check (acts >= 0),
  finding       text not null check (finding in ('act', 'no_act')),
  act_event     bigint,
  act_name      text,
  act_by        text,
  act_subject   text,
  act_at        timestamptz,
  primary key (company_id, comparison_id, number),
  foreign key (company_id, comparison_id) references filing_comparison
);
call protect('filing_difference');
grant select, insert on filing_difference to retaguarda_app;
