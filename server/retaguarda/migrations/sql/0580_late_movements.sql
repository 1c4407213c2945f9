-- A payment accepted after days of review, or a payout that a silent bank told of hours later, lies in a past that rules have already read.

-- owner: compliance/pld_rules
-- Movements that became known a minute or more after the moment at which they are counted. They stay, for `verify` asks what was known when.
create table movement_late (
  company_id  int not null default 1 check (company_id = 1),  -- no link, as of movement_waiting
  movement    text collate "C" not null,
  known_at    timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  merchant_id int not null,
  currency    ledger_currency not null,
  watched_at  timestamptz,
  primary key (company_id, movement)
);
create index movement_late_unwatched on movement_late (recorded_at) where watched_at is null;
call protect('movement_late');
grant select, update (watched_at) on movement_late to retaguarda_app;
