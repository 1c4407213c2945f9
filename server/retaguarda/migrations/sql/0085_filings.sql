-- owner: filings
-- What a regulator asked for: a file of a layout, about a period, due on a day.
create table filing_request (
  company_id     int not null default 1 references company,
  id             uuid not null,
  layout         text not null check (layout ~ '^[a-z][a-z0-9_]{1,39}$'),
  number         text not null check (length(number) between 1 and 60),  -- the regulator's
  filer_document text not null check (filer_document ~ '^[0-9A-Z]{12}[0-9]{2}$'),  -- who hands it in: the bank, or ourselves
  filer_name     text not null check (length(filer_name) between 1 and 200),
  period_from    date not null,
  period_to      date not null check (period_to >= period_from),
  received_on    date not null,
  due_on         date not null,
  state          text not null default 'received'
                 check (state in ('received', 'generated', 'approved', 'delivered', 'accepted', 'rejected', 'cancelled')),
  version        int not null default 0,                                  -- of its newest file; 0 without one
  protocol       text check (length(protocol) between 1 and 60),
  delivered_at   timestamptz,
  delivered_by   text,
  answered_at    timestamptz,
  reason         text check (length(reason) between 3 and 500),           -- of a rejection or a cancellation
  created_at     timestamptz not null default now(),
  created_by     text not null,
  primary key (company_id, id),
  unique (company_id, layout, number),
  check ((state in ('delivered', 'accepted', 'rejected')) <= (protocol is not null and delivered_at is not null)),
  check ((state in ('generated', 'approved', 'delivered', 'accepted', 'rejected')) <= (version > 0))
);
create index filing_request_by_time on filing_request (company_id, created_at, id);
call protect('filing_request');
grant select, insert, update on filing_request to retaguarda_app;

-- owner: filings
-- A file as it was made. It never changes; a correction is the next version.
create table filing_version (
  company_id   int not null default 1 references company,
  request_id   uuid not null,
  version      int not null check (version > 0),
  layout       text not null,
  layout_hash  bytea not null check (length(layout_hash) = 32),           -- of the layout's description that made it
  file_name    text not null check (length(file_name) between 1 and 100),
  content      bytea not null,
  sha256       bytea not null check (length(sha256) = 32),
  rows         int not null check (rows >= 0),
  excused      int not null check (excused >= 0),                         -- errors that stand in it with a reason
  total        bigint not null,                                           -- of the layout's column of totals
  currency     ledger_currency not null,
  other_totals jsonb not null default '{}',                               -- currency → sum, minor units
  made_at      timestamptz not null default now(),
  made_by      text not null,
  maker_id     uuid not null,
  approved_at  timestamptz,
  approved_by  text,
  approver_id  uuid,
  primary key (company_id, request_id, version),
  foreign key (company_id, request_id) references filing_request,
  constraint filing_two_people check (approver_id <> maker_id),
  check ((approved_at is null) = (approver_id is null) and (approved_at is null) = (approved_by is null))
);
alter table filing_version alter column content set storage external;
call protect('filing_version');
grant select, insert, update on filing_version to retaguarda_app;

-- owner: filings
-- A line of a version, with the thing it came from.
create table filing_line (
  company_id int not null default 1 references company,
  request_id uuid not null,
  version    int not null,
  place      int not null check (place > 0),
  source     text not null check (length(source) between 1 and 100),
  cells      text[] not null,
  primary key (company_id, request_id, version, place),
  foreign key (company_id, request_id, version) references filing_version
);
create index filing_line_of_source on filing_line (company_id, source);
call protect('filing_line');
grant select, insert on filing_line to retaguarda_app;

-- owner: filings
-- An error of a row that goes out as it is, and why.
create table filing_excuse (
  company_id int not null default 1 references company,
  request_id uuid not null,
  source     text not null check (length(source) between 1 and 100),
  problem    text not null check (problem ~ '^[a-z0-9_]+:[a-z0-9_]+$'),   -- column:problem
  reason     text not null check (length(reason) between 3 and 500),
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (company_id, request_id, source, problem),
  foreign key (company_id, request_id) references filing_request
);
call protect('filing_excuse');
grant select, insert on filing_excuse to retaguarda_app;
