-- owner: compliance/early_kyc
-- Somebody who wants to come in, before there is a contract. The provider's own are at company 1, a merchant's end users at it.
create table kyc_lead (
  company_id   int not null references company,
  id           uuid not null,
  kind         text not null check (kind in ('merchant', 'partner', 'end_user')),
  name         text not null check (length(name) between 1 and 200),
  document     text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  email        text check (length(email) between 3 and 200),
  phone        text check (phone ~ '^\+[0-9]{8,15}$'),
  source       text not null check (source in ('form', 'api', 'staff', 'bulk')),
  state        text not null default 'new' check (state in ('new', 'checking', 'done', 'converted', 'discarded', 'expired')),
  created_by   text not null,
  created_at   timestamptz not null default now(),
  expires_on   date not null,
  ended_at     timestamptz,
  request_id   uuid,  -- what it became
  primary key (company_id, id),
  constraint kyc_lead_ended check ((ended_at is not null) = (state in ('converted', 'discarded', 'expired'))),
  constraint kyc_lead_converted check ((request_id is not null) = (state = 'converted'))
);
create index kyc_lead_by_time on kyc_lead (created_at desc, id);
create index kyc_lead_of_document on kyc_lead (document);
create unique index kyc_lead_once on kyc_lead (company_id, document, kind) where ended_at is null;
create index kyc_lead_expiry on kyc_lead (expires_on) where ended_at is null;
call protect('kyc_lead');
grant select, insert, update on kyc_lead to retaguarda_app;

-- owner: compliance/early_kyc
-- What the provider thinks of a lead. Of the provider: row security hides it from the merchant that brought it.
create table kyc_lead_review (
  company_id   int not null default 1 references company check (company_id = 1),
  lead_id      uuid primary key,
  lead_company int not null,
  owner        text,
  outcome      text check (outcome in ('ready', 'needs_look')),
  risk         text check (risk in ('low', 'medium', 'high', 'very_high')),
  risk_reasons text[] not null default '{}',
  reason       text check (length(reason) between 3 and 500),  -- why it was discarded or opened again
  foreign key (lead_company, lead_id) references kyc_lead
);
call protect('kyc_lead_review');
grant select, insert, update on kyc_lead_review to retaguarda_app;
