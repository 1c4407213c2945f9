-- Many credits at once: what a batch of payments posts, in one call.
set local lock_timeout = '3s';

-- Posts one journal for each place of the arrays, as ledger_post would: the net to the company's own account p_code, all of it
-- from the provider's account p_source, and the share, where there is one, to the provider's account p_shared. The provider's are
-- append-only. Nothing is posted twice: a key that was used is an error (23505), and then nothing of the call stands.
--
-- Accounts are locked in the order of their companies, once for all their journals; what is blocked takes nothing in.
create function ledger_credit_many(
  p_companies int[], p_ids uuid[], p_keys text[], p_kind text, p_references text[], p_effective_at timestamptz[],
  p_code text, p_currency text, p_source text, p_shared text, p_nets bigint[], p_shares bigint[]
) returns void
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_source  bigint;
  v_shared  bigint;
  v_wanted  bigint;
  v_found   bigint;
  v_before  bigint[];
  v_posting text;
begin
  if not scope_all() and exists (select from unnest(p_companies) c (id) where c.id <> all (scope_companies())) then
    raise exception 'a company is out of scope' using errcode = 'RL009';
  end if;
  select coalesce(max(a.id), ledger_unknown_account(1, p_source, p_currency)) into v_source from ledger_account a
   where a.company_id = 1 and a.code = p_source and a.currency = p_currency and a.append_only;
  select coalesce(max(a.id), ledger_unknown_account(1, p_shared, p_currency)) into v_shared from ledger_account a
   where a.company_id = 1 and a.code = p_shared and a.currency = p_currency and a.append_only;

  insert into ledger_journal (id, company_id, legs, key, request_hash, kind, reference, effective_at)
  select l.id, l.company, case when l.share > 0 then 3 else 2 end, l.key,
         int8send(hash_record_extended(row(
           p_kind, l.reference, l.at,
           case when l.share > 0 then array[l.company, 1, 1] else array[l.company, 1] end,
           case when l.share > 0 then array[p_code, p_source, p_shared] else array[p_code, p_source] end,
           case when l.share > 0 then array[p_currency, p_currency, p_currency] else array[p_currency, p_currency] end,
           case when l.share > 0 then array[l.net, -l.net - l.share, l.share] else array[l.net, -l.net] end,
           null::text, null::uuid), 0)),
         p_kind, l.reference, l.at
    from unnest(p_companies, p_ids, p_keys, p_references, p_effective_at, p_nets, p_shares)
         l (company, id, key, reference, at, net, share)
   order by l.company, l.key;

  -- In one order, whoever else does the same.
  perform from ledger_account a
   where a.company_id = any (p_companies) and a.code = p_code and a.currency = p_currency and not a.append_only
   order by a.company_id for update;

  v_posting := set_config('retaguarda.posting', 'on', true);
  with leg as materialized (
    select l.company, l.id, l.net, l.share, l.place,
           row_number() over mine as nth, sum(l.net) over mine as so_far
      from unnest(p_companies, p_ids, p_nets, p_shares) with ordinality l (company, id, net, share, place)
    window mine as (partition by l.company order by l.place)
  ), moved as (
    -- The time is taken after the lock, so that times run with versions.
    update ledger_account a
       set posted = a.posted + s.net, version = a.version + s.legs, posted_at = greatest(a.posted_at, clock_timestamp())
      from (select company, sum(net)::bigint as net, count(*) as legs from leg group by company) s
     where a.company_id = s.company and a.code = p_code and a.currency = p_currency and not a.append_only and not a.blocked_in
    returning a.id, a.company_id, a.posted - s.net as posted, a.version - s.legs as version, a.posted_at
  ), entered as (
    insert into ledger_entry (journal_id, account_id, amount, version, balance_after, posted_at, company_id, leg, currency)
    select l.id, m.id, l.net, m.version + l.nth, m.posted + l.so_far, m.posted_at, l.company, 1, p_currency
      from leg l join moved m on m.company_id = l.company
    union all
    select l.id, v_source, -l.net - l.share, null, null, clock_timestamp(), l.company, 2, p_currency from leg l
    union all
    select l.id, v_shared, l.share, null, null, clock_timestamp(), l.company, 3, p_currency from leg l where l.share > 0
    returning 1
  )
  select (select count(*) from moved), (select count(distinct company) from leg) into v_found, v_wanted;
  v_posting := set_config('retaguarda.posting', 'off', true);
  if v_found <> v_wanted then
    raise exception 'an account % of these companies takes nothing in, or is not there', p_code using errcode = 'RL003';
  end if;
end $$;
revoke all on function ledger_credit_many(
  int[], uuid[], text[], text, text[], timestamptz[], text, text, text, text, bigint[], bigint[]) from public;
grant execute on function ledger_credit_many(
  int[], uuid[], text[], text, text[], timestamptz[], text, text, text, text, bigint[], bigint[]) to retaguarda_app;
