-- owner: payouts/account_owners
-- Who legally holds an account that payouts are taken from. What is said of it stands in its versions.
create table account_owner (
  company_id int not null references company,
  id         uuid not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  retired_at timestamptz,
  retired_by text,
  reason     text check (length(reason) between 3 and 500),  -- why it was retired
  primary key (company_id, id),
  check ((retired_at is null) = (retired_by is null) and (retired_at is null) = (reason is null))
);
create index account_owner_by_time on account_owner (company_id, created_at, id);
call protect('account_owner');
grant select, insert, update on account_owner to retaguarda_app;

-- owner: payouts/account_owners
create table account_owner_version (
  company_id    int not null references company,
  owner_id      uuid not null,
  version       int not null check (version > 0),
  status        text not null default 'draft' check (status in ('draft', 'verified', 'active', 'superseded')),
  name          text not null check (length(name) between 1 and 200),
  document      text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  ispb          text not null references bank,
  branch        text not null check (branch ~ '^[0-9]{1,4}$'),
  number        text not null check (number ~ '^[0-9]{1,20}$'),     -- with its check digit, where a letter is 0
  account_type  text not null check (account_type in ('CACC', 'SVGS', 'TRAN')),
  cnab_code     text check (cnab_code ~ '^[0-9A-Z]{1,20}$'),        -- of the company in the bank's files
  receipt_text  text check (length(receipt_text) between 1 and 200),  -- above each receipt
  valid_from    date not null,
  valid_to      date check (valid_to >= valid_from),
  written_at    timestamptz not null default now(),
  written_by    text not null,
  writer_id     uuid not null,
  verified_at   timestamptz,
  verified_by   text,
  verifier_id   uuid,
  activated_at  timestamptz,
  activated_by  text,
  primary key (company_id, owner_id, version),
  foreign key (company_id, owner_id) references account_owner,
  constraint account_owner_two_people check (verifier_id <> writer_id),
  check (status = 'draft' or verifier_id is not null),
  check ((activated_at is not null) = (status in ('active', 'superseded')))
);
create unique index account_owner_active on account_owner_version (company_id, owner_id) where status = 'active';
call protect('account_owner_version');
grant select, insert, update on account_owner_version to retaguarda_app;

-- owner: payouts/account_owners
-- The number of a contract with the bank, for each way to pay; ``last_nsa``: of the newest file under it.
create table account_owner_agreement (
  company_id int not null references company,
  owner_id   uuid not null,
  method     text not null check (method in ('pix', 'ted', 'slip')),
  number     text not null check (number ~ '^[0-9A-Z]{1,20}$'),
  last_nsa   int not null default 0 check (last_nsa between 0 and 999999),
  primary key (company_id, owner_id, method),
  foreign key (company_id, owner_id) references account_owner
);
call protect('account_owner_agreement');
grant select, insert, update on account_owner_agreement to retaguarda_app;

-- owner: payouts/account_owners
-- Who may sign for the owner, from a day to a day.
create table account_owner_signer (
  company_id int not null references company,
  id         uuid not null,
  owner_id   uuid not null,
  name       text not null check (length(name) between 1 and 200),
  document   text not null check (document ~ '^[0-9]{11}$'),
  valid_from date not null,
  valid_to   date check (valid_to >= valid_from),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references account_owner
);
create unique index account_owner_signer_once on account_owner_signer (company_id, owner_id, document) where removed_at is null;
call protect('account_owner_signer');
grant select, insert, update on account_owner_signer to retaguarda_app;
