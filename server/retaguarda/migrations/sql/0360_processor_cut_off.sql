-- owner: payouts/processors
-- Until which hour of a business day (Brasília) a processor takes new orders; null: at any hour of any day. And what it charges for one.
alter table payout_processor add column cut_off time;
alter table payout_processor add column cost bigint check (cost > 0);
alter table payout_processor add column currency ledger_currency;
alter table payout_processor add constraint payout_processor_cost check ((cost is null) = (currency is null));
drop function if exists payout_processor_for(text, uuid);
