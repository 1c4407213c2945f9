-- Where a merchant's money may go, and how it goes there: bank accounts, withdrawals, and every order given to a bank.
set local lock_timeout = '3s';

-- The row of company 1 holds for every merchant without one of its own.
create table payout_setting (
  company_id        int primary key references company,
  fee               bigint not null check (fee between 0 and 100000),          -- of each withdrawal, minor units
  most              bigint not null check (most between 1 and 999999999999),   -- in one withdrawal, minor units
  cooling_off_hours int not null check (cooling_off_hours between 0 and 720)   -- until a new account may be paid to
);
call protect('payout_setting');
grant select, insert, update on payout_setting to retaguarda_app;

-- Without any row: no fee, R$ 15,000.00 (Resolução BCB 496/2025), a day. The company's own limit only narrows.
create function payout_terms(p_company int) returns table (fee bigint, most bigint, cooling_off_hours int)
language sql stable security definer set search_path = public as $$
  select coalesce(o.fee, h.fee, 0),
         least(coalesce(o.most, h.most, 1500000), company_limit_of(p_company, 'withdrawal')),
         coalesce(o.cooling_off_hours, h.cooling_off_hours, 24)
    from (values (p_company)) asked (company)
    left join payout_setting o on o.company_id = asked.company
    left join payout_setting h on h.company_id = 1
$$;
revoke all on function payout_terms(int) from public;
grant execute on function payout_terms(int) to retaguarda_app;

create table bank_account (
  company_id      int not null references company,
  id              uuid not null,
  nickname        text not null check (length(nickname) between 1 and 60),
  kind            text not null check (kind in ('account', 'key')),
  ownership       text not null check (ownership in ('own', 'trusted')),   -- trusted: of somebody else
  ispb            text check (ispb ~ '^[0-9A-Z]{8}$'),
  compe           text check (compe ~ '^[0-9]{3}$'),
  bank_name       text check (length(bank_name) <= 200),
  branch          text check (branch ~ '^[0-9]{1,4}$'),
  number          text check (number ~ '^[0-9]{1,20}$'),                   -- with its check digit, where a letter is 0
  account_type    text check (account_type in ('CACC', 'SVGS', 'TRAN')),
  pix_key         text check (length(pix_key) <= 77),
  pix_key_kind    text check (pix_key_kind in ('cpf', 'cnpj', 'phone', 'email', 'evp')),
  holder_name     text not null check (length(holder_name) between 1 and 200),
  holder_document text not null check (holder_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  status          text not null check (status in ('pending_verification', 'verified', 'rejected', 'disabled')),
  reason          text check (length(reason) <= 500),                      -- why it was rejected
  is_default      boolean not null default false,
  usable_from     timestamptz not null,                                    -- end of its cooling-off
  created_at      timestamptz not null default now(),
  created_by      uuid,
  verified_at     timestamptz,
  primary key (company_id, id),
  check ((kind = 'key') = (pix_key is not null and pix_key_kind is not null)),
  check (kind = 'key' or (ispb is not null and branch is not null and number is not null and account_type is not null)),
  check (not is_default or status = 'verified')
);
create unique index bank_account_once on bank_account (company_id, ispb, branch, number)
  where kind = 'account' and status in ('pending_verification', 'verified');
create unique index bank_account_key_once on bank_account (company_id, pix_key)
  where kind = 'key' and status in ('pending_verification', 'verified');
create unique index bank_account_default on bank_account (company_id) where is_default;
create index bank_account_by_time on bank_account (company_id, created_at, id);
call protect('bank_account');
grant select, insert, update on bank_account to retaguarda_app;

-- Where it is does not change: another place is another account, with a cooling-off of its own.
create function bank_account_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.kind, new.ownership, new.branch, new.number, new.account_type, new.pix_key,
      new.holder_document, new.created_at) is distinct from
     (old.company_id, old.id, old.kind, old.ownership, old.branch, old.number, old.account_type, old.pix_key,
      old.holder_document, old.created_at)
     or (old.ispb is not null and new.ispb is distinct from old.ispb) or new.usable_from < old.usable_from then
    raise exception 'where a bank account is does not change' using errcode = 'RF001';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending_verification', 'verified'), ('pending_verification', 'rejected'), ('pending_verification', 'disabled'),
    ('verified', 'disabled'), ('rejected', 'disabled')) then
    raise exception 'a bank account does not go from % to %', old.status, new.status using errcode = 'RF001';
  end if;
  return new;
end $$;
create trigger bank_account_moves before update on bank_account for each row execute function bank_account_moves();

