-- Two things that staff look into though the bank moved no money: a key that belongs to somebody else when it is to be paid, and files
-- of a bank that were passed over.
alter table payout_case drop constraint payout_case_kind_check;
alter table payout_case add constraint payout_case_kind_check
  check (kind in ('paid_after_failed', 'paid_twice', 'return_unmatched', 'refused_after_paid', 'owner_changed', 'file_gap'));
alter table payout_case drop constraint payout_case_key_check;
alter table payout_case add constraint payout_case_key_check
  check (key ~ '^(late|twice|stray|denied|owner|gap):' and length(key) between 5 and 120);
alter table payout_case drop constraint payout_case_without_payment;
alter table payout_case add constraint payout_case_without_payment check (payout_id is not null or kind in ('return_unmatched', 'file_gap'));
alter table payout_case drop constraint payout_case_amount_check;
alter table payout_case add constraint payout_case_amount_check check (amount >= 0 and (amount > 0) = (kind <> 'file_gap'));
alter table payout_case drop constraint payout_case_source_check;
alter table payout_case add constraint payout_case_source_check check (source in ('bank', 'file', 'directory'));
-- How a case ends that moved nothing is that somebody accepts it, with the reason.
alter table payout_case drop constraint payout_case_outcome_check;
alter table payout_case add constraint payout_case_outcome_check
  check (outcome in ('merchant', 'losses', 'bank', 'accepted') and (outcome = 'accepted') = (kind in ('owner_changed', 'file_gap')));
