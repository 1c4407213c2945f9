create or replace function ledger_hold_moves() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open'
     or (new.id, new.company_id, new.account_id, new.amount, new.key, new.request_hash, new.reference, new.created_at,
         new.expires_at)
        is distinct from
        (old.id, old.company_id, old.account_id, old.amount, old.key, old.request_hash, old.reference, old.created_at,
         old.expires_at) then
    raise exception 'a hold only goes from open to captured, voided or expired' using errcode = 'RF001';
  end if;
  return new;
end $$;

-- A journal is whole at commit ---------------------------------------------------------------------------------------
-- Definer: before Postgres 18 a deferred trigger runs as whoever commits, and row security would hide legs from it.
-- enable_seqscan: a plan kept from when the table was empty would scan it for ever.
create or replace function ledger_journal_whole() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_legs  bigint;
  v_off   numeric;
  v_mixed boolean;
begin
  select count(*), sum(e.amount), min(e.currency) <> max(e.currency) into v_legs, v_off, v_mixed
    from ledger_entry e where e.company_id = new.company_id and e.journal_id = new.id;
  if v_mixed then
    select sum(abs(c.off)) into v_off from (
      select sum(e.amount) as off from ledger_entry e
       where e.company_id = new.company_id and e.journal_id = new.id group by e.currency) c;
  end if;
  if new.legs < 2 or v_legs <> new.legs or v_off <> 0 then
    raise exception 'journal % says % legs and has %, off by %', new.id, new.legs, v_legs, v_off
      using errcode = 'RL010';
  end if;
  if new.reverses is not null then
    if exists (
      select from (select * from ledger_entry where company_id = new.company_id and journal_id = new.id) r
        full join (select * from ledger_entry where company_id = new.company_id and journal_id = new.reverses) o
          on o.leg = r.leg
       where (r.account_id, r.amount) is distinct from (o.account_id, -o.amount)) then
      raise exception 'journal % is no mirror of %', new.id, new.reverses using errcode = 'RL010';
    end if;
  end if;
  return null;
end $$;

-- An entry not written by ledger_post, which brings the journal with it, may neither come alone nor come late. (The look
-- at the setting spares every post this look-up, a tenth of its time.)
create or replace function ledger_entry_belongs() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if not exists (
    select from ledger_journal j where j.company_id = new.company_id and j.id = new.journal_id and j.legs =
      (select count(*) from ledger_entry e where e.company_id = new.company_id and e.journal_id = new.journal_id)) then
    raise exception 'an entry without its journal, or one too many for it' using errcode = 'RL010';
  end if;
  return null;
end $$;

