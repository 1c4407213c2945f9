-- owner: payout_engine
-- The hold desk: what somebody has to decide on, by when its clock ends; without a clock, by when it was asked for.
create index if not exists payout_on_hold on payout ((coalesce(hold_until, created_at)), id) where status = 'on_hold';
