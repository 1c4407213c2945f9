-- Divides a hold: its money stays set aside, from now on by the holds that are given, and by p_rest_key for what is left of it.
-- The account does not change, so nothing waits for it. p_rest_key is answered; null: nothing was left.
create or replace function ledger_hold_divide(
  p_company int, p_key text, p_ids uuid[], p_keys text[], p_amounts bigint[], p_references text[], p_rest_id uuid, p_rest_key text
) returns text
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_hold ledger_hold;
  v_rest bigint;
  -- One moment, so that at each moment exactly what is set aside is open.
  v_now  timestamptz := clock_timestamp();
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  select * into v_hold from ledger_hold h where h.company_id = p_company and h.key = p_key for update;
  if v_hold.state is distinct from 'open' or v_hold.expires_at is not null then
    raise exception 'hold % is %', p_key, coalesce(v_hold.state, 'unknown') using errcode = 'RL004';
  end if;
  select v_hold.amount - sum(a) into v_rest from unnest(p_amounts) a;
  if v_rest is null or v_rest < 0 then
    raise exception 'hold % has not that much', p_key using errcode = 'RL006';
  end if;
  update ledger_hold set state = 'voided', closed_at = v_now where company_id = p_company and id = v_hold.id;
  insert into ledger_hold (id, company_id, account_id, amount, key, request_hash, reference, created_at)
  select n.id, p_company, v_hold.account_id, n.amount, n.key,
         int8send(hash_record_extended(row(p_key, n.amount, n.key, n.reference), 0)), n.reference, v_now
    from (select * from unnest(p_ids, p_keys, p_amounts, p_references) u (id, key, amount, reference)
          union all select p_rest_id, p_rest_key, v_rest, v_hold.reference where v_rest > 0) n;
  return case when v_rest > 0 then p_rest_key end;
end $$;
revoke all on function ledger_hold_divide(int, text, uuid[], text[], bigint[], text[], uuid, text) from public;
grant execute on function ledger_hold_divide(int, text, uuid[], text[], bigint[], text[], uuid, text) to retaguarda_app;
