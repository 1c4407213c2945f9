-- A return that staff read in a file may be of no payment we know: its money waits on suspense all the same.
alter table payout_case alter column payout_id drop not null;
alter table payout_case add constraint payout_case_without_payment check (payout_id is not null or kind = 'return_unmatched') not valid;
alter table payout_case validate constraint payout_case_without_payment;
