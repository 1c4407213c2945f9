-- A line of a bank's return file that no charge asked for becomes a deposit of the merchant whose money it is said to be.
set local lock_timeout = '3s';

-- What came by a bank and not by Pix tells by itself what its Pix would tell.
alter table deposit
  alter column end_to_end_id drop not null,
  add column file_company_id int,
  add column file_id uuid,
  add column line bigint,
  add column bank text,
  add column bank_ref text,
  add column payer_name text,
  add column payer_document text,
  add column amount bigint check (amount > 0),
  add column paid_at timestamptz,
  add constraint deposit_line foreign key (file_company_id, file_id, line) references return_line,
  add constraint deposit_came_once unique (file_company_id, file_id, line),
  add constraint deposit_way check (
    (end_to_end_id is null) = (file_id is not null) and (file_id is null) = (line is null) and (file_id is null) = (file_company_id is null)
    and (file_id is null) = (amount is null) and (file_id is null) = (paid_at is null) and (file_id is null) = (bank is null)
    and (file_id is null or status = 'claimed'));

alter table return_line
  drop constraint return_line_decision_check,
  drop constraint return_line_done_check,
  drop constraint return_line_decided_check,
  add constraint return_line_decision_check check (decision in ('assigned', 'dismissed', 'credited')) not valid,
  add constraint return_line_done_check
    check (done_at is null or effect in ('settle', 'fee') or decision in ('dismissed', 'credited')) not valid,
  add constraint return_line_decided_check
    check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)
           and (decision is distinct from 'assigned' or effect = 'settle')
           and (decision is null or done_at is not null)) not valid;
