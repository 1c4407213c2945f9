-- What a merchant's payouts may do and cost, and one live repetition of a payout at most.

-- owner: payout_engine
-- A change is a new row; of those whose time has come the newest is in force. The rows of company 1 hold for every merchant
-- without one of its own; null: as for all, or no such limit.
create table payout_setting_version (
  company_id         int not null references company,
  version            int not null check (version > 0),
  currency           ledger_currency not null,
  fee                bigint check (fee between 0 and 100000),      -- of each payment; minor units, as all sums here
  most               bigint check (most > 0),                      -- in one payment
  first_most         bigint check (first_most > 0),                -- in the first payment to a destination
  day_most           bigint check (day_most > 0),
  night_most         bigint check (night_most > 0),
  methods            text[] not null check (methods <@ array['pix']),
  cooling_off_hours  int check (cooling_off_hours between 0 and 720),
  queue              boolean not null,                             -- without funds: wait, instead of refusing
  queue_days         int not null check (queue_days between 1 and 90),
  queue_skips        boolean not null,                             -- a smaller one may leave before one that does not fit
  hold_ends          text not null check (hold_ends in ('release', 'refuse')),
  duplicates         text not null check (duplicates in ('off', 'warn', 'refuse')),
  external_id_needed boolean not null,
  valid_from         timestamptz not null,
  created_at         timestamptz not null default clock_timestamp(),
  actor              text not null,
  reverts            int,                                          -- the version whose values it took over
  primary key (company_id, version)
);
create index payout_setting_version_valid on payout_setting_version (company_id, valid_from);
call protect('payout_setting_version');
grant select, insert on payout_setting_version to retaguarda_app;

-- Whether its money is set aside in a hold of its own: not while it waits for money, nor where its batch holds it.
alter table payout add column held boolean not null default true;

create unique index if not exists payout_replaced_once on payout (company_id, replaces)
  where replaces is not null and status not in ('failed', 'cancelled', 'rejected');
create index if not exists payout_to_destination on payout (company_id, destination, created_at) where destination is not null;
create index if not exists payout_waiting on payout (company_id, created_at, id) where status in ('queued', 'on_hold');
