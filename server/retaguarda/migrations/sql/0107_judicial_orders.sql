-- Courts' orders (SISBAJUD): money of a document is held up to an amount, and each credit up to what is missing, until it is released
-- or goes to the court.

-- owner: compliance/judicial_orders
-- held: what stands held for it now; transferred: what went to the court. Both never come to more than the order.
create table judicial_order (
  company_id       int not null default 1 references company check (company_id = 1),
  id               uuid not null,
  protocol         text not null unique check (length(protocol) between 4 and 40),
  court            text not null check (length(court) between 3 and 200),
  process          text not null check (length(process) between 5 and 40),
  document         text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  holder_name      text not null check (length(holder_name) between 1 and 200),
  amount           bigint not null check (amount > 0),
  currency         ledger_currency not null,
  received_on      date not null,
  due_at           timestamptz not null,
  repeat_until     timestamptz,                          -- null: what is there when it is executed, once
  secret           boolean not null,                     -- its holder is told nothing
  status           text not null default 'received' check (status in ('received', 'executing', 'answered', 'transferred', 'released')),
  outcome          text check (outcome in ('full', 'partial', 'none', 'not_a_client')),
  held             bigint not null default 0 check (held >= 0),
  transferred      bigint not null default 0 check (transferred >= 0),
  registered_at    timestamptz not null default now(),
  registered_by    text not null,
  registered_by_id uuid not null,
  executed_at      timestamptz,
  executed_by      text,
  executed_by_id   uuid,
  answered_at      timestamptz,
  answered_by      text,
  ended_at         timestamptz,
  ended_by         text,
  ended_by_id      uuid,
  end_reason       text check (length(end_reason) between 3 and 500),
  primary key (company_id, id),
  constraint judicial_order_within check (held + transferred <= amount),
  constraint judicial_order_two_people check (executed_by_id <> registered_by_id and ended_by_id <> executed_by_id),
  constraint judicial_order_executed check ((status = 'received') = (executed_at is null)),
  constraint judicial_order_answered check ((answered_at is null) = (outcome is null)),
  constraint judicial_order_ended check ((status in ('transferred', 'released')) = (ended_at is not null) and (ended_at is null or held = 0))
);
create index judicial_order_by_time on judicial_order (company_id, registered_at, id);
create index judicial_order_of_document on judicial_order (document);
call protect('judicial_order');
grant select, insert, update on judicial_order to retaguarda_app;

-- owner: compliance/judicial_orders
-- The accounts that an order is about, found when it was executed; each credit looks here.
create table judicial_account (
  company_id int not null default 1 references company check (company_id = 1),
  order_id   uuid not null,
  account_id bigint not null references ledger_account,
  primary key (company_id, order_id, account_id),
  foreign key (company_id, order_id) references judicial_order
);
create index judicial_account_credited on judicial_account (account_id);
call protect('judicial_account');
grant select on judicial_account to retaguarda_app;

-- owner: compliance/judicial_orders
-- Each hold of an order, by its key among the holds of the merchant.
create table judicial_hold (
  company_id  int not null default 1 references company check (company_id = 1),
  order_id    uuid not null,
  key         text not null,
  merchant_id int not null references company,
  account_id  bigint not null references ledger_account,
  code        text not null,
  amount      bigint not null check (amount > 0),
  currency    ledger_currency not null,
  cause       text not null check (cause in ('execution', 'credit')),
  at          timestamptz not null default clock_timestamp(),
  ended_at    timestamptz,
  ended_as    text check (ended_as in ('released', 'transferred')),
  primary key (company_id, order_id, key),
  foreign key (company_id, order_id) references judicial_order,
  constraint judicial_hold_ended check ((ended_at is null) = (ended_as is null))
);
call protect('judicial_hold');
grant select on judicial_hold to retaguarda_app;
