-- owner: payout_engine
-- What ended lately is counted by day; failed ones are few, and found without the others.
create index if not exists payout_failed on payout (company_id, ended_at) where status = 'failed';
-- payout_to_destination says the same.
drop index if exists payout_of_destination;
