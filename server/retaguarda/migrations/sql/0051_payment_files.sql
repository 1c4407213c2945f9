-- Return files have families: of collection, about charges, and of payments, about orders.
alter table return_file add column family text not null default 'collection' check (family in ('collection', 'payment'));
drop index return_file_once;
create unique index return_file_once on return_file (company_id, family, sha256) where sha256 is not null;
create index return_file_sequence on return_file (family, bank, agreement, sequence) where status = 'applied';

-- owner: payouts/remittances
create table remittance (
  company_id      int not null default 1 references company,
  id              uuid not null,
  processor_id    uuid not null,
  state           text not null default 'drafted' check (state in
                    ('drafted', 'sealed', 'delivered', 'acknowledged', 'answered', 'closed', 'refused', 'discarded')),
  sequence        bigint check (sequence between 1 and 999999),   -- NSA, given when it is sealed
  day             date not null,                                  -- on which the bank is to pay
  lines           int not null check (lines > 0),
  currency        ledger_currency not null,
  amount          bigint not null check (amount > 0),
  plan_hash       text not null,                                  -- of its lines, as a person saw them
  sha256          bytea check (length(sha256) = 32),              -- of the file
  bytes           bytea,                                          -- the file, as it was sealed
  created_at      timestamptz not null default now(),
  actor           text not null,
  sealed_at       timestamptz,
  sealed_by       text,
  delivered_at    timestamptz,
  delivered_by    text,
  ended_at        timestamptz,
  primary key (company_id, id),
  foreign key (company_id, processor_id) references payout_processor,
  constraint remittance_sequence unique (processor_id, sequence),
  constraint remittance_sealed check ((sequence is null) = (state in ('drafted', 'discarded')) and (sequence is null) = (bytes is null)
    and (sequence is null) = (sha256 is null) and (sequence is null) = (sealed_at is null)),
  constraint remittance_ended check ((ended_at is not null) = (state in ('closed', 'refused', 'discarded')))
);
create index remittance_by_time on remittance (company_id, created_at, id);
call protect('remittance');
grant select, insert, update on remittance to retaguarda_app;

-- owner: payouts/remittances
create table remittance_line (
  company_id    int not null default 1 references company,
  remittance_id uuid not null,
  number        int not null check (number > 0),
  merchant_id   int not null references company,
  payout_id     uuid not null,
  order_id      uuid not null,
  reference     text not null check (length(reference) between 1 and 20),  -- what the bank knows the order by
  currency      ledger_currency not null,
  amount        bigint not null check (amount > 0),
  outcome       text not null default 'waiting' check (outcome in ('waiting', 'done', 'failed', 'released')),
  freed         boolean not null default false,                            -- its remittance was refused or discarded
  primary key (company_id, remittance_id, number),
  foreign key (company_id, remittance_id) references remittance,
  foreign key (merchant_id, order_id) references payout_order
);
-- An order is in one unrefused remittance only.
create unique index remittance_line_once on remittance_line (merchant_id, order_id) where not freed;
call protect('remittance_line');
grant select, insert, update on remittance_line to retaguarda_app;

-- owner: payouts/return_files
create table payment_line (
  company_id     int not null references company,  -- of its file
  file_id        uuid not null,
  number         bigint not null,                  -- of its first line in the file
  segment        text not null,
  method         text not null,
  codes          text not null,                    -- as the bank writes them, up to five
  code           text not null,                    -- the one that decides
  meaning        text not null,
  reference      text not null,
  bank_ref       text not null,
  currency       ledger_currency not null,
  amount         bigint not null,
  paid           bigint not null,
  paid_on        date,
  payee_name     text not null,
  payee_document text not null,
  authentication text not null,
  merchant_id    int references company,
  payout_id      uuid,
  order_id       uuid,
  remittance_id  uuid,
  effect         text not null check (effect in ('done', 'failed', 'cancelled', 'returned', 'released', 'no_change', 'already',
                                                 'contradiction', 'unknown', 'not_ours')),
  why            text,
  done_at        timestamptz,
  primary key (company_id, file_id, number),
  foreign key (company_id, file_id) references return_file,
  constraint payment_line_why check ((why is not null) = (effect in ('no_change', 'contradiction'))),
  constraint payment_line_order check ((order_id is null) = (merchant_id is null) and (order_id is null) = (effect = 'not_ours'))
);
create index payment_line_effect on payment_line (company_id, file_id, effect, number);
create index payment_line_order on payment_line (merchant_id, order_id) where order_id is not null;
call protect('payment_line');
grant select, insert, update, delete on payment_line to retaguarda_app;
