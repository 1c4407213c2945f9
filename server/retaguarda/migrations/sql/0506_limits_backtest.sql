-- A version of settings keeps what it would have done with the payouts before it.

-- owner: payout_engine
alter table payout_setting_version add column backtest jsonb;
