-- Processors that pay, beside those that receive: how calls end is counted for both in one table.
alter table processor_minute drop constraint processor_minute_connection_id_fkey;

-- owner: payouts/processors
create table payout_processor (
  company_id             int not null default 1 references company,
  id                     uuid not null,
  name                   text not null check (length(name) <= 100),
  settings_name          text unique,                      -- the settings know it by this name; null: staff wrote it down
  adapter                text not null check (adapter in ('envio', 'cnab240')),
  methods                text[] not null check (methods <@ array['pix', 'ted', 'slip'] and cardinality(methods) > 0),
  priority               int not null default 100 check (priority between 1 and 999),
  ispb                   text not null check (ispb ~ '^[0-9A-Z]{8}$'),  -- of the participant that pays
  -- By API: where it is called and with what.
  base_url               text,
  token_url              text,
  client_id              text,
  client_secret          sealed,
  pix_key                text check (length(pix_key) <= 77),
  certificate            text,
  certificate_key        sealed,
  certificate_subject    text,
  certificate_expires_at timestamptz,
  -- By file: the account that is debited, as the bank knows it.
  bank                   text check (bank ~ '^[0-9]{3}$'),
  agreement              text check (length(agreement) between 1 and 20),
  holder_document        text check (holder_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  holder_name            text check (length(holder_name) between 1 and 200),
  branch                 text check (branch ~ '^[0-9]{1,5}$'),
  branch_digit           text check (branch_digit ~ '^[0-9X]?$'),
  number                 text check (number ~ '^[0-9]{1,12}$'),
  number_digit           text check (number_digit ~ '^[0-9X]?$'),
  last_sequence          bigint not null default 0 check (last_sequence between 0 and 999999),  -- NSA of the last sealed remittance
  enabled                boolean not null default false,
  ready                  boolean not null default false,
  believed               boolean not null default false,
  version                int not null default 1,
  test_asked_at          timestamptz,
  tested_at              timestamptz,
  tested_ms              int,
  test_error             text check (length(test_error) <= 500),
  pending                sealed,
  pending_by             text,
  pending_at             timestamptz,
  pending_error          text check (length(pending_error) <= 500),
  created_at             timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  constraint payout_processor_adapter check (case adapter
    when 'envio' then base_url is not null and token_url is not null and client_id is not null and client_secret is not null
                      and pix_key is not null and bank is null
    else base_url is null and pix_key is null and bank is not null and agreement is not null and holder_document is not null
         and holder_name is not null and branch is not null and number is not null end),
  constraint payout_processor_pending check ((pending is null) = (pending_at is null) and (pending is null) = (pending_by is null)),
  constraint payout_processor_certificate
    check ((certificate is null) = (certificate_key is null) and (certificate is null) = (certificate_expires_at is null)),
  constraint payout_processor_believed check (believed or not enabled)
);
create unique index payout_processor_name on payout_processor (lower(name));
create unique index payout_processor_url_key on payout_processor (base_url, pix_key) where base_url is not null;
create unique index payout_processor_agreement_key on payout_processor (bank, agreement) where bank is not null;
call protect('payout_processor');
grant select, insert, update on payout_processor to retaguarda_app;

-- An order names who was told; the bank of a file gives its own end-to-end id, and knows ours by a short number.
alter table payout_order add column processor_id uuid;
alter table payout_order add column number bigint generated always as identity unique;
alter table payout_order alter column end_to_end_id drop not null;
create index payout_order_of_processor on payout_order (processor_id, created_at) where state in ('sending', 'processing');
