-- owner: exchange/banks
-- A bank that buys and sells foreign currency for us.
create table exchange_bank (
  company_id    int not null default 1 references company,
  id            uuid not null,
  code          text not null check (code ~ '^[a-z][a-z0-9_]{1,19}$'),      -- names its accounts in the ledger: fx_clearing.<code>
  name          text not null check (length(name) between 1 and 120),
  document      text not null check (document ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  ispb          text references bank,
  swift         text not null check (swift ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  contact       text check (length(contact) between 1 and 200),
  collects_iof  boolean not null,                                           -- it pays the tax to the treasury; else we do
  line_granted  bigint not null check (line_granted >= 0),                  -- the most that may be unsettled with it
  currency      ledger_currency not null,                                   -- of its line
  state         text not null default 'active' check (state in ('active', 'paused', 'ended')),
  reason        text check (length(reason) between 3 and 500),
  created_at    timestamptz not null default now(),
  created_by    text not null,
  primary key (company_id, id),
  unique (company_id, code)
);
create index exchange_bank_by_time on exchange_bank (company_id, created_at, id);
call protect('exchange_bank');
grant select, insert, update on exchange_bank to retaguarda_app;

-- owner: exchange/banks
-- What a bank deals in: until when each day (Brasília), and how many business days later each side is paid.
create table exchange_bank_currency (
  company_id   int not null default 1 references company,
  bank_id      uuid not null,
  currency     ledger_currency not null,
  cut_off      time not null,
  home_days    int not null check (home_days between 0 and 2),
  foreign_days int not null check (foreign_days between 0 and 2),
  primary key (company_id, bank_id, currency),
  foreign key (company_id, bank_id) references exchange_bank
);
call protect('exchange_bank_currency');
grant select, insert, update on exchange_bank_currency to retaguarda_app;

-- owner: exchange/banks
-- What a bank adds to the reference rate from an amount on, in basis points. Its successor begins on its own day.
create table exchange_bank_spread (
  company_id   int not null default 1 references company,
  id           uuid not null,
  bank_id      uuid not null,
  currency     ledger_currency not null,
  direction    text not null check (direction in ('out', 'in')),
  from_amount  bigint not null check (from_amount >= 0),
  basis_points int not null check (basis_points between -1000 and 1000),
  valid_from   date not null,
  created_at   timestamptz not null default now(),
  created_by   text not null,
  primary key (company_id, id),
  foreign key (company_id, bank_id) references exchange_bank,
  unique (company_id, bank_id, currency, direction, from_amount, valid_from)
);
call protect('exchange_bank_spread');
grant select, insert on exchange_bank_spread to retaguarda_app;

-- owner: exchange/rates
-- Reference rates of a central bank, as they were published: what one unit costs in ``home_currency``.
create table exchange_rate (
  company_id    int not null default 1 references company,
  id            uuid not null,
  day           date not null,
  currency      ledger_currency not null,
  home_currency ledger_currency not null,
  bulletin      text not null check (length(bulletin) between 1 and 40),
  buy           numeric(20, 10) not null check (buy > 0),
  sell          numeric(20, 10) not null check (sell >= buy),
  published_at  timestamptz not null,
  source        text not null check (length(source) between 1 and 200),
  sha256        bytea not null check (length(sha256) = 32),                 -- of the answer that it was read from
  fetched_at    timestamptz not null default now(),
  fetched_by    text not null,
  primary key (company_id, id),
  unique (company_id, currency, home_currency, published_at)
);
create index exchange_rate_by_day on exchange_rate (company_id, day, id);
create index exchange_rate_newest on exchange_rate (company_id, currency, home_currency, day, published_at);
call protect('exchange_rate');
grant select, insert on exchange_rate to retaguarda_app;

-- owner: exchange/rates
-- The tax on exchange (IOF), from a day until its successor's. A correction is written later under the same day, and counts.
create table exchange_tax_rule (
  company_id int not null default 1 references company,
  id         uuid not null,
  kind       text not null check (kind in ('goods', 'services', 'other')),
  direction  text not null check (direction in ('out', 'in')),
  percent    numeric(7, 4) not null check (percent between 0 and 100),
  valid_from date not null,
  source     text not null check (length(source) between 3 and 300),        -- the norm
  created_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (company_id, id)
);
create index exchange_tax_rule_in_force on exchange_tax_rule (company_id, kind, direction, valid_from, created_at);
call protect('exchange_tax_rule');
grant select, insert on exchange_tax_rule to retaguarda_app;

-- owner: exchange/agreements
-- On what terms a merchant's money is exchanged.
create table exchange_agreement (
  company_id       int not null references company,
  id               uuid not null,
  currency         ledger_currency not null,
  home_currency    ledger_currency not null,
  direction        text not null check (direction in ('out', 'in')),
  collects         boolean not null,                                        -- each paid charge becomes an operation
  spread           int not null check (spread between 0 and 5000),          -- over the reference rate, in basis points
  fee              bigint not null check (fee >= 0),                        -- of each operation, in home_currency
  hold_seconds     int not null check (hold_seconds between 30 and 86400),  -- for which a quoted price stands
  tax_kind         text not null check (tax_kind in ('goods', 'services', 'other')),
  purpose          text check (purpose ~ '^[0-9]{1,5}$'),                   -- where an operation says none
  counterparty     text check (length(counterparty) between 1 and 150),
  country          text check (country ~ '^[A-Z]{2}$' and country <> 'BR'),
  payment_form     text not null check (payment_form in ('1', '2')),
  state            text not null default 'active' check (state in ('active', 'ended')),
  created_at       timestamptz not null default now(),
  created_by       text not null,
  ended_at         timestamptz,
  ended_by         text,
  reason           text check (length(reason) between 3 and 500),
  primary key (company_id, id),
  check ((state = 'ended') = (ended_at is not null))
);
create unique index exchange_agreement_active on exchange_agreement (company_id, currency, direction) where state = 'active';
-- A payment is collected under one agreement.
create unique index exchange_agreement_collects on exchange_agreement (company_id) where state = 'active' and collects;
create index exchange_agreement_by_time on exchange_agreement (company_id, created_at, id);
call protect('exchange_agreement');
grant select, insert, update on exchange_agreement to retaguarda_app;

-- owner: exchange/operations
-- One remittance, quoted or collected from a payment. Minor units of ``currency`` (foreign) and of ``home_currency``.
create table exchange_operation (
  company_id      int not null references company,
  id              uuid not null,
  reference       text not null unique check (reference ~ '^EX[0-9A-Z]{10}$'),
  kind            text not null check (kind in ('collected', 'quoted', 'returned')),
  direction       text not null check (direction in ('out', 'in')),
  agreement_id    uuid not null,
  currency        ledger_currency not null,
  home_currency   ledger_currency not null,
  foreign_amount  bigint not null check (foreign_amount > 0),
  ptax            numeric(20, 10) not null check (ptax > 0),                -- the reference rate that the price stands on
  ptax_day        date not null,
  rate            numeric(20, 10) not null check (rate > 0),                -- the client's
  price           bigint not null check (price > 0),                        -- foreign_amount × rate, rounded once
  tax_rule_id     uuid not null,
  tax_kind        text not null check (tax_kind in ('goods', 'services', 'other')),
  tax_percent     numeric(7, 4) not null,
  tax             bigint not null check (tax >= 0),
  fee             bigint not null check (fee >= 0),
  client_name     text check (length(client_name) between 1 and 150),
  client_document text check (client_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  counterparty    text check (length(counterparty) between 1 and 150),
  country         text check (country ~ '^[A-Z]{2}$' and country <> 'BR'),
  purpose         text check (purpose ~ '^[0-9]{1,5}$'),
  payment_form    text not null check (payment_form in ('1', '2')),
  invoice         text check (length(invoice) between 1 and 60),
  invoice_date    date,
  end_to_end_id   text,                                                     -- of the payment it was collected from
  charge_id       uuid,
  reverses        uuid,                                                     -- the operation that this one takes back
  state           text not null check (state in ('quoted', 'awaiting_funds', 'funded', 'closed', 'settled', 'expired', 'cancelled',
                                                 'returned', 'reversed')),
  trade_day       date not null,
  quoted_at       timestamptz not null default clock_timestamp(),
  expires_at      timestamptz not null,
  booked_at       timestamptz,
  funded_at       timestamptz,
  closed_at       timestamptz,
  settled_at      timestamptz,
  reason          text check (length(reason) between 3 and 500),
  created_by      text not null,
  primary key (company_id, id),
  foreign key (company_id, agreement_id) references exchange_agreement,
  check ((state in ('awaiting_funds', 'funded', 'closed', 'settled', 'returned', 'reversed')) <= (booked_at is not null)),
  check ((state in ('funded', 'closed', 'settled', 'returned', 'reversed')) <= (funded_at is not null)),
  check ((kind = 'collected') <= (end_to_end_id is not null)),
  check ((kind = 'returned') <= (reverses is not null)),
  -- A price that ran out books nothing; collected ones are booked as they are made.
  constraint exchange_price_in_time check (booked_at <= expires_at)
);
create unique index exchange_operation_collected on exchange_operation (company_id, end_to_end_id) where kind = 'collected';
create unique index exchange_operation_reverses on exchange_operation (company_id, reverses) where reverses is not null;
create index exchange_operation_by_time on exchange_operation (company_id, quoted_at, id);
create index exchange_operation_open on exchange_operation (currency, direction, funded_at) where state = 'funded';
create index exchange_operation_waiting on exchange_operation (state, expires_at) where state in ('quoted', 'awaiting_funds');
call protect('exchange_operation');
grant select, insert, update on exchange_operation to retaguarda_app;

-- owner: exchange/closings
-- One contract with a bank over many operations of one currency and direction.
create table exchange_closing (
  company_id      int not null default 1 references company,
  id              uuid not null,
  reference       text not null unique check (reference ~ '^FX-[0-9]{8}-[0-9]{2,}$'),
  bank_id         uuid not null,
  direction       text not null check (direction in ('out', 'in')),
  currency        ledger_currency not null,
  home_currency   ledger_currency not null,
  cut_at          timestamptz not null,
  state           text not null default 'draft'
                  check (state in ('draft', 'agreed', 'closed', 'settled', 'cancelled', 'rejected')),
  operations      int not null default 0 check (operations >= 0),
  foreign_amount  bigint not null default 0,
  clients         bigint not null default 0,                                -- what they pay or get: sum of the prices
  tax             bigint not null default 0,                                -- as taken from the clients
  tax_due         bigint not null default 0,                                -- by the table as it is at closing
  rate            numeric(20, 10) check (rate > 0),                         -- the bank's
  rate_until      timestamptz,
  rate_source     text check (rate_source in ('typed', 'bank')),
  contract        bigint,                                                   -- foreign_amount × rate
  rounding        bigint,
  ptax            numeric(20, 10),                                          -- of the trade day
  ptax_day        date,
  trade_day       date not null,
  home_day        date,                                                     -- value days
  foreign_day     date,
  collects_tax    boolean,                                                  -- the bank pays the tax, as it was then
  number          text check (number ~ '^[0-9A-Z]{1,20}$'),                 -- registry number of the contract
  uetr            text check (length(uetr) between 1 and 60),
  home_settled_at    timestamptz,
  foreign_settled_at timestamptz,
  reason          text check (length(reason) between 3 and 500),
  makers          uuid[] not null default '{}',
  created_at      timestamptz not null default now(),
  created_by      text not null,
  agreed_at       timestamptz,
  agreed_by       text,
  closed_at       timestamptz,
  closed_by       text,
  closer_id       uuid,
  primary key (company_id, id),
  foreign key (company_id, bank_id) references exchange_bank,
  constraint exchange_closing_two_people check (not (closer_id = any (makers))),
  check ((state in ('agreed', 'closed', 'settled')) <= (rate is not null and contract is not null)),
  check ((state in ('closed', 'settled')) <= (closer_id is not null and rounding is not null)),
  check ((state = 'settled') <= (home_settled_at is not null and foreign_settled_at is not null))
);
create index exchange_closing_by_time on exchange_closing (company_id, created_at, id);
create unique index exchange_closing_number on exchange_closing (company_id, number) where number is not null;
call protect('exchange_closing');
grant select, insert, update on exchange_closing to retaguarda_app;

-- owner: exchange/closings
-- The operations of a closing. While it lives, no other has them.
create table exchange_closing_line (
  company_id   int not null default 1 references company,
  closing_id   uuid not null,
  merchant_id  int not null,
  operation_id uuid not null,
  living       boolean not null default true,
  primary key (company_id, closing_id, operation_id),
  foreign key (company_id, closing_id) references exchange_closing
);
create unique index exchange_closing_line_once on exchange_closing_line (operation_id) where living;
call protect('exchange_closing_line');
grant select, insert, update on exchange_closing_line to retaguarda_app;
