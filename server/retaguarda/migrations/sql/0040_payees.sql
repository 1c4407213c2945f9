-- The payee book: who is paid, where, and what was found out about them; and the destinations under suspicion.

-- owner: payouts/payees
-- divergent: which fields the directory of keys contradicts. destinations, match_class, owner_changed_at and destination_changed_at
-- repeat what its destinations say (payee_refresh), so that the list reads no other table.
create table payee (
  company_id             int not null references company,
  id                     uuid not null,
  name                   text not null check (length(name) between 1 and 200),
  trade_name             text check (length(trade_name) between 1 and 200),
  document               text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  document_hash          bytea not null check (length(document_hash) = 32),  -- HMAC, the same for every merchant
  status                 text not null default 'pending' check (status in ('pending', 'qualified', 'divergent', 'blocked')),
  divergent              text[] not null default '{}' check (divergent <@ array['name', 'document', 'key']),
  reason                 text check (length(reason) between 1 and 500),      -- why it is blocked
  source                 text not null check (source in ('person', 'file')),
  import_id              uuid,
  destinations           int not null default 0,
  match_class            text check (match_class in ('match', 'close', 'no', 'impossible')),  -- the worst of its destinations
  owner_changed_at       timestamptz,
  destination_changed_at timestamptz,
  checked_at             timestamptz,
  checking_at            timestamptz,  -- a look-up was asked for, and is not answered yet
  check_problem          text check (check_problem in ('directory_silent', 'lookups_spent')),
  expires_at             timestamptz,
  created_at             timestamptz not null default now(),
  created_by             uuid,
  primary key (company_id, id),
  check ((status = 'blocked') = (reason is not null)),
  check ((source = 'file') = (import_id is not null))
);
create unique index payee_once on payee (company_id, document);
create index payee_order on payee (company_id, created_at, id);
create index payee_checking on payee (checking_at) where checking_at is not null;
call protect('payee');
grant select, insert, update on payee to retaguarda_app;

-- owner: payouts/payees
-- A destination is trusted once it is cooling and its time is over: the function destination_state says so, and no clock has to.
create table payee_destination (
  company_id       int not null references company,
  id               uuid not null,
  payee_id         uuid not null,
  kind             text not null check (kind in ('account', 'key')),
  ispb             text check (ispb ~ '^[0-9A-Z]{8}$'),
  compe            text check (compe ~ '^[0-9]{3}$'),
  bank_name        text check (length(bank_name) <= 200),
  branch           text check (branch ~ '^[0-9]{1,4}$'),
  number           text check (number ~ '^[0-9]{1,20}$'),
  account_type     text check (account_type in ('CACC', 'SVGS', 'TRAN')),
  pix_key          text check (length(pix_key) <= 77),
  pix_key_kind     text check (pix_key_kind in ('cpf', 'cnpj', 'phone', 'email', 'evp')),
  hash             bytea not null check (length(hash) = 32),   -- HMAC of where it is, the same for every merchant
  state            text not null default 'new' check (state in ('new', 'cooling', 'refused', 'retired')),
  usable_from      timestamptz,                                -- end of its cooling-off
  reason           text check (length(reason) between 1 and 500),
  trusted_by       text,
  match_class      text check (match_class in ('match', 'close', 'no', 'impossible')),
  owner_match      text check (owner_match in ('agree', 'differ', 'unknown')),
  problem          text check (problem in ('key_unknown', 'no_key')),
  found            jsonb,                                      -- what the directory said, and how it was compared
  owner_hash       bytea check (length(owner_hash) = 32),
  owner_changed_at timestamptz,
  looked_up_at     timestamptz,
  created_at       timestamptz not null default now(),
  created_by       uuid,
  primary key (company_id, id),
  foreign key (company_id, payee_id) references payee,
  check ((kind = 'key') = (pix_key is not null and pix_key_kind is not null)),
  check (kind = 'key' or (ispb is not null and branch is not null and number is not null and account_type is not null)),
  check ((state = 'cooling') <= (usable_from is not null)),
  check ((state in ('refused', 'retired')) = (reason is not null))
);
create unique index payee_destination_once on payee_destination (company_id, payee_id, hash) where state in ('new', 'cooling');
create index payee_destination_hash on payee_destination (hash);
call protect('payee_destination');
grant select, insert, update on payee_destination to retaguarda_app;

