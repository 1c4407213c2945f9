-- Payment scheduling: withdrawals that happen by themselves, and every run of them, once.
set local lock_timeout = '3s';

create table payment_schedule (
  id              uuid primary key,
  company_id      int not null references company,
  name            text not null check (length(name) between 1 and 80),
  bank_account_id uuid not null,
  amount          bigint check (amount > 0),             -- null: all that is available, but what is kept
  keep            bigint not null default 0 check (keep >= 0),
  frequency       text not null check (frequency in ('once', 'daily', 'weekly', 'monthly')),
  starts_on       date not null,
  ends_on         date,
  weekday         int check (weekday between 1 and 7),
  day             int check (day between 1 and 31),
  rule            text not null check (rule in ('previous', 'next', 'none')),
  time_zone       text not null,
  hour            int not null check (hour between 0 and 23),
  status          text not null check (status in ('active', 'paused', 'ended')),
  next_run        timestamptz,
  last_run        timestamptz,
  last_result     text check (last_result in ('requested', 'failed', 'missed', 'skipped')),
  created_at      timestamptz not null default now(),
  created_by      uuid,
  foreign key (company_id, bank_account_id) references bank_account,
  check ((status = 'active') = (next_run is not null)),
  check ((frequency = 'weekly') = (weekday is not null)),
  check ((frequency = 'monthly') = (day is not null)),
  check (ends_on >= starts_on),
  check (frequency <> 'once' or ends_on is null),
  check (amount is null or keep = 0)
);
create index payment_schedule_by_time on payment_schedule (company_id, created_at, id);
create index payment_schedule_due on payment_schedule (next_run) where status = 'active';
call protect('payment_schedule');
grant select, insert, update on payment_schedule to retaguarda_app;

-- A moment of a schedule is claimed by writing it down: whoever comes second finds it taken.
create table payment_schedule_run (
  id          uuid primary key,
  company_id  int not null references company,
  schedule_id uuid not null references payment_schedule,
  planned_for timestamptz not null,
  by_hand     boolean not null default false,
  state       text not null check (state in ('requested', 'failed', 'missed', 'skipped')),
  reason      text check (length(reason) between 1 and 100),
  detail      text check (length(detail) <= 500),
  amount      bigint check (amount > 0),
  transfer_id uuid,
  at          timestamptz not null default clock_timestamp(),
  unique (schedule_id, planned_for),
  foreign key (company_id, transfer_id) references transfer,
  check ((state = 'requested') = (transfer_id is not null)),
  check ((state = 'failed') = (reason is not null))
);
call protect('payment_schedule_run');
call append_only('payment_schedule_run');
grant select, insert on payment_schedule_run to retaguarda_app;
