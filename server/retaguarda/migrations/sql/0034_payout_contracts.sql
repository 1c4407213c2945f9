-- owner: payouts/merchant_contracts
-- A field of a merchant's contract or registration: what its source says, and how that stood beside ours when it was checked.
-- Amounts stand as minor units with their currency (150 and its code), shares as percent, days as ISO.
create table contract_check (
  company_id      int not null references company,
  field           text not null check (field in ('legal_name', 'activity', 'partners', 'products', 'contract', 'kyc',
                    'payin_fee', 'payout_fee', 'most_once', 'most_day', 'most_night')),
  said            text check (length(said) between 1 and 500),        -- by the source
  source          text check (length(source) between 1 and 120),
  said_until      date,                                                -- the source's last day
  said_by         text,
  said_at         timestamptz,
  ours            text check (length(ours) <= 2000),                   -- in the registration, or in use
  state           text not null check (state in ('equal', 'differs', 'missing', 'expired')),
  severity        text not null check (severity in ('low', 'medium', 'high')),
  since           timestamptz not null default now(),                  -- when the state became this
  checked_at      timestamptz not null default now(),
  accepted_until  date,
  accepted_reason text check (length(accepted_reason) between 3 and 500),
  accepted_by     text,
  primary key (company_id, field),
  check ((said is null) = (source is null) and (said is null) = (said_by is null) and (said is null) = (said_at is null)),
  check ((accepted_until is null) = (accepted_reason is null) and (accepted_until is null) = (accepted_by is null))
);
call protect('contract_check');
grant select, insert, update on contract_check to retaguarda_app;

-- owner: payouts/merchant_contracts
-- Which differences stop payouts; the row of company 1 holds for all.
create table contract_blocking (
  company_id int primary key references company check (company_id = 1),
  severities text[] not null check (severities <@ array['low', 'medium', 'high'])
);
call protect('contract_blocking');
grant select, insert, update on contract_blocking to retaguarda_app;
