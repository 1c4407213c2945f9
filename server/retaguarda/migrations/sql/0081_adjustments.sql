-- An adjustment is a note to a merchant that names where it comes from.
alter table merchant_note drop constraint merchant_note_reason_check;
alter table merchant_note add constraint merchant_note_reason_check check (reason in
  ('fee_correction', 'bank_fee', 'rounding', 'goodwill', 'write_off', 'chargeback_fee', 'conciliation', 'other'));
alter table merchant_note add column origin text not null default 'hand' check (origin in ('hand', 'exception', 'return_file', 'dispute'));
alter table merchant_note add column origin_id uuid;
-- The provider's ledger account on the other side: adjustments, or the clearing account of the bank line that it books.
alter table merchant_note add column against ledger_code not null default 'adjustments';
alter table merchant_note add column evidence text check (length(evidence) between 3 and 500);
alter table merchant_note add constraint merchant_note_origin check ((origin_id is null) or origin <> 'hand');
create index merchant_note_of_all_by_age on merchant_note (created_at, id);
