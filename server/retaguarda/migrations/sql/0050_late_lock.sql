-- A post locks its company's account as late as it can, so that the next one waits less: docs/decisions/ledger.md has the figures.
-- Beside that ledger_post is as it was in 0020.
set local lock_timeout = '3s';

create or replace function ledger_post(
  p_company int, p_id uuid, p_key text, p_kind text, p_reference text, p_effective_at timestamptz,
  p_companies int[], p_codes text[], p_currencies text[], p_amounts bigint[],
  p_hold text default null, p_reverses uuid default null
) returns uuid
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_hash          bytea := int8send(hash_record_extended(row(
    p_kind, p_reference, p_effective_at, p_companies, p_codes, p_currencies, p_amounts, p_hold, p_reverses), 0));
  v_legs          int := cardinality(p_amounts);
  v_accounts      bigint[];
  v_versions      bigint[];
  v_balances      bigint[];
  v_times         timestamptz[];
  v_next          int := 1;
  v_code          text := '';
  v_currency      text := '';
  v_account       bigint;
  v_delta         bigint;
  v_release       bigint := 0;
  v_posted        bigint;
  v_version       bigint;
  v_at            timestamptz;
  v_held_code     text;
  v_held_currency text;
  v_held          bigint;
  v_hold_state    text;
  v_captured      bigint;
  v_first         uuid;
  v_first_hash    bytea;
  v_posting       text;
  v_own           int[] := array_positions(p_companies, p_company);
  v_written       bigint;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;

  -- The key is the gate: of twins, the second waits here until the first is through.
  insert into ledger_journal (id, company_id, legs, key, request_hash, kind, reference, effective_at, reverses)
  values (p_id, p_company, v_legs, p_key, v_hash, p_kind, p_reference, coalesce(p_effective_at, now()), p_reverses)
  on conflict do nothing;
  if not found then
    select j.id, j.request_hash into v_first, v_first_hash
      from ledger_journal j where j.company_id = p_company and j.key = p_key;
    if v_first_hash = v_hash then
      return v_first;
    elsif v_first is not null then
      raise exception 'key % was used for another journal', p_key using errcode = 'RL001';
    elsif p_reverses is not null then
      raise exception 'journal % is reversed already', p_reverses using errcode = 'RL005';
    end if;
    raise exception 'journal id % is taken', p_id using errcode = 'RL001';
  end if;

  if p_hold is not null then
    select a.code, a.currency, h.amount, h.state into v_held_code, v_held_currency, v_held, v_hold_state
      from ledger_hold h join ledger_account a on a.id = h.account_id
     where h.company_id = p_company and h.key = p_hold for update of h;
    if v_hold_state is distinct from 'open' then
      raise exception 'hold % is %', p_hold, coalesce(v_hold_state, 'unknown') using errcode = 'RL004';
    end if;
  end if;

  if p_hold is null and cardinality(v_own) = 1 then
    -- One leg of its own, as nearly always: one statement, in which the account is locked as late as can be, after the other legs.
    v_next := v_own[1];
    v_posting := set_config('retaguarda.posting', 'on', true);
    with moved as (
      -- The time is taken after the lock, so that times run with versions.
      update ledger_account a
         set posted = a.posted + p_amounts[v_next], version = a.version + 1, posted_at = greatest(a.posted_at, clock_timestamp())
       where a.company_id = p_company and a.code = p_codes[v_next] and a.currency = p_currencies[v_next] and not a.append_only
         and (a.floor is null or a.posted - a.held + p_amounts[v_next] >= a.floor)
         and not case when p_amounts[v_next] < 0 then a.blocked_out else p_amounts[v_next] > 0 and a.blocked_in end
      returning a.id, a.posted, a.version, a.posted_at
    )
    insert into ledger_entry (journal_id, account_id, amount, version, balance_after, posted_at, company_id, leg, currency)
    select p_id,
           coalesce(
             (select a.id from ledger_account a
               where a.company_id = p_companies[leg] and a.code = p_codes[leg] and a.currency = p_currencies[leg]
                 and a.append_only and p_companies[leg] = 1),
             ledger_unknown_account(p_companies[leg], p_codes[leg], p_currencies[leg])),
           p_amounts[leg], null, null, clock_timestamp(), p_company, leg, p_currencies[leg]
      from generate_series(1, v_legs) leg where leg <> v_next
    union all
    select p_id, m.id, p_amounts[v_next], m.version, m.posted, m.posted_at, p_company, v_next, p_currencies[v_next] from moved m;
    get diagnostics v_written = row_count;
    if v_written < v_legs then
      perform ledger_why_not(p_company, p_codes[v_next], p_currencies[v_next], p_amounts[v_next] < 0);
      insert into ledger_entry (journal_id, account_id, amount, company_id, leg, currency)
      select p_id, a.id, p_amounts[v_next], p_company, v_next, p_currencies[v_next] from ledger_account a
       where a.company_id = p_company and a.code = p_codes[v_next] and a.currency = p_currencies[v_next] and a.append_only;
    end if;
    v_posting := set_config('retaguarda.posting', 'off', true);
    return p_id;
  end if;

  for leg in 1 .. v_legs loop
    continue when leg < v_next or p_companies[leg] <> p_company;
    if (p_codes[leg] collate "C", p_currencies[leg] collate "C") <= (v_code, v_currency) then
      raise exception 'legs of the company''s own accounts must come in order of code and currency'
        using errcode = 'RL007';
    end if;
    v_code := p_codes[leg];
    v_currency := p_currencies[leg];
    -- Legs of one account are neighbours and move it once.
    v_delta := p_amounts[leg];
    v_next := leg + 1;
    while p_codes[v_next] = v_code and p_currencies[v_next] = v_currency and p_companies[v_next] = p_company loop
      v_delta := v_delta + p_amounts[v_next];
      v_next := v_next + 1;
    end loop;
    if v_code = v_held_code and v_currency = v_held_currency then
      v_release := v_held;
      v_captured := -v_delta;
    end if;
    -- The time is taken after the lock, so that times run with versions.
    update ledger_account a
       set posted = a.posted + v_delta, held = a.held - v_release, version = a.version + v_next - leg,
           posted_at = greatest(a.posted_at, clock_timestamp())
     where a.company_id = p_company and a.code = v_code and a.currency = v_currency and not a.append_only
       and (a.floor is null or a.posted - a.held + v_delta + v_release >= a.floor)
       and not case when v_delta + v_release < 0 then a.blocked_out else v_delta > 0 and a.blocked_in end
    returning a.id, a.posted - v_delta, a.version - v_next, a.posted_at
      into v_account, v_posted, v_version, v_at;
    if not found then
      perform ledger_why_not(p_company, v_code, v_currency, v_delta + v_release < 0);
      continue;
    end if;
    v_release := 0;
    for i in leg .. v_next - 1 loop
      v_posted := v_posted + p_amounts[i];
      v_accounts[i] := v_account;
      v_balances[i] := v_posted;
      v_versions[i] := v_version + i + 1;
      v_times[i] := v_at;
    end loop;
  end loop;

  v_posting := set_config('retaguarda.posting', 'on', true);
  insert into ledger_entry (journal_id, account_id, amount, version, balance_after, posted_at, company_id, leg, currency)
  select p_id,
         coalesce(
           v_accounts[leg],
           (select a.id from ledger_account a
             where a.company_id = p_companies[leg] and a.code = p_codes[leg] and a.currency = p_currencies[leg]
               and a.append_only and p_companies[leg] in (1, p_company)),
           ledger_unknown_account(p_companies[leg], p_codes[leg], p_currencies[leg])),
         p_amounts[leg], v_versions[leg], v_balances[leg], coalesce(v_times[leg], clock_timestamp()),
         p_company, leg, p_currencies[leg]
    from generate_series(1, v_legs) leg;
  v_posting := set_config('retaguarda.posting', 'off', true);

  if p_hold is not null then
    if (v_captured between 1 and v_held) is not true then
      raise exception 'hold % has %, the legs take %', p_hold, v_held, coalesce(v_captured, 0) using errcode = 'RL006';
    end if;
    update ledger_hold set state = 'captured', journal_id = p_id, closed_at = clock_timestamp()
     where company_id = p_company and key = p_hold;
  end if;
  return p_id;
end $$;
