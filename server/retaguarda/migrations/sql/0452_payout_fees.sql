-- The fee of a payment by its amount, and whether it is given back with a payment that came back whole.

-- owner: payout_engine
-- fee_points: hundredths of a percent of the amount, beside the fixed fee. fee_least, fee_top: bounds of both together.
alter table payout_setting_version
  add column fee_points int check (fee_points between 0 and 10000),
  add column fee_least bigint check (fee_least between 0 and 100000),
  add column fee_top bigint check (fee_top between 0 and 100000),
  add column fee_back boolean not null default false,
  add check (fee_least <= fee_top);
-- It answers four columns more.
drop function if exists payout_rules(int);

-- As the settings said when it was authorised: a later change of them takes nothing back that was promised.
alter table payout add column fee_back boolean not null default false;

-- owner: payouts/batches
alter table payout_batch add column fee_back boolean not null default false;
