-- Pay-in with Pix: charges, what was received for them, refunds, and what was said to and by the provider.
set local lock_timeout = '3s';

create table pix_connection (
  id                 uuid primary key,
  company_id         int not null references company,
  name               text not null check (length(name) <= 100),
  base_url           text not null,
  token_url          text not null,
  client_id          text not null,
  client_secret      bytea not null,                   -- sealed with the server's key
  client_certificate text,                             -- paths, as the provider asks for mutual TLS
  client_key         text,
  authority          text,
  pix_key            text not null check (length(pix_key) <= 77),
  webhook_secret     bytea not null unique,            -- sha-256 of the secret in our webhook's address
  reconciled_until   timestamptz not null default now(),
  enabled            boolean not null default true,
  created_at         timestamptz not null default now()
);
call protect('pix_connection');
grant select, insert, update on pix_connection to retaguarda_app;

-- The row of company 1 holds for every merchant without one of its own.
create table payin_setting (
  company_id   int primary key references company,
  basis_points int not null check (basis_points between 0 and 10000)
);
call protect('payin_setting');
grant select, insert, update on payin_setting to retaguarda_app;

create table charge (
  company_id          int not null references company,
  id                  uuid not null,
  connection_id       uuid not null references pix_connection,
  processor           text not null,
  txid                text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  status              text not null check (status in ('created', 'pending', 'paid', 'expired', 'cancelled', 'under_review',
                                                      'partially_refunded', 'refunded', 'failed')),
  amount              bigint not null check (amount > 0),
  paid                bigint not null default 0 check (paid >= 0),
  fee                 bigint not null default 0 check (fee >= 0),
  refunded            bigint not null default 0 check (refunded between 0 and paid),
  payer_name          text,
  payer_document      text,
  reference           text,
  description         text,
  created_at          timestamptz not null default now(),
  expires_at          timestamptz not null,
  paid_at             timestamptz,
  end_to_end_id       text,
  location            text,
  br_code             text,
  cancel_requested_at timestamptz,
  attempts            int not null default 0,
  last_error          text,
  created_by          uuid,
  primary key (company_id, id),
  unique (connection_id, txid)
);
create index charge_by_time on charge (company_id, created_at, id);
create index charge_by_amount on charge (company_id, amount, id);
create index charge_by_status on charge (company_id, status, created_at, id);
create index charge_of_all_by_time on charge (created_at, id);
create index charge_by_end_to_end_id on charge (end_to_end_id) where end_to_end_id is not null;
create index charge_by_document on charge (company_id, payer_document) where payer_document is not null;
create index charge_by_reference on charge (company_id, reference) where reference is not null;
create index charge_open on charge (expires_at) where status in ('created', 'pending');
call protect('charge');
grant select, insert, update on charge to retaguarda_app;

-- Each Pix that came in, once: the endToEndId decides.
create table pix_payment (
  company_id     int not null references company,
  end_to_end_id  text not null primary key check (end_to_end_id ~ '^E[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$'),
  connection_id  uuid not null references pix_connection,
  charge_id      uuid,
  txid           text,
  amount         bigint not null check (amount > 0),
  fee            bigint not null default 0 check (fee >= 0),
  refunded       bigint not null default 0 check (refunded between 0 and amount),
  paid_at        timestamptz not null,
  payer_name     text,
  payer_document text,
  status         text not null check (status in ('settled', 'under_review', 'returned')),
  review_reason  text check (review_reason in ('unknown_charge', 'amount_differs', 'duplicate', 'late')),
  received_at    timestamptz not null default now(),
  foreign key (company_id, charge_id) references charge
);
create index pix_payment_charge on pix_payment (company_id, charge_id);
create index pix_payment_review on pix_payment (company_id, received_at, end_to_end_id) where status = 'under_review';
call protect('pix_payment');
grant select, insert, update on pix_payment to retaguarda_app;

create table refund (
  company_id    int not null references company,
  id            uuid not null,
  charge_id     uuid,
  end_to_end_id text not null references pix_payment,
  provider_id   text not null check (provider_id ~ '^[a-zA-Z0-9]{1,35}$'),  -- id of the devolução, ours
  rtr_id        text unique,
  amount        bigint not null check (amount > 0),
  status        text not null check (status in ('requested', 'processing', 'settled', 'failed')),
  reason        text,
  created_at    timestamptz not null default now(),
  created_by    uuid,
  settled_at    timestamptz,
  attempts      int not null default 0,
  last_error    text,
  primary key (company_id, id),
  unique (end_to_end_id, provider_id),
  foreign key (company_id, charge_id) references charge
);
create index refund_charge on refund (company_id, charge_id);
create index refund_open on refund (created_at) where status in ('requested', 'processing');
call protect('refund');
grant select, insert, update on refund to retaguarda_app;

-- Raw words to and from the provider, credentials taken out.
create table provider_message (
  company_id    int not null references company,
  id            uuid not null,
  connection_id uuid not null references pix_connection,
  charge_id     uuid,
  at            timestamptz not null default clock_timestamp(),
  direction     text not null check (direction in ('in', 'out')),
  method        text not null,
  url           text not null,
  status        int,
  request       jsonb,
  response      jsonb,
  error         text,
  duration_ms   int,
  primary key (company_id, id)
);
create index provider_message_charge on provider_message (company_id, charge_id, at);
call protect('provider_message');
call append_only('provider_message');
grant select, insert on provider_message to retaguarda_app;

-- Counts and sums by company and day (of the company's time zone), moved by the reader of events.
-- measure: 'charge_<status>' by day of creation; 'received', 'fee', 'refunded' by day of the event.
create table payin_day (
  company_id int not null references company,
  day        date not null,
  measure    text not null,
  count      bigint not null,
  amount     bigint not null,
  primary key (company_id, day, measure)
);
call protect('payin_day');
grant select, insert, update on payin_day to retaguarda_app;

-- A charge of a merchant goes out on the provider's connection, whose secrets the merchant's scope does not see.
create function pix_connection_for(p_company int) returns table (id uuid, name text)
language sql stable security definer set search_path = public as
$$ select c.id, c.name from pix_connection c where c.enabled order by c.company_id = p_company desc, c.created_at limit 1 $$;
create function payin_basis_points(p_company int) returns int
language sql stable security definer set search_path = public as
$$ select coalesce((select basis_points from payin_setting where company_id = p_company),
                   (select basis_points from payin_setting where company_id = 1), 99) $$;
revoke all on function payin_basis_points(int) from public;
grant execute on function payin_basis_points(int) to retaguarda_app;
revoke all on function pix_connection_for(int) from public;
grant execute on function pix_connection_for(int) to retaguarda_app;