create table transfer (
  company_id      int not null references company,
  id              uuid not null,
  bank_account_id uuid not null,
  origin          text not null check (origin in ('withdrawal', 'schedule')),
  origin_id       uuid,
  status          text not null check (status in
                    ('created', 'pending', 'in_bank_processing', 'blocked', 'done', 'failed', 'cancelled')),
  amount          bigint not null check (amount > 0),       -- what arrives
  fee             bigint not null check (fee >= 0),         -- what it costs beside that
  -- The beneficiary as it was when this was asked for.
  kind            text not null,
  ispb            text,
  compe           text,
  bank_name       text,
  branch          text,
  number          text,
  account_type    text,
  pix_key         text,
  pix_key_kind    text,
  holder_name     text not null,
  holder_document text not null,
  description     text check (length(description) <= 140),
  scheduled_for   date,
  created_at      timestamptz not null default now(),
  created_by      uuid,
  actor           text not null,
  ended_at        timestamptz,
  end_to_end_id   text,                                     -- of the newest order
  fail_code       text check (length(fail_code) <= 10),
  last_error      text check (length(last_error) <= 500),
  blocked_reason  text check (length(blocked_reason) <= 500),
  primary key (company_id, id),
  foreign key (company_id, bank_account_id) references bank_account
);
create index transfer_by_time on transfer (company_id, created_at, id);
create index transfer_by_status on transfer (company_id, status, created_at, id);
create index transfer_of_all_by_time on transfer (created_at, id);
create index transfer_of_account on transfer (company_id, bank_account_id);
create index transfer_of_origin on transfer (company_id, origin_id) where origin_id is not null;
create index transfer_open on transfer (scheduled_for) where status in ('created', 'blocked');
create index transfer_by_end_to_end_id on transfer (end_to_end_id) where end_to_end_id is not null;
call protect('transfer');
grant select, insert, update on transfer to retaguarda_app;

create function transfer_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.bank_account_id, new.amount, new.fee, new.kind, new.ispb, new.branch, new.number,
      new.account_type, new.pix_key, new.holder_document, new.created_at, new.scheduled_for)
     is distinct from
     (old.company_id, old.id, old.bank_account_id, old.amount, old.fee, old.kind, old.ispb, old.branch, old.number,
      old.account_type, old.pix_key, old.holder_document, old.created_at, old.scheduled_for) then
    raise exception 'what was asked for does not change' using errcode = 'RF001';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('created', 'pending'), ('created', 'cancelled'), ('created', 'blocked'),
    ('pending', 'in_bank_processing'), ('pending', 'cancelled'), ('pending', 'blocked'),
    ('blocked', 'pending'), ('blocked', 'cancelled'),
    ('in_bank_processing', 'pending'), ('in_bank_processing', 'done'), ('in_bank_processing', 'failed')) then
    raise exception 'a withdrawal does not go from % to %', old.status, new.status using errcode = 'RF001';
  end if;
  return new;
end $$;
create trigger transfer_moves before update on transfer for each row execute function transfer_moves();

-- Every order given to a bank, written down before the call: a withdrawal's, or the centavo that verifies an account.
create table payout_order (
  company_id      int not null references company,
  id              uuid not null,
  transfer_id     uuid,
  bank_account_id uuid,
  attempt         int not null check (attempt between 1 and 9),
  provider_id     text not null unique check (provider_id ~ '^[a-zA-Z0-9]{1,35}$'),
  end_to_end_id   text not null unique check (end_to_end_id ~ '^E[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$'),
  amount          bigint not null check (amount > 0),
  state           text not null default 'sending' check (state in ('sending', 'processing', 'done', 'refused')),
  code            text check (length(code) <= 10),
  reason          text check (length(reason) <= 500),
  created_at      timestamptz not null default clock_timestamp(),
  ended_at        timestamptz,
  primary key (company_id, id),
  foreign key (company_id, transfer_id) references transfer,
  foreign key (company_id, bank_account_id) references bank_account,
  check ((transfer_id is null) <> (bank_account_id is null)),
  check ((ended_at is not null) = (state in ('done', 'refused')))
);
-- Never a second order while the fate of the first is unknown, and none after one that was carried out.
create unique index payout_order_of_transfer on payout_order (company_id, transfer_id) where state <> 'refused';
create unique index payout_order_of_account on payout_order (company_id, bank_account_id) where state <> 'refused';
create index payout_order_transfer on payout_order (company_id, transfer_id, attempt);
create index payout_order_account on payout_order (company_id, bank_account_id, attempt);
call protect('payout_order');
grant select, insert, update on payout_order to retaguarda_app;

create function payout_order_moves() returns trigger language plpgsql as $$
begin
  if old.state in ('done', 'refused')
     or (new.company_id, new.id, new.transfer_id, new.bank_account_id, new.attempt, new.provider_id, new.end_to_end_id,
         new.amount, new.created_at)
        is distinct from
        (old.company_id, old.id, old.transfer_id, old.bank_account_id, old.attempt, old.provider_id, old.end_to_end_id,
         old.amount, old.created_at) then
    raise exception 'an order to a bank only goes on to its end' using errcode = 'RF001';
  end if;
  return new;
end $$;
create trigger payout_order_moves before update on payout_order for each row execute function payout_order_moves();
create trigger payout_order_kept before delete on payout_order for each row execute function refuse_change();
