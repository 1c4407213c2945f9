-- What another merchant paid may be given back, in parts or whole, without a bank.

-- owner: account/deposits
-- What of it was given back to the merchant that paid it; minor units.
alter table deposit add column given_back bigint not null default 0;
alter table deposit add constraint deposit_given_back check (
  given_back = 0 or (internal_id is not null and given_back between 1 and amount)) not valid;
alter table deposit validate constraint deposit_given_back;

-- owner: account/deposits
-- Each giving back of a deposit that another merchant paid; the payer's side of it is a payout_return.
create table deposit_give_back (
  company_id int not null references company,
  id         uuid not null,
  deposit_id uuid not null references deposit,
  amount     bigint not null check (amount > 0),
  currency   ledger_currency not null,
  reason     text not null check (length(reason) between 1 and 140),
  given_at   timestamptz not null default clock_timestamp(),
  given_by   text not null,
  primary key (company_id, id)
);
create index deposit_give_back_of_deposit on deposit_give_back (deposit_id);
call protect('deposit_give_back');
grant select on deposit_give_back to retaguarda_app;

-- owner: payout_engine
-- A payment that was settled inside is found by the deposit that it became, whose merchant does not see the payer's rows.
create index if not exists payout_inside on payout (id) where inside;

-- owner: payout_engine
-- I: given back inside, by its number there.
alter table payout_return add column reason text check (length(reason) between 1 and 140);
alter table payout_return drop constraint payout_return_rtr_id_check;
alter table payout_return add constraint payout_return_rtr_id_check
  check (rtr_id ~ '^(D[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}|RG[0-9]{1,18}|RL[0-9]{1,18}\.[0-9]{8}\.[0-9]{1,15}\.[0-9]{1,3}|I[0-9a-f]{32})$') not valid;
alter table payout_return validate constraint payout_return_rtr_id_check;

-- owner: compliance/pld_rules
-- What another merchant paid was in no bucket: who got or paid such money is counted anew.
delete from movement_subject s
 where exists (select from deposit d where d.internal_id is not null
                  and (s.target, s.subject) in (('merchant', d.company_id::text), ('end_user', d.payer_document)));