-- owner: payouts/payees
-- What a merchant paid to one destination, as long as it pays: facts in one row, without walking through payments.
create table destination_seen (
  company_id int not null references company,
  hash       bytea not null check (length(hash) = 32),
  currency   ledger_currency not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  count      bigint not null check (count > 0),
  sum        bigint not null check (sum > 0),
  primary key (company_id, hash, currency),
  check (first_at <= last_at)
);
create index destination_seen_hash on destination_seen (hash);
call protect('destination_seen');
grant select on destination_seen to retaguarda_app;

-- owner: payouts/payees
-- Look-ups that DICT leaves a merchant (ENTRIES_READ_USER_ANTISCAN): as we count them, so that we stop before it does.
create table lookup_allowance (
  company_id int primary key references company,
  remaining  numeric(8, 3) not null check (remaining between 0 and 1000),
  counted_at timestamptz not null default now()
);
call protect('lookup_allowance');
grant select on lookup_allowance to retaguarda_app;

-- owner: payouts/payees
create table payee_import (
  company_id int not null references company,
  id         uuid not null,
  name       text not null check (length(name) between 1 and 200),
  size       int not null check (size between 1 and 8388608),
  status     text not null default 'receiving'
             check (status in ('receiving', 'received', 'read', 'applied', 'unreadable', 'discarded')),
  problem    text,                       -- of a file that cannot be read
  sha256     bytea check (length(sha256) = 32),
  rows       int not null default 0,
  added      int not null default 0,     -- rows that add a payee
  extended   int not null default 0,     -- rows that add a destination to a known payee
  known      int not null default 0,
  bad        int not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid,
  actor      text not null,
  applied_at timestamptz,
  applied_by text,
  primary key (company_id, id)
);
create index payee_import_order on payee_import (company_id, created_at, id);
call protect('payee_import');
grant select, insert, update on payee_import to retaguarda_app;

-- owner: payouts/payees
create table payee_import_piece (
  company_id int not null references company,
  import_id  uuid not null,
  number     int not null check (number >= 0),
  bytes      bytea not null check (length(bytes) between 1 and 600000),
  primary key (company_id, import_id, number),
  foreign key (company_id, import_id) references payee_import
);
call protect('payee_import_piece');
grant select, insert, update, delete on payee_import_piece to retaguarda_app;

-- owner: payouts/payees
-- What a row of the file says; document and destination whole, because they become a payee.
create table payee_import_row (
  company_id    int not null references company,
  import_id     uuid not null,
  number        int not null,            -- of its line in the file
  outcome       text not null check (outcome in ('add', 'extend', 'known', 'bad')),
  problem       text,                    -- field and what is wrong with it
  name          text not null,
  trade_name    text,
  document      text not null,
  document_hash bytea,
  destination   jsonb,
  hash          bytea,
  primary key (company_id, import_id, number),
  foreign key (company_id, import_id) references payee_import,
  check ((outcome = 'bad') = (problem is not null))
);
call protect('payee_import_row');
grant select, insert, update, delete on payee_import_row to retaguarda_app;

-- owner: payouts/suspects
-- Destinations and documents under founded suspicion, of the provider alone (Res. BCB 501/2025). shown: masked, for people.
create table suspect (
  company_id     int not null default 1 references company check (company_id = 1),
  id             uuid not null,
  kind           text not null check (kind in ('destination', 'document')),
  hash           bytea not null check (length(hash) = 32),
  shown          text not null check (length(shown) between 1 and 200),
  cause          text not null check (cause in ('fraud_report', 'mule_account', 'account_takeover', 'court_order', 'other')),
  evidence       text not null check (length(evidence) between 10 and 2000),
  until          timestamptz,                                  -- null: until somebody takes it away
  added_at       timestamptz not null default now(),
  added_by       text not null,
  added_by_id    uuid not null,
  removed_at     timestamptz,
  removed_by     text,
  removed_by_id  uuid,
  removal_reason text check (length(removal_reason) between 3 and 500),
  primary key (company_id, id),
  check (until > added_at),
  check ((removed_at is null) = (removed_by is null) and (removed_at is null) = (removed_by_id is null)
         and (removed_at is null) = (removal_reason is null)),
  check (removed_by_id <> added_by_id)
);
create unique index suspect_once on suspect (hash) where removed_at is null;
create index suspect_order on suspect (company_id, added_at, id);
call protect('suspect');
grant select, insert, update on suspect to retaguarda_app;
