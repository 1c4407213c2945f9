-- Providers that check people and companies for us, and each call to them. Of the provider's own company alone.

-- owner: compliance/providers
create table check_provider (
  company_id       int not null default 1 references company check (company_id = 1),
  id               uuid not null,
  name             text not null check (length(name) between 1 and 100),
  port             text not null check (port in ('registry', 'bureau', 'documents', 'face', 'pep', 'sanctions', 'adverse_media',
                                                 'device')),
  mode             text not null check (mode in ('sandbox', 'live')),
  base_url         text not null check (length(base_url) between 1 and 300),
  secret           sealed not null,
  priority         int not null default 100 check (priority between 1 and 999),
  quota            int check (quota between 1 and 100000000),     -- calls of a month; null: no limit
  cost             bigint not null default 0 check (cost between 0 and 100000000),  -- of one answered call
  currency         ledger_currency not null,
  status           text not null default 'draft' check (status in ('draft', 'tested', 'active', 'paused', 'retired')),
  version          int not null default 1,
  failures         int not null default 0 check (failures >= 0),  -- one after the other
  opened_at        timestamptz,                                   -- its circuit; asked again a minute later
  written_by       text not null,
  written_by_id    uuid not null,
  activated_by     text,
  activated_by_id  uuid,
  status_reason    text check (length(status_reason) between 3 and 500),
  test_asked_at    timestamptz,
  tested_at        timestamptz,
  tested_ms        int check (tested_ms >= 0),
  test_error       text check (length(test_error) <= 500),
  created_at       timestamptz not null default now(),
  primary key (company_id, id),
  check (activated_by_id <> written_by_id),
  check ((activated_by is null) = (activated_by_id is null)),
  check (status in ('draft', 'tested', 'retired') or activated_by_id is not null)
);
create unique index check_provider_name on check_provider (lower(name));
create index check_provider_order on check_provider (company_id, priority, id);
create index check_provider_port on check_provider (port, priority) where status = 'active';
call protect('check_provider');
grant select, insert, update on check_provider to retaguarda_app;

-- owner: compliance/providers
-- result: what the answer came to, typed; answer: the answer itself, sealed, until answer_expires_at.
create table provider_call (
  company_id        int not null default 1 references company check (company_id = 1),
  id                uuid not null,
  provider_id       uuid not null,
  port              text not null,
  subject_hash      bytea not null check (length(subject_hash) = 32),
  shown             text not null check (length(shown) between 1 and 200),     -- the subject, masked
  purpose           text not null check (length(purpose) between 1 and 60),
  day               date not null,                                             -- of São Paulo
  forced            boolean not null default false,
  asked_by          text not null,
  asked_at          timestamptz not null default now(),
  outcome           text not null default 'asked' check (outcome in ('asked', 'clear', 'hit', 'mismatch', 'not_found', 'error',
                                                                     'quota', 'timeout', 'forged')),
  problem           text check (length(problem) <= 500),
  ms                int check (ms >= 0),
  cost              bigint not null default 0 check (cost >= 0),
  currency          ledger_currency not null,
  result            jsonb,
  answer_hash       bytea check (length(answer_hash) = 32),
  answer            sealed,
  answer_expires_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, provider_id) references check_provider,
  check ((outcome in ('clear', 'hit', 'mismatch', 'not_found')) = (result is not null)),
  check (cost = 0 or result is not null),
  check (answer is null or answer_expires_at is not null)
);
-- One answer of a port about a subject a day, unless a person insists.
create unique index provider_call_once on provider_call (port, subject_hash, day)
  where not forced and outcome in ('asked', 'clear', 'hit', 'mismatch', 'not_found');
create index provider_call_order on provider_call (company_id, asked_at, id);
create index provider_call_of on provider_call (provider_id, asked_at);
create index provider_call_sealed on provider_call (answer_expires_at) where answer is not null;
call protect('provider_call');
grant select, insert, update on provider_call to retaguarda_app;
