-- owner: payout_engine
-- What the bank did and no payment explains: it paid after it had refused, paid twice, or sent back what nothing matches. Its
-- money waits on the provider's payout_suspense until two persons settle the case. reference: the end-to-end id, rtrId or number of the
-- bank; key: what makes it one case, however often the bank tells of it.
create table payout_case (
  company_id     int not null references company,
  id             uuid not null,
  key            text not null check (key ~ '^(late|twice|stray):' and length(key) between 6 and 120),
  kind           text not null check (kind in ('paid_after_failed', 'paid_twice', 'return_unmatched')),
  payout_id      uuid not null,
  order_id       uuid,
  reference      text not null check (length(reference) between 1 and 60),
  amount         bigint not null check (amount > 0),
  currency       ledger_currency not null,
  source         text not null check (source in ('bank', 'file')),
  evidence       text not null check (length(evidence) between 1 and 500),
  opened_at      timestamptz not null default now(),
  status         text not null default 'open' check (status in ('open', 'proposed', 'settled')),
  outcome        text check (outcome in ('merchant', 'losses', 'bank')),
  reason         text check (length(reason) between 3 and 500),
  proposed_at    timestamptz,
  proposed_by    text,
  proposed_by_id uuid,
  settled_at     timestamptz,
  settled_by     text,
  settled_by_id  uuid,
  primary key (company_id, id),
  unique (company_id, key),
  foreign key (company_id, payout_id) references payout (company_id, id),
  check ((status = 'open') = (outcome is null) and (status = 'open') = (reason is null) and (status = 'open') = (proposed_at is null)
         and (status = 'open') = (proposed_by is null) and (status = 'open') = (proposed_by_id is null)),
  check ((status = 'settled') = (settled_at is not null) and (status = 'settled') = (settled_by is not null)
         and (status = 'settled') = (settled_by_id is not null)),
  -- Two persons: who proposes how a case ends does not settle it.
  check (settled_by_id <> proposed_by_id)
);
create index payout_case_order on payout_case (opened_at, id);
create index payout_case_of_company on payout_case (company_id, opened_at, id);
create index payout_case_of_payout on payout_case (company_id, payout_id);
create index payout_case_open on payout_case (company_id, opened_at) where status <> 'settled';
call protect('payout_case');
grant select, insert, update on payout_case to retaguarda_app;

-- A line of a payment return may open a case.
alter table payment_line drop constraint payment_line_effect_check;
alter table payment_line add constraint payment_line_effect_check check (effect in (
  'done', 'failed', 'cancelled', 'returned', 'released', 'case', 'contradiction', 'unknown', 'not_ours', 'no_change', 'already'));
alter table payment_line drop constraint payment_line_why;
alter table payment_line add constraint payment_line_why
  check ((why is not null) = (effect in ('no_change', 'contradiction', 'case')));

-- A new installation opens them when it is founded (payin/payments/open_accounts.py).
insert into ledger_account (company_id, code, currency, floor, append_only)
select c.company_id, a.code, c.currency, null, true from ledger_account c cross join (values ('payout_suspense'), ('payout_losses')) a (code)
 where c.company_id = 1 and c.code = 'pix_clearing' on conflict do nothing;
