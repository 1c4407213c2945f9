-- Payments to other merchants are settled inside, in two journals and without a bank.

-- owner: payout_engine
-- inside: it ended without a bank, for whom it went to has an account with us.
alter table payout add column inside boolean not null default false;

-- owner: account/deposits
-- internal_id: the payment by which another merchant sent it.
alter table deposit add column internal_id uuid;
create unique index deposit_of_internal on deposit (internal_id) where internal_id is not null;
alter table deposit drop constraint deposit_matched_by_check;
alter table deposit add constraint deposit_matched_by_check check (matched_by in ('code', 'key', 'person', 'internal')) not valid;
alter table deposit validate constraint deposit_matched_by_check;
alter table deposit drop constraint deposit_way;
alter table deposit add constraint deposit_way check (
  num_nonnulls(end_to_end_id, file_id, internal_id) = 1
  and (file_id is null) = (line is null) and (file_id is null) = (file_company_id is null)
  and (end_to_end_id is null) = (amount is not null) and (end_to_end_id is null) = (paid_at is not null)
  and (end_to_end_id is null) = (bank is not null)
  and (file_id is null or status = 'claimed') and (internal_id is null) = (matched_by is distinct from 'internal')) not valid;
alter table deposit validate constraint deposit_way;