-- What the application may do ----------------------------------------------------------------------------------------
-- Opens an account, or finds the one that stands. The owner opens accounts outside of any scope.
create or replace function ledger_open(p_company int, p_code text, p_currency text, p_floor bigint, p_append_only boolean)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_account ledger_account;
begin
  if session_user = 'retaguarda_app' and (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  if p_append_only and p_floor is not null then
    raise exception 'an append-only account has no floor' using errcode = 'RL007';
  end if;
  insert into ledger_account (company_id, code, currency, floor, append_only)
  values (p_company, p_code, p_currency, p_floor, p_append_only)
  on conflict do nothing;
  select * into strict v_account from ledger_account a
   where a.company_id = p_company and a.code = p_code and a.currency = p_currency;
  if (v_account.floor, v_account.append_only) is distinct from (p_floor, p_append_only) then
    raise exception 'account % of company % stands with other terms', p_code, p_company using errcode = 'RL007';
  end if;
  return v_account.id;
end $$;
revoke all on function ledger_open(int, text, text, bigint, boolean) from public;
grant execute on function ledger_open(int, text, text, bigint, boolean) to retaguarda_app;

-- Says why a balance did not move. p_takes: less could be moved afterwards.
create or replace function ledger_why_not(p_company int, p_code text, p_currency text, p_takes boolean) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_account ledger_account;
begin
  select * into v_account from ledger_account a
   where a.company_id = p_company and a.code = p_code and a.currency = p_currency;
  if not found then
    raise exception 'company % has no account % in %', p_company, p_code, p_currency using errcode = 'RL003';
  elsif (case when p_takes then v_account.blocked_out else v_account.blocked_in end) then
    raise exception '%', v_account.block_reason using errcode = 'RL012';
  elsif not v_account.append_only then
    raise exception 'account % of company % has not that much', p_code, p_company using errcode = 'RL002';
  end if;
end $$;
revoke all on function ledger_why_not(int, text, text, boolean) from public;

create or replace function ledger_unknown_account(p_company int, p_code text, p_currency text) returns bigint
language plpgsql as $$
begin
  raise exception 'company % has no account % in % for this journal', p_company, p_code, p_currency
    using errcode = 'RL003';
end $$;
revoke all on function ledger_unknown_account(int, text, text) from public;

-- The account of a code, append-only or not; an error where there is none.
create or replace function ledger_account_of(p_company int, p_code text, p_currency text, p_append_only boolean) returns bigint
language sql stable as $$
  select coalesce(max(a.id), ledger_unknown_account(p_company, p_code, p_currency)) from ledger_account a
   where a.company_id = p_company and a.code = p_code and a.currency = p_currency and a.append_only = p_append_only
$$;
revoke all on function ledger_account_of(int, text, text, boolean) from public;

-- Posts a journal in one round trip, and answers the id of the journal that stands under the key: p_id when it is new.
--
-- Leg n is the nth of p_companies, p_codes, p_currencies, p_amounts. Accounts of the company itself stand in the order of
-- (code, currency), "C" collated: that is the order in which they are locked. All others are append-only ones of the
-- provider (company 1), so that no post waits for another tenant, and no entry shows a foreign balance.
-- p_hold: key of a hold to capture. The legs take from its account at most what it holds; the rest is free again.
-- p_reverses: journal that this one undoes; see ledger_reverse.
--
-- force_generic_plan: Postgres misjudges generate_series and would plan anew each time, which costs more than the post.
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
revoke all on function ledger_post(int, uuid, text, text, text, timestamptz, int[], text[], text[], bigint[], text, uuid) from public;
grant execute on function ledger_post(int, uuid, text, text, text, timestamptz, int[], text[], text[], bigint[], text, uuid) to retaguarda_app;

-- Posts the mirror of a journal. Once only; a reversal itself is not reversed.
create or replace function ledger_reverse(
  p_company int, p_id uuid, p_journal uuid, p_key text, p_kind text, p_reference text, p_effective_at timestamptz
) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_reverses uuid;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  select j.reverses into v_reverses from ledger_journal j where j.company_id = p_company and j.id = p_journal;
  if not found then
    raise exception 'company % has no journal %', p_company, p_journal using errcode = 'RL008';
  elsif v_reverses is not null then
    raise exception 'journal % is a reversal', p_journal using errcode = 'RL005';
  end if;
  return ledger_post(
    p_company, p_id, p_key, p_kind, p_reference, p_effective_at,
    array_agg(a.company_id order by e.leg), array_agg(a.code::text order by e.leg),
    array_agg(e.currency order by e.leg), array_agg(-e.amount order by e.leg),
    null, p_journal)
    from ledger_entry e join ledger_account a on a.id = e.account_id
   where e.company_id = p_company and e.journal_id = p_journal;
end $$;
revoke all on function ledger_reverse(int, uuid, uuid, text, text, text, timestamptz) from public;
grant execute on function ledger_reverse(int, uuid, uuid, text, text, text, timestamptz) to retaguarda_app;

-- Sets an amount of an account aside, and answers the id of the hold that stands under the key: p_id when it is new. Nothing is
-- set aside on an account whose way out is blocked.
create or replace function ledger_hold_place(
  p_company int, p_id uuid, p_code text, p_currency text, p_amount bigint, p_key text, p_reference text,
  p_expires_at timestamptz default null
) returns uuid
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_hash       bytea := int8send(hash_record_extended(row(p_code, p_currency, p_amount, p_reference, p_expires_at), 0));
  v_account    bigint;
  v_first      uuid;
  v_first_hash bytea;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  select a.id into v_account from ledger_account a
   where a.company_id = p_company and a.code = p_code and a.currency = p_currency and not a.append_only;
  if not found then
    raise exception 'company % has no account % in % to hold from', p_company, p_code, p_currency
      using errcode = 'RL003';
  end if;
  insert into ledger_hold (id, company_id, account_id, amount, key, request_hash, reference, expires_at)
  values (p_id, p_company, v_account, p_amount, p_key, v_hash, p_reference, p_expires_at)
  on conflict do nothing;
  if not found then
    select h.id, h.request_hash into v_first, v_first_hash
      from ledger_hold h where h.company_id = p_company and h.key = p_key;
    if v_first_hash = v_hash then
      return v_first;
    end if;
    raise exception 'key % or id % was used for another hold', p_key, p_id using errcode = 'RL001';
  end if;
  update ledger_account a set held = a.held + p_amount
   where a.id = v_account and (a.floor is null or a.posted - a.held - p_amount >= a.floor) and not a.blocked_out;
  if not found then
    perform ledger_why_not(p_company, p_code, p_currency, true);
  end if;
  return p_id;
end $$;
revoke all on function ledger_hold_place(int, uuid, text, text, bigint, text, text, timestamptz) from public;
grant execute on function ledger_hold_place(int, uuid, text, text, bigint, text, text, timestamptz) to retaguarda_app;

-- Lets go of a hold. False: it was voided before.
create or replace function ledger_hold_void(p_company int, p_key text) returns boolean
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_hold ledger_hold;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  select * into v_hold from ledger_hold h where h.company_id = p_company and h.key = p_key for update;
  if v_hold.state = 'voided' then
    return false;
  elsif v_hold.state is distinct from 'open' then
    raise exception 'hold % is %', p_key, coalesce(v_hold.state, 'unknown') using errcode = 'RL004';
  end if;
  update ledger_hold set state = 'voided', closed_at = clock_timestamp() where company_id = p_company and key = p_key;
  update ledger_account set held = held - v_hold.amount where id = v_hold.account_id;
  return true;
end $$;
revoke all on function ledger_hold_void(int, text) from public;
grant execute on function ledger_hold_void(int, text) to retaguarda_app;

-- Lets go of the holds within scope whose time is over, the oldest first, and answers them.
create or replace function ledger_hold_expire_due(p_limit int default 1000)
returns table (company_id int, key text, reference text)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query
  with due as (
    select h.company_id, h.id from ledger_hold h
     where h.state = 'open' and h.expires_at <= now()
       and (scope_all() or h.company_id = any (scope_companies()))
     order by h.expires_at limit p_limit for update skip locked
  ), ended as (
    update ledger_hold h set state = 'expired', closed_at = clock_timestamp()
      from due where h.company_id = due.company_id and h.id = due.id
    returning h.company_id, h.account_id, h.amount, h.key, h.reference
  ), locked as (
    -- In the order in which ledger_post locks.
    select a.id from ledger_account a where a.id in (select e.account_id from ended e)
     order by a.company_id, a.code collate "C", a.currency collate "C" for no key update
  ), freed as (
    update ledger_account a set held = a.held - f.amount
      from (select e.account_id, sum(e.amount)::bigint as amount from ended e where e.account_id in (select id from locked)
             group by e.account_id) f
     where a.id = f.account_id
  )
  select e.company_id, e.key::text, e.reference::text from ended e;
end $$;
revoke all on function ledger_hold_expire_due(int) from public;
grant execute on function ledger_hold_expire_due(int) to retaguarda_app;

-- What an account holds: now, or what its entries said at a moment of the past (held is then not known).
-- No row: no such account.
create or replace function ledger_balance(p_company int, p_code text, p_currency text, p_at timestamptz default null)
returns table (posted bigint, held bigint)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  v_account ledger_account;
  v_from    ledger_checkpoint;
  v_low     bigint := 0;
  v_high    bigint;
  v_middle  bigint;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  select * into v_account from ledger_account a
   where a.company_id = p_company and a.code = p_code and a.currency = p_currency;
  if not found then
    return;
  end if;
  if v_account.append_only then
    select * into v_from from ledger_checkpoint c
     where c.account_id = v_account.id and c.made_at <= coalesce(p_at, 'infinity')
     order by c.xid_before desc limit 1;
    if v_from.xid_before > pg_snapshot_xmax(pg_current_snapshot()) then
      raise exception 'the checkpoints are of another server: the owner must call ledger_rebase()'
        using errcode = 'RL011';
    end if;
    return query select (coalesce(v_from.balance, 0) + coalesce(sum(e.amount), 0))::bigint, 0::bigint
      from ledger_entry e
     where e.account_id = v_account.id and e.version is null and e.xid >= coalesce(v_from.xid_before, '0')
       and e.posted_at <= coalesce(p_at, 'infinity');
  elsif p_at is null then
    return query select v_account.posted, v_account.held::bigint;
  else
    -- Versions have no gaps and times run with them, so halving finds the last entry of the time without an index on it.
    v_high := v_account.version;
    while v_low < v_high loop
      v_middle := (v_low + v_high + 1) / 2;
      if (select e.posted_at <= p_at from ledger_entry e where e.account_id = v_account.id and e.version = v_middle) then
        v_low := v_middle;
      else
        v_high := v_middle - 1;
      end if;
    end loop;
    return query select coalesce((select e.balance_after from ledger_entry e
                                   where e.account_id = v_account.id and e.version = v_low), 0), null::bigint;
  end if;
end $$;
revoke all on function ledger_balance(int, text, text, timestamptz) from public;
grant execute on function ledger_balance(int, text, text, timestamptz) to retaguarda_app;

-- Sums an append-only account up to the oldest transaction running; false when fewer than p_at_least entries are new.
create or replace function ledger_checkpoint_make(p_account bigint, p_at_least bigint default 1) returns boolean
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  insert into ledger_checkpoint (account_id, xid_before, company_id, balance, entries)
  select a.id, pg_snapshot_xmin(pg_current_snapshot()), a.company_id,
         coalesce(c.balance, 0) + n.balance, coalesce(c.entries, 0) + n.entries
    from ledger_account a
    left join lateral (select * from ledger_checkpoint c where c.account_id = a.id order by c.xid_before desc limit 1) c
      on true
   cross join lateral (
     select sum(e.amount) as balance, count(*) as entries from ledger_entry e
      where e.account_id = a.id and e.version is null and e.xid >= coalesce(c.xid_before, '0')
        and e.xid < pg_snapshot_xmin(pg_current_snapshot())) n
   where a.id = p_account and a.append_only and (scope_all() or a.company_id = any (scope_companies()))
     and n.entries >= greatest(p_at_least, 1)
  on conflict do nothing;
  return found;
end $$;
revoke all on function ledger_checkpoint_make(bigint, bigint) from public;
grant execute on function ledger_checkpoint_make(bigint, bigint) to retaguarda_app;

-- For the owner, after a restore from a dump: transaction numbers start again there, and the old ones would lie ahead.
-- Changes nothing where they do not. True: something was changed. What a running server writes
-- meanwhile is never taken for ahead: one statement, one snapshot.
create or replace function ledger_rebase() returns boolean language plpgsql set search_path = public, pg_temp as $$
declare
  v_ahead xid8;
begin
  select pg_snapshot_xmax(pg_current_snapshot()) into v_ahead
   where exists (select from ledger_account a cross join lateral (
                   select e.xid from ledger_entry e where e.account_id = a.id and e.version is null
                    order by e.xid desc limit 1) e
                  where a.append_only and e.xid >= pg_snapshot_xmax(pg_current_snapshot()))
      or exists (select from ledger_checkpoint c where c.xid_before > pg_snapshot_xmax(pg_current_snapshot()));
  if v_ahead is null then
    return false;
  end if;
  alter table ledger_entry disable trigger append_only;
  update ledger_entry set xid = '3' where version is null and xid >= v_ahead;
  alter table ledger_entry enable trigger append_only;
  delete from ledger_checkpoint;
  return true;
end $$;
revoke all on function ledger_rebase() from public;

-- Sets which ways of an account are blocked; false: there is no such account of one company, or nothing of it can be blocked.
create or replace function ledger_block(p_company int, p_account bigint, p_in boolean, p_out boolean, p_reason text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  update ledger_account a
     set blocked_in = p_in, blocked_out = p_out, block_reason = case when p_in or p_out then p_reason end
   where a.id = p_account and a.company_id = p_company and not a.append_only;
  return found;
end $$;
revoke all on function ledger_block(int, bigint, boolean, boolean, text) from public;
grant execute on function ledger_block(int, bigint, boolean, boolean, text) to retaguarda_app;

-- Halving, as ledger_balance() does: versions have no gaps and times run with them. No row: there is none before.
create or replace function ledger_last_before(p_company int, p_account bigint, p_moment timestamptz)
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
revoke all on function ledger_last_before(int, bigint, timestamptz) from public;
grant execute on function ledger_last_before(int, bigint, timestamptz) to retaguarda_app;

-- Posts one journal for each place of the arrays, as ledger_post would: the net to the company's own account p_code, all of it
-- from the provider's account p_source, and the share, where there is one, to the provider's account p_shared. The provider's are
-- append-only. Nothing is posted twice: a key that was used is an error (23505), and then nothing of the call stands.
--
-- Accounts are locked in the order of their companies, once for all their journals; what is blocked takes nothing in.
create or replace function ledger_credit_many(
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
  v_source := ledger_account_of(1, p_source, p_currency, true);
  v_shared := ledger_account_of(1, p_shared, p_currency, true);

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
revoke all on function ledger_credit_many(int[], uuid[], text[], text, text[], timestamptz[], text, text, text, text, bigint[], bigint[]) from public;
grant execute on function ledger_credit_many(int[], uuid[], text[], text, text[], timestamptz[], text, text, text, text, bigint[], bigint[]) to retaguarda_app;

-- Posts one journal for each place of the arrays, each of which captures a hold, as ledger_post would: amount and share from the company's
-- own account p_code, the amount to the provider's account p_target, the share, where there is one, to p_shared. The provider's are
-- append-only. All of them or none: a key that was used is an error (23505), and so is a hold that is not open or has less.
--
-- Locks stand as in ledger_post: keys, then holds, each in its order, then the account, once for all.
create or replace function ledger_capture_many(
  p_company int, p_ids uuid[], p_keys text[], p_holds text[], p_kind text, p_references text[], p_effective_at timestamptz[],
  p_code text, p_currency text, p_target text, p_shared text, p_amounts bigint[], p_shares bigint[]
) returns void
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_target  bigint;
  v_shared  bigint;
  v_account bigint;
  v_holds   int;
  v_held    bigint;
  v_bad     text;
  v_taken   bigint;
  v_moved   int;
  v_posting text;
begin
  if (scope_all() or p_company = any (scope_companies())) is not true then
    raise exception 'company % is out of scope', p_company using errcode = 'RL009';
  end if;
  v_target := ledger_account_of(1, p_target, p_currency, true);
  v_shared := ledger_account_of(1, p_shared, p_currency, true);
  v_account := ledger_account_of(p_company, p_code, p_currency, false);

  insert into ledger_journal (id, company_id, legs, key, request_hash, kind, reference, effective_at)
  select l.id, p_company, case when l.share > 0 then 3 else 2 end, l.key,
         int8send(hash_record_extended(row(
           p_kind, l.reference, l.at,
           case when l.share > 0 then array[p_company, 1, 1] else array[p_company, 1] end,
           case when l.share > 0 then array[p_code, p_target, p_shared] else array[p_code, p_target] end,
           case when l.share > 0 then array[p_currency, p_currency, p_currency] else array[p_currency, p_currency] end,
           case when l.share > 0 then array[-l.amount - l.share, l.amount, l.share] else array[-l.amount, l.amount] end,
           l.hold, null::uuid), 0)),
         p_kind, l.reference, coalesce(l.at, now())
    from unnest(p_ids, p_keys, p_holds, p_references, p_effective_at, p_amounts, p_shares) l (id, key, hold, reference, at, amount, share)
   order by l.key;

  with locked as materialized (
    select h.key, h.amount, h.state, h.account_id from ledger_hold h
     where h.company_id = p_company and h.key = any (p_holds) order by h.key for update
  )
  select count(h.key), coalesce(sum(h.amount), 0), sum(l.amount + l.share),
         min(case when h.state is distinct from 'open' then 'hold ' || l.hold || ' is ' || coalesce(h.state, 'unknown') end)
    into v_holds, v_held, v_taken, v_bad
    from unnest(p_holds, p_amounts, p_shares) l (hold, amount, share) left join locked h on h.key = l.hold;
  if v_bad is not null or (select count(distinct hold) from unnest(p_holds) hold) <> cardinality(p_holds) then
    raise exception '%', coalesce(v_bad, 'a hold is captured twice') using errcode = 'RL004';
  end if;
  select min('hold ' || h.key || ' has ' || h.amount || ', the legs take ' || l.amount + l.share) into v_bad
    from unnest(p_holds, p_amounts, p_shares) l (hold, amount, share)
    join ledger_hold h on h.company_id = p_company and h.key = l.hold
   where (l.amount > 0 and l.share >= 0 and l.amount + l.share <= h.amount and h.account_id = v_account) is not true;
  if v_bad is not null then
    raise exception '%', v_bad using errcode = 'RL006';
  end if;

  v_posting := set_config('retaguarda.posting', 'on', true);
  with leg as materialized (
    select l.id, l.amount, l.share, l.place, sum(l.amount + l.share) over (order by l.place) as so_far
      from unnest(p_ids, p_amounts, p_shares) with ordinality l (id, amount, share, place)
  ), moved as (
    -- The time is taken after the lock, so that times run with versions. A block of the account stops no capture: what leaves was set aside.
    update ledger_account a
       set posted = a.posted - v_taken, held = a.held - v_held, version = a.version + v_holds,
           posted_at = greatest(a.posted_at, clock_timestamp())
     where a.id = v_account and (a.floor is null or a.posted - a.held - v_taken + v_held >= a.floor)
    returning a.id, a.posted + v_taken as posted, a.version - v_holds as version, a.posted_at
  ), entered as (
    insert into ledger_entry (journal_id, account_id, amount, version, balance_after, posted_at, company_id, leg, currency)
    select l.id, m.id, -l.amount - l.share, m.version + l.place, m.posted - l.so_far, m.posted_at, p_company, 1, p_currency from leg l, moved m
    union all
    select l.id, v_target, l.amount, null, null, clock_timestamp(), p_company, 2, p_currency from leg l
    union all
    select l.id, v_shared, l.share, null, null, clock_timestamp(), p_company, 3, p_currency from leg l where l.share > 0
    returning 1
  )
  select count(*) into v_moved from moved;
  v_posting := set_config('retaguarda.posting', 'off', true);
  if v_moved <> 1 then
    raise exception 'account % of company % has not that much', p_code, p_company using errcode = 'RL002';
  end if;
  update ledger_hold h set state = 'captured', journal_id = l.id, closed_at = clock_timestamp()
    from unnest(p_holds, p_ids) l (hold, id) where h.company_id = p_company and h.key = l.hold;
end $$;
revoke all on function ledger_capture_many(int, uuid[], text[], text[], text, text[], timestamptz[], text, text, text, text, bigint[], bigint[]) from public;
grant execute on function ledger_capture_many(int, uuid[], text[], text[], text, text[], timestamptz[], text, text, text, text, bigint[], bigint[]) to retaguarda_app;

-- Sets aside what an account has, up to an amount, and answers how much; nothing, and 0, where it has nothing. A block of
-- the way out does not stand against it: what a case sets aside goes back to who lost it.
create or replace function ledger_hold_up_to(
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

-- A CHECK is parsed anew by every statement that writes. Three that tell of blocks were looked at by each post, which changes no
-- block; a trigger of those columns looks when they are written.
create or replace function ledger_account_block_told() returns trigger language plpgsql as $$
begin
  if (new.blocked_in or new.blocked_out) <> (new.block_reason is not null)
     or new.append_only and (new.blocked_in or new.blocked_out)
     or length(new.block_reason) not between 1 and 500 then
    raise exception 'a block of account % has a reason, and only then; an append-only account has none', new.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What is written stays ----------------------------------------------------------------------------------------------
call append_only('ledger_journal');

call append_only('ledger_entry');

create or replace trigger fixed before delete or update of id, company_id, code, currency, append_only, created_at
  on ledger_account for each row execute function refuse_change();

create or replace trigger fixed_truncate before truncate on ledger_account for each statement execute function refuse_change();

create or replace trigger moves before update on ledger_hold for each row execute function ledger_hold_moves();

create or replace trigger fixed before delete on ledger_hold for each row execute function refuse_change();

create or replace trigger fixed_truncate before truncate on ledger_hold for each statement execute function refuse_change();

drop trigger if exists whole on ledger_journal;
create constraint trigger whole after insert on ledger_journal
  deferrable initially deferred for each row execute function ledger_journal_whole();

drop trigger if exists belongs on ledger_entry;
create constraint trigger belongs after insert on ledger_entry
  deferrable initially deferred for each row
  when (current_setting('retaguarda.posting', true) is distinct from 'on')
  execute function ledger_entry_belongs();

create or replace trigger block_told before insert or update of append_only, blocked_in, blocked_out, block_reason
  on ledger_account for each row execute function ledger_account_block_told();

call allow_moves('ledger_hold', 'state',
  'open: captured voided expired');
