-- owner: payin/archive
-- Months that `retaguarda archive` has written into the installation's archive. What was said with the payment providers in such a month
-- leaves the database when one of the staff asks for it and another agrees.
create table archived_month (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  month        date not null unique check (month = date_trunc('month', month)),
  manifest     bytea not null check (length(manifest) = 32),   -- SHA-256 of its manifest.json
  messages     bigint not null check (messages >= 0),
  written_at   timestamptz not null default now(),
  status       text not null default 'kept' check (status in ('kept', 'asked', 'dropping', 'dropped')),
  asked_at     timestamptz,
  asked_by     text,
  asked_by_id  uuid,
  agreed_at    timestamptz,
  agreed_by    text,
  agreed_by_id uuid,
  dropped_at   timestamptz,
  last_error   text check (length(last_error) <= 500),
  primary key (company_id, id),
  constraint archived_month_asked check ((status = 'kept') = (asked_by_id is null) and (asked_by_id is null) = (asked_at is null)
                                         and (asked_by_id is null) = (asked_by is null)),
  constraint archived_month_agreed check ((status in ('dropping', 'dropped')) = (agreed_by_id is not null)
                                          and (agreed_by_id is null) = (agreed_at is null) and (agreed_by_id is null) = (agreed_by is null)),
  constraint archived_month_two_people check (agreed_by_id <> asked_by_id),
  constraint archived_month_dropped check ((status = 'dropped') = (dropped_at is not null))
);
call protect('archived_month');
grant select, update on archived_month to retaguarda_app;
