-- What the files of a statement need: who keeps the accounts, and the last entry before a moment.
set local lock_timeout = '3s';

-- Every merchant's statement names the provider, whose row they do not see.
create function statement_keeper() returns table (legal_name text, document text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.legal_name, c.document from company c where c.id = 1
$$;

-- Halving, as ledger_balance() does: versions have no gaps and times run with them. No row: there is none before.
create function ledger_last_before(p_company int, p_account bigint, p_moment timestamptz)
returns table (version bigint, balance bigint)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_low    bigint := 0;
  v_high   bigint;
  v_middle bigint;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  select a.version into v_high from ledger_account a
   where a.id = p_account and a.company_id = p_company and not a.append_only;
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    if (select e.posted_at < p_moment from ledger_entry e where e.account_id = p_account and e.version = v_middle) then
      v_low := v_middle;
    else
      v_high := v_middle - 1;
    end if;
  end loop;
  return query select e.version, e.balance_after from ledger_entry e
    where e.account_id = p_account and e.version = v_low;
end $$;
revoke all on function statement_keeper(), ledger_last_before(int, bigint, timestamptz) from public;
grant execute on function statement_keeper(), ledger_last_before(int, bigint, timestamptz) to retaguarda_app;
