-- Pix Automático: recurrences, confirmation requests, the charges of their cycles and the attempts to take them.
set local lock_timeout = '3s';

-- Where the money of a recurring charge arrives (API Pix: recebedor); none: the connection makes no recurring charges.
alter table pix_connection
  add column account_branch text check (length(account_branch) <= 4),
  add column account_number text check (length(account_number) between 1 and 20),
  add column account_type   text check (account_type in ('CORRENTE', 'POUPANCA', 'PAGAMENTO')),
  add constraint pix_connection_account check ((account_number is null) = (account_type is null)) not valid;
alter table pix_connection validate constraint pix_connection_account;

create table recurrence (
  company_id          int not null references company,
  id                  uuid not null,
  connection_id       uuid not null references pix_connection,
  processor           text not null,
  id_rec              text check (id_rec ~ '^[a-zA-Z0-9]{29}$'),
  status              text not null check (status in ('created', 'pending', 'approved', 'rejected', 'expired', 'cancelled', 'failed')),
  contract            text not null check (length(contract) between 1 and 35),
  object              text check (length(object) between 1 and 35),
  payer_name          text not null check (length(payer_name) between 1 and 140),
  payer_document      text not null,
  periodicity         text not null check (periodicity in ('SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  starts_on           date not null,
  ends_on             date check (ends_on >= starts_on),
  amount              bigint check (amount > 0),
  minimum             bigint check (minimum > 0),
  retry_policy        text not null check (retry_policy in ('NAO_PERMITE', 'PERMITE_3R_7D')),
  agreement           text check (length(agreement) between 1 and 60),
  journey             text not null check (journey in ('JORNADA_1', 'JORNADA_2', 'JORNADA_3', 'JORNADA_4')),
  charge_id           uuid,
  automatic           boolean not null,
  next_cycle          int not null default 0 check (next_cycle >= 0),
  next_due            date,
  location_id         bigint,
  br_code             text,
  payer_bank          text,
  payer_limit         bigint,
  approved_at         timestamptz,
  ended_at            timestamptz,
  ended_by            text,
  end_code            text,
  end_reason          text,
  new_start           date,
  cancel_requested_at timestamptz,
  tried               boolean not null default false,   -- it may stand at the provider without our knowing its number
  asked_at            timestamptz not null default now(),
  attempts            int not null default 0,
  last_error          text,
  created_at          timestamptz not null default now(),
  created_by          uuid,
  primary key (company_id, id),
  unique (connection_id, id_rec),
  check (amount is null or minimum is null),
  check (not automatic or amount is not null),
  check (status not in ('pending', 'approved') or id_rec is not null),
  foreign key (company_id, charge_id) references charge
);
create index recurrence_by_time on recurrence (company_id, created_at, id);
create index recurrence_of_all_by_time on recurrence (created_at, id);
create index recurrence_due on recurrence (next_due) where status = 'approved' and automatic;
create index recurrence_open on recurrence (asked_at) where status in ('pending', 'approved');
-- A payer agrees to a contract once: the second would ask for the same money again.
create unique index recurrence_contract on recurrence (company_id, contract, payer_document)
  where status in ('created', 'pending', 'approved');
call protect('recurrence');
grant select, insert, update on recurrence to retaguarda_app;

create table recurrence_request (
  company_id     int not null references company,
  id             uuid not null,
  recurrence_id  uuid not null,
  id_solic_rec   text unique check (id_solic_rec ~ '^[a-zA-Z0-9]{29}$'),
  status         text not null check (status in ('created', 'pending', 'sent', 'received', 'rejected', 'accepted', 'expired', 'cancelled', 'failed')),
  bank           text not null check (bank ~ '^[0-9A-Z]{8}$'),
  branch         text check (length(branch) between 1 and 4),
  account        text not null check (length(account) between 1 and 20),
  expires_at     timestamptz not null,
  cancel_requested_at timestamptz,
  attempts       int not null default 0,
  last_error     text,
  created_at     timestamptz not null default now(),
  created_by     uuid,
  primary key (company_id, id),
  foreign key (company_id, recurrence_id) references recurrence
);
-- One active request for a recurrence (API Pix, SolicRecOperacaoInvalida).
create unique index recurrence_request_active on recurrence_request (company_id, recurrence_id)
  where status in ('created', 'pending', 'sent', 'received');
create index recurrence_request_of on recurrence_request (company_id, recurrence_id, created_at);
call protect('recurrence_request');
grant select, insert, update on recurrence_request to retaguarda_app;

create table recurring_charge (
  company_id          int not null references company,
  id                  uuid not null,
  recurrence_id       uuid not null,
  connection_id       uuid not null references pix_connection,
  txid                text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  status              text not null check (status in ('created', 'pending', 'active', 'paid', 'expired', 'rejected', 'cancelled', 'failed')),
  cycle               int not null check (cycle >= 0),
  due_on              date not null,
  amount              bigint not null check (amount > 0),
  info                text check (length(info) between 1 and 140),
  adjusts             boolean not null,
  paid                bigint not null default 0 check (paid >= 0),
  fee                 bigint not null default 0 check (fee >= 0),
  paid_at             timestamptz,
  end_to_end_id       text references pix_payment,
  next_attempt        date,
  tries               int not null default 0,
  retry_on            date,
  ended_at            timestamptz,
  ended_by            text,
  end_code            text,
  end_reason          text,
  cancel_requested_at timestamptz,
  asked_at            timestamptz not null default now(),
  attempts            int not null default 0,
  last_error          text,
  created_at          timestamptz not null default now(),
  created_by          uuid,                            -- null: made by itself
  primary key (company_id, id),
  unique (connection_id, txid),
  check ((status = 'paid') = (paid > 0)),
  check ((status = 'paid') = (end_to_end_id is not null)),
  foreign key (company_id, recurrence_id) references recurrence
);
-- One charge for a cycle, unless it was rejected or cancelled (API Pix, CobROperacaoInvalida).
create unique index recurring_charge_cycle on recurring_charge (company_id, recurrence_id, cycle)
  where status not in ('rejected', 'cancelled', 'failed');
create index recurring_charge_by_time on recurring_charge (company_id, due_on, id);
create index recurring_charge_of_all_by_time on recurring_charge (due_on, id);
create index recurring_charge_made on recurring_charge (company_id, created_at, id);
create index recurring_charge_open on recurring_charge (asked_at) where status in ('pending', 'active');
call protect('recurring_charge');
grant select, insert, update on recurring_charge to retaguarda_app;

-- As the provider tells of them, in its order.
create table recurring_attempt (
  company_id    int not null references company,
  charge_id     uuid not null,
  number        int not null check (number >= 0),
  settles_on    date,
  kind          text not null check (length(kind) <= 20),
  end_to_end_id text not null,
  status        text not null check (status in ('requested', 'scheduled', 'paid', 'cancelled', 'rejected', 'expired')),
  code          text,
  reason        text,
  updated_at    timestamptz not null default now(),
  primary key (company_id, charge_id, number),
  foreign key (company_id, charge_id) references recurring_charge
);
create index recurring_attempt_code on recurring_attempt (company_id, code) where code is not null;
call protect('recurring_attempt');
grant select, insert, update on recurring_attempt to retaguarda_app;

-- Where recurring charges of a company go out, and to which account they come in.
create function pix_account(p_connection uuid) returns table (branch text, number text, kind text)
language sql stable security definer set search_path = public as
$$ select account_branch, account_number, account_type from pix_connection where id = p_connection and account_number is not null $$;
revoke all on function pix_account(uuid) from public;
grant execute on function pix_account(uuid) to retaguarda_app;
