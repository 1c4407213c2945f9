-- owner: payout_engine
-- fee_tiers: from the so many-th payment of a month on, another fixed fee (minor units) and another share (hundredths of a percent).
alter table payout_setting_version add column fee_tiers jsonb check (jsonb_typeof(fee_tiers) = 'array');
