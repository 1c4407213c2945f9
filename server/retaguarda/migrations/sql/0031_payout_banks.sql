-- owner: payouts/banks
-- What staff say of a bank, until an hour: stronger than what is measured.
create table bank_mark (
  company_id int not null default 1 references company,
  id         uuid not null,
  ispb       text not null references bank,
  state      text not null check (state in ('down', 'up')),
  until      timestamptz not null,
  reason     text not null check (length(reason) between 3 and 500),
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_by   text,                                          -- who took it back before its hour
  ended_at   timestamptz,
  primary key (company_id, id),
  check (until > created_at),
  check ((ended_at is null) = (ended_by is null))
);
create index bank_mark_of_bank on bank_mark (ispb, created_at);
call protect('bank_mark');
grant select, insert, update on bank_mark to retaguarda_app;

-- The live state of banks reads the orders of the last two days.
create index payout_order_by_time on payout_order (created_at);
