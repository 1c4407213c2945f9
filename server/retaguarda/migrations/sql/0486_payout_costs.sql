-- What processors charge, since when, and what each order cost: booked once.

-- owner: payouts/processors
-- What a processor charges for an order by a method, from a day on: a fixed part and a share in hundredths of a percent. Minor units.
create table payout_tariff (
  company_id   int not null default 1 references company check (company_id = 1),
  processor_id uuid not null,
  method       text not null check (method ~ '^[a-z_]{2,20}$'),
  version      int not null check (version > 0),
  fixed        bigint not null check (fixed between 0 and 1000000),
  points       int not null check (points between 0 and 10000),
  currency     ledger_currency not null,
  valid_from   date not null,
  actor        text not null,
  created_at   timestamptz not null default clock_timestamp(),
  primary key (company_id, processor_id, method, version),
  foreign key (company_id, processor_id) references payout_processor
);
call protect('payout_tariff');
grant select, insert on payout_tariff to retaguarda_app;

-- owner: payouts/processors
-- The house account whose statement tells what this processor charges; null: there is none, and the tariff is booked.
alter table payout_processor add column statement_account_id uuid unique;

-- owner: payouts/costs
-- One booking of what a processor charged for orders of a day.
create table payout_cost_run (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  processor_id uuid not null,
  day          date not null,
  orders       int not null check (orders > 0),
  amount       bigint not null check (amount > 0),
  currency     ledger_currency not null,
  posted_at    timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
call protect('payout_cost_run');
grant select, insert on payout_cost_run to retaguarda_app;

-- owner: payouts/costs
-- What an order that was carried out costs by the tariff of its day. run_id: with what it was booked; null: not yet, or never, where the
-- processor's statement tells (by_statement).
create table payout_order_cost (
  company_id   int not null default 1 references company check (company_id = 1),
  merchant_id  int not null references company,
  order_id     uuid not null,
  payout_id    uuid not null,
  processor_id uuid not null,
  method       text not null,
  day          date not null,
  amount       bigint not null check (amount > 0),
  currency     ledger_currency not null,
  by_statement boolean not null,
  run_id       uuid,
  primary key (company_id, merchant_id, order_id),
  foreign key (merchant_id, order_id) references payout_order,
  foreign key (company_id, run_id) references payout_cost_run,
  check (run_id is null or not by_statement)
);
create index payout_order_cost_of_payout on payout_order_cost (merchant_id, payout_id);
create index payout_order_cost_to_post on payout_order_cost (processor_id, day) where run_id is null and not by_statement;
create index payout_order_cost_of_run on payout_order_cost (run_id) where run_id is not null;
call protect('payout_order_cost');
grant select, update (run_id) on payout_order_cost to retaguarda_app;
