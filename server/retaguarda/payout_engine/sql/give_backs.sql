-- What was settled inside is given back inside: two journals in one transaction, both against internal_clearing, as internal_payments.sql
-- posts them the other way.

-- Gives a part of a deposit back to the merchant that paid it, and answers why that one takes nothing: one code for all reasons; null: it
-- has it. The caller asks how much is left; what is asked again here binds whoever calls. The deposit is locked before the payment
-- (docs/decisions/order-of-locks.md).
create or replace function internal_give_back(
  p_company int, p_deposit uuid, p_id uuid, p_amount bigint, p_reason text, p_by text, p_journal uuid, p_back uuid, p_fee uuid
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_scope text;
  v_paid  uuid;
  p       payout;
  v_whole boolean;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  v_paid := deposit_to_give_back(p_company, p_deposit, p_amount);
  v_scope := see_every_company();
  select * into p from payout t where t.id = v_paid and t.inside and t.status = 'done' for update;
  if p.id is null or p_amount > p.amount - p.returned then
    raise exception 'deposit % has not that much to give back', p_deposit using errcode = 'RP003';
  elsif company_blocked(p_company, 'out') is not null then
    raise exception 'company % gives nothing out', p_company using errcode = 'RP003';
  elsif company_blocked(p.company_id, 'in') is not null or exists (
      select from ledger_account a where a.company_id = p.company_id and a.code = 'available' and a.currency = p.currency and a.blocked_in) then
    perform see_companies(v_scope);
    return 'payer_takes_nothing';
  end if;
  v_whole := p.returned + p_amount = p.amount;
  perform deposit_given_back(p_company, p_deposit, p_id, p_amount, p.currency, p_reason, p_by);
  insert into payout_return (rtr_id, company_id, payout_id, amount, currency, returned_at, reason)
  values (give_back_reference(p_id), p.company_id, p.id, p_amount, p.currency, now(), p_reason);
  update payout t set returned = t.returned + p_amount, returns_error = null where t.company_id = p.company_id and t.id = p.id;
  if p.company_id < p_company then
    perform give_back_arrives(p, p_id, p_amount, v_whole, p_back, p_fee);
  end if;
  perform ledger_post(
    p_company, p_journal, 'give_back:' || p_id, 'deposit.given_back', p_deposit::text, null,
    array[p_company, 1], array['available', 'internal_clearing'], array[p.currency, p.currency]::text[], array[-p_amount, p_amount]);
  if p.company_id > p_company then
    perform give_back_arrives(p, p_id, p_amount, v_whole, p_back, p_fee);
  end if;
  perform event_write(p.company_id, 'payouts:payment:' || case when v_whole then 'returned' else 'partly_returned' end, p.id::text, 'receiver',
    jsonb_build_object('from', case when p.returned > 0 then 'partly_returned' else 'done' end,
                       'to', case when v_whole then 'returned' else 'partly_returned' end, 'amount', p_amount,
                       'returned', p.returned + p_amount, 'rtr_id', give_back_reference(p_id), 'end_to_end_id', null, 'reason', p_reason)
    || case when v_whole and p.fee_back and p.fee > 0 then jsonb_build_object('fee_back', p.fee) else '{}' end);
  perform see_companies(v_scope);
  return null;
end $$;
revoke all on function internal_give_back(int, uuid, uuid, bigint, text, text, uuid, uuid, uuid) from public;
grant execute on function internal_give_back(int, uuid, uuid, bigint, text, text, uuid, uuid, uuid) to retaguarda_app;

-- What a giving back is called on the payer's side.
create or replace function give_back_reference(p_id uuid) returns text language sql immutable parallel safe as
$$ select 'I' || replace(p_id::text, '-', '') $$;

-- The payer's side: its journal, and the fee where that was promised.
create or replace function give_back_arrives(p payout, p_id uuid, p_amount bigint, p_whole boolean, p_journal uuid, p_fee uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform ledger_post(
    p.company_id, p_journal, 'return:' || give_back_reference(p_id), 'payouts.returned', p.id::text, null,
    array[p.company_id, 1], array['available', 'internal_clearing'], array[p.currency, p.currency]::text[], array[p_amount, -p_amount]);
  if p_whole and p.fee_back and p.fee > 0 then
    perform ledger_post(
      p.company_id, p_fee, 'fee_back:' || p.id, 'payouts.fee_returned', p.id::text, null,
      array[p.company_id, 1], array['available', 'pix_fees'], array[p.currency, p.currency]::text[], array[p.fee, -p.fee]);
  end if;
end $$;
revoke all on function give_back_arrives(payout, uuid, bigint, boolean, uuid, uuid) from public;
