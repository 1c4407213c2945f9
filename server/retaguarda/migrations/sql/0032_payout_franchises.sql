-- owner: payouts/franchises
-- A unit that a merchant pays through. ``budget``: what may be paid to its accounts in a month; null: no end.
create table franchise_unit (
  company_id  int not null references company,
  id          uuid not null,
  name        text not null check (length(name) between 1 and 120),
  document    text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  contract    text not null check (length(contract) between 1 and 60),
  valid_from  date not null,
  valid_to    date check (valid_to >= valid_from),
  royalty     int not null default 0 check (royalty between 0 and 10000),  -- of what is paid through it, basis points
  budget      bigint check (budget >= 0),
  currency    ledger_currency not null,
  status      text not null default 'active' check (status in ('active', 'suspended')),
  reason      text check (length(reason) between 3 and 500),               -- why it is suspended
  created_at  timestamptz not null default now(),
  created_by  text not null,
  primary key (company_id, id),
  unique (company_id, document),
  check ((status = 'suspended') = (reason is not null))
);
create index franchise_unit_by_time on franchise_unit (company_id, created_at, id);
call protect('franchise_unit');
grant select, insert, update on franchise_unit to retaguarda_app;

-- owner: payouts/franchises
-- Whose a unit is, in basis points.
create table franchise_owner (
  company_id int not null references company,
  id         uuid not null,
  unit_id    uuid not null,
  name       text not null check (length(name) between 1 and 200),
  document   text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  share      int not null check (share between 1 and 10000),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, unit_id) references franchise_unit
);
create unique index franchise_owner_once on franchise_owner (company_id, unit_id, document) where removed_at is null;
call protect('franchise_owner');
grant select, insert, update on franchise_owner to retaguarda_app;

-- owner: payouts/franchises
-- Where a unit is paid. An account is of one unit, so that each payment counts on one budget.
create table franchise_destination (
  company_id      int not null references company,
  bank_account_id uuid not null,
  unit_id         uuid not null,
  added_by        text not null,
  added_at        timestamptz not null default now(),
  primary key (company_id, bank_account_id),
  foreign key (company_id, unit_id) references franchise_unit,
  foreign key (company_id, bank_account_id) references bank_account
);
create index franchise_destination_of_unit on franchise_destination (company_id, unit_id);
call protect('franchise_destination');
grant select, insert, delete on franchise_destination to retaguarda_app;
