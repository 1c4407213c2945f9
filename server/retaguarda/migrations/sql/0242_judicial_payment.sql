-- What was taken for a court leaves as a payout of the provider's, by an origin of its own.

-- owner: compliance/judicial_orders
-- Where the court wants the money, and who said so; somebody else sends it there.
alter table judicial_order
  add column directed_at        timestamptz,
  add column directed_by        text,
  add column directed_by_id     uuid,
  add column court_ispb         text check (court_ispb ~ '^[0-9A-Z]{8}$'),
  add column court_compe        text check (court_compe ~ '^[0-9]{3}$'),
  add column court_bank         text check (length(court_bank) <= 200),
  add column court_branch       text check (court_branch ~ '^[0-9]{1,4}$'),
  add column court_number       text check (court_number ~ '^[0-9]{1,20}$'),
  add column court_account_type text check (court_account_type in ('CACC', 'SVGS', 'TRAN')),
  add column court_holder       text check (length(court_holder) between 1 and 200),
  add column court_document     text check (court_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  add column deposit_id         text check (length(deposit_id) between 1 and 140),
  add constraint judicial_order_directed check (num_nonnulls(directed_at, directed_by, directed_by_id, court_ispb, court_branch, court_number,
                                                             court_account_type, court_holder, court_document, deposit_id) in (0, 10));

-- owner: compliance/judicial_orders
-- Each payout of an order's money. Of several only one is not failed: see payout_for_court.
create table judicial_payment (
  company_id     int not null default 1 references company check (company_id = 1),
  payout_id      uuid not null,
  order_id       uuid not null,
  amount         bigint not null check (amount > 0),
  currency       ledger_currency not null,
  directed_by_id uuid not null,
  sent_by        text not null,
  sent_by_id     uuid not null,
  at             timestamptz not null default clock_timestamp(),
  primary key (company_id, payout_id),
  foreign key (company_id, payout_id) references payout,
  foreign key (company_id, order_id) references judicial_order,
  constraint judicial_payment_two_people check (sent_by_id <> directed_by_id)
);
create index judicial_payment_of_order on judicial_payment (order_id, at);
call protect('judicial_payment');
grant select, insert on judicial_payment to retaguarda_app;

-- owner: payout_engine
alter table payout drop constraint payout_origin_check;
alter table payout add constraint payout_origin_check check (origin in ('withdrawal', 'schedule', 'recipient', 'payout', 'batch', 'split', 'judicial'))
  not valid;
alter table payout validate constraint payout_origin_check;
alter table payout add constraint payout_judicial_check check ((origin = 'judicial') <= (company_id = 1 and origin_id is not null)) not valid;
alter table payout validate constraint payout_judicial_check;
-- No row has the origin yet: nothing is read but the table once.
create unique index if not exists payout_for_court on payout (origin_id)
  where origin = 'judicial' and status not in ('failed', 'cancelled', 'rejected') and returned < amount;
