-- Mecanismo Especial de Devolução: cases that a payer's bank opens about a Pix that we received.
set local lock_timeout = '3s';

-- Sets aside what an account has, up to an amount, and answers how much; nothing, and 0, where it has nothing. A block of
-- the way out does not stand against it: what a case sets aside goes back to who lost it.
create function ledger_hold_up_to(
  p_company int, p_id uuid, p_code text, p_currency text, p_amount bigint, p_key text, p_reference text
) returns bigint
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_account ledger_account;
  v_amount  bigint;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  select * into v_account from ledger_account a
   where a.company_id = p_company and a.code = p_code and a.currency = p_currency and not a.append_only
     for no key update;
  if not found then
    raise exception 'company % has no account % in % to hold from', p_company, p_code, p_currency
      using errcode = 'RL003';
  end if;
  v_amount := least(p_amount, v_account.posted - v_account.held - coalesce(v_account.floor, 0));
  if v_amount <= 0 then
    return 0;
  end if;
  insert into ledger_hold (id, company_id, account_id, amount, key, request_hash, reference)
  values (p_id, p_company, v_account.id, v_amount, p_key,
          int8send(hash_record_extended(row(p_code, p_currency, p_amount, p_reference), 0)), p_reference);
  update ledger_account a set held = a.held + v_amount where a.id = v_account.id;
  return v_amount;
end $$;
revoke all on function ledger_hold_up_to(int, uuid, text, text, bigint, text, text) from public;
grant execute on function ledger_hold_up_to(int, uuid, text, text, bigint, text, text) to retaguarda_app;

create table med_case (
  company_id     int not null references company,
  id             uuid not null,
  end_to_end_id  text not null references pix_payment,
  charge_id      uuid,
  report_id      uuid unique,                        -- of DICT: InfractionReport
  request_id     uuid unique,                        -- of DICT: Refund
  report_status  text check (report_status in ('OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED')),
  request_status text check (request_status in ('OPEN', 'CLOSED', 'CANCELLED')),
  reason         text not null check (reason in ('fraud', 'operational_flaw')),
  status         text not null check (status in ('to_answer', 'in_analysis', 'agreed', 'recovering', 'returned', 'partly_returned',
                                                 'disagreed', 'cancelled', 'expired')),
  payer_bank     text not null check (payer_bank ~ '^[0-9A-Z]{8}$'),
  details        text not null check (length(details) <= 2000),
  account        text not null,                      -- of the ledger, where the payment's money lies
  amount         bigint not null check (amount >= 0),  -- at most: what of the payment was not given back when it was reported
  asked          bigint not null check (asked > 0),  -- of the payment, or of the request for a refund
  agreed         bigint check (agreed > 0),
  blocked        bigint not null default 0 check (blocked >= 0),
  returned       bigint not null default 0 check (returned >= 0),
  holds          int not null default 0 check (holds >= 0),   -- how many were placed; the last one is open while blocked > 0
  defence        text check (length(defence) between 1 and 2000),
  answered_at    timestamptz,
  answered_by    text,                               -- empty: nobody answered in time, which counts as a yes
  decision       text check (decision in ('agreed', 'disagreed')),
  decision_note  text check (length(decision_note) between 1 and 2000),
  decided_at     timestamptz,
  decided_by     text,                               -- empty: the merchant's own yes, or its silence
  opened_at      timestamptz not null,
  heard_at       timestamptz not null default now(),
  due_at         timestamptz,                        -- of what is to be done next
  overdue_at     timestamptz,                        -- when it was told that the time is over
  recover_until  timestamptz not null,
  ended_at       timestamptz,
  told_error     text,
  primary key (company_id, id),
  foreign key (company_id, charge_id) references charge,
  check (report_id is not null or request_id is not null),
  check ((report_id is null) = (report_status is null) and (request_id is null) = (request_status is null)),
  check (returned + blocked <= amount and agreed <= amount),
  check ((decision is null) = (decided_at is null) and (decision is not distinct from 'agreed') = (agreed is not null)),
  check (status not in ('to_answer', 'in_analysis') or decision is null),
  check (status not in ('agreed', 'recovering', 'returned', 'partly_returned', 'expired') or decision = 'agreed'),
  check (status <> 'disagreed' or decision = 'disagreed'),
  check ((ended_at is null) = (status in ('to_answer', 'in_analysis', 'agreed', 'recovering'))),
  check (ended_at is null or blocked = 0),
  check (status <> 'returned' or returned >= agreed)
);
-- One case at a time about a Pix, as DICT takes one report of a transaction at a time.
create unique index med_case_open on med_case (end_to_end_id) where ended_at is null;
create index med_case_by_time on med_case (company_id, opened_at, id);
create index med_case_of_all_by_time on med_case (opened_at, id);
create index med_case_of_charge on med_case (company_id, charge_id);
create index med_case_of_payment on med_case (end_to_end_id);
create index med_case_due on med_case (due_at) where ended_at is null;
call protect('med_case');
grant select, insert, update on med_case to retaguarda_app;

-- A refund of a case takes what the case has set aside.
alter table refund
  add column nature   text not null default 'ORIGINAL' check (nature in ('ORIGINAL', 'MED_FRAUDE', 'MED_OPERACIONAL')),
  add column med_case uuid,
  add column hold_key text,
  add constraint refund_of_case check ((med_case is null) = (nature = 'ORIGINAL') and (med_case is null) = (hold_key is null)) not valid,
  add constraint refund_med_case foreign key (company_id, med_case) references med_case not valid;
alter table refund validate constraint refund_of_case;
alter table refund validate constraint refund_med_case;
-- One at a time, so that a case is not paid twice.
create unique index refund_med_case_open on refund (company_id, med_case) where med_case is not null and status in ('requested', 'processing');
create index refund_med_case_of on refund (company_id, med_case) where med_case is not null;

-- A deposit that a case took in part stays where it was until all of it is back.
create or replace function deposit_follows_refund() returns trigger language plpgsql as $$
begin
  update deposit d
     set status = case when new.status = 'settled' and p.refunded + new.amount >= p.amount then 'returned'
                       when d.matched_by is null then 'unidentified'
                       when d.matched_by = 'person' then 'claimed'
                       else 'credited' end
    from pix_payment p
   where d.end_to_end_id = new.end_to_end_id and p.end_to_end_id = d.end_to_end_id
     and (d.status = 'returning' or new.med_case is not null);
  return null;
end $$;
