-- The ledger: double entry whose rules the database itself keeps. Why it is so: docs/decisions/ledger.md.
--
-- Amounts are bigint minor units. Positive = credit (what we owe the owner of the account), negative = debit.
-- Errors have SQLSTATEs of class RL; server/retaguarda/ledger/errors.py says what each means.
set local lock_timeout = '3s';

-- Domains, not CHECKs, where one column is enough: a CHECK is parsed anew by every statement that writes.
create domain ledger_text as text check (length(value) between 1 and 255);
create domain ledger_code as text check (value ~ '^[a-z][a-z0-9_.-]*$' and length(value) <= 64);
create domain ledger_currency as text check (value ~ '^[A-Z][A-Z][A-Z]$');
create domain ledger_natural as bigint check (value >= 0);
create domain ledger_amount as bigint check (value <> 0);

create table ledger_account (
  id          bigint generated always as identity primary key,
  company_id  int not null references company,
  code        ledger_code not null,
  currency    ledger_currency not null,
  floor       bigint,                              -- null: may fall without limit
  append_only boolean not null default false,      -- takes entries only; its balance is a checkpoint plus the tail
  posted      bigint not null default 0,
  held        ledger_natural not null default 0,   -- sum of its open holds
  version     bigint not null default 0,           -- number of its entries
  posted_at   timestamptz,                         -- of its last entry
  created_at  timestamptz not null default now(),
  unique (company_id, code, currency),
  constraint ledger_account_floor check (posted - held >= floor)
) with (fillfactor = 50);

create table ledger_journal (
  id           uuid not null,
  company_id   int not null,                       -- the tenant it is for
  legs         smallint not null,                  -- number of its entries, so that none can join later
  key          ledger_text not null,
  request_hash bytea not null,                     -- of the call that first used the key
  kind         ledger_text not null,
  reference    ledger_text not null,               -- of what it is about, in the room that posted it
  effective_at timestamptz not null,               -- when it happened outside
  recorded_at  timestamptz not null default clock_timestamp(),
  reverses     uuid,
  primary key (company_id, id),
  unique (company_id, key)
);
create unique index ledger_journal_reverses on ledger_journal (company_id, reverses) where reverses is not null;
create index ledger_journal_reference on ledger_journal (company_id, reference);

-- No foreign keys: each would lock a row that every post touches. Accounts and journals are never deleted, entries are
-- checked at commit, and verify looks.
create table ledger_entry (
  journal_id    uuid not null,
  account_id    bigint not null,
  amount        ledger_amount not null,
  version       bigint,                            -- place within the account, without gaps; null when append-only
  balance_after bigint,                            -- null when append-only
  xid           xid8 not null default pg_current_xact_id(),
  posted_at     timestamptz not null default clock_timestamp(),
  company_id    int not null,                      -- of the journal, not of the account
  leg           smallint not null,
  currency      text not null default 'BRL',       -- the account's, so that the check at commit reads one table
  primary key (company_id, journal_id, leg)
);
create unique index ledger_entry_version on ledger_entry (account_id, version) where version is not null;
create index ledger_entry_tail on ledger_entry (account_id, xid) where version is null;

create table ledger_hold (
  id           uuid not null,
  company_id   int not null,
  account_id   bigint not null references ledger_account,
  amount       bigint not null check (amount > 0),
  state        text not null default 'open' check (state in ('open', 'captured', 'voided', 'expired')),
  key          ledger_text not null,
  request_hash bytea not null,
  reference    ledger_text not null,
  expires_at   timestamptz,                        -- null: stays until captured or voided
  journal_id   uuid,                               -- of its capture
  created_at   timestamptz not null default clock_timestamp(),
  closed_at    timestamptz,
  primary key (company_id, id),
  unique (company_id, key),
  foreign key (company_id, journal_id) references ledger_journal,
  check ((state = 'captured') = (journal_id is not null)),
  check ((state = 'open') = (closed_at is null))
);
create unique index ledger_hold_journal on ledger_hold (company_id, journal_id) where journal_id is not null;
create index ledger_hold_due on ledger_hold (expires_at) where state = 'open' and expires_at is not null;

-- Sums of append-only accounts. One covers the rows with xid < xid_before: ids are not commit order, but no transaction
-- older than the oldest one running can still add a row.
create table ledger_checkpoint (
  account_id bigint not null references ledger_account,
  xid_before xid8 not null,
  company_id int not null,
  balance    bigint not null,
  entries    bigint not null,
  made_at    timestamptz not null default clock_timestamp(),
  primary key (account_id, xid_before)
);

call protect('ledger_account');
call protect('ledger_journal');
call protect('ledger_entry');
call protect('ledger_hold');
call protect('ledger_checkpoint');
-- Every merchant's journals name the provider's clearing and fee accounts; these rows hold no balance.
create policy house on ledger_account for select to retaguarda_app using (company_id = 1 and append_only);
grant select on ledger_account, ledger_journal, ledger_entry, ledger_hold, ledger_checkpoint to retaguarda_app;

-- What is written stays ----------------------------------------------------------------------------------------------

call append_only('ledger_journal');
call append_only('ledger_entry');

create trigger fixed before delete or update of id, company_id, code, currency, append_only, created_at
  on ledger_account for each row execute function refuse_change();
create trigger fixed_truncate before truncate on ledger_account for each statement execute function refuse_change();

create function ledger_hold_moves() returns trigger language plpgsql as $$
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
create trigger moves before update on ledger_hold for each row execute function ledger_hold_moves();
create trigger fixed before delete on ledger_hold for each row execute function refuse_change();
create trigger fixed_truncate before truncate on ledger_hold for each statement execute function refuse_change();

-- A journal is whole at commit ---------------------------------------------------------------------------------------

-- Definer: before Postgres 18 a deferred trigger runs as whoever commits, and row security would hide legs from it.
-- enable_seqscan: a plan kept from when the table was empty would scan it for ever.
create function ledger_journal_whole() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
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
create constraint trigger whole after insert on ledger_journal
  deferrable initially deferred for each row execute function ledger_journal_whole();

-- An entry not written by ledger_post, which brings the journal with it, may neither come alone nor come late. (The look
-- at the setting spares every post this look-up, a tenth of its time.)
create function ledger_entry_belongs() returns trigger
language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (
    select from ledger_journal j where j.company_id = new.company_id and j.id = new.journal_id and j.legs =
      (select count(*) from ledger_entry e where e.company_id = new.company_id and e.journal_id = new.journal_id)) then
    raise exception 'an entry without its journal, or one too many for it' using errcode = 'RL010';
  end if;
  return null;
end $$;
create constraint trigger belongs after insert on ledger_entry
  deferrable initially deferred for each row
  when (current_setting('retaguarda.posting', true) is distinct from 'on')
  execute function ledger_entry_belongs();

-- What the application may do ----------------------------------------------------------------------------------------

-- Opens an account, or finds the one that stands. The owner opens accounts outside of any scope.
create function ledger_open(p_company int, p_code text, p_currency text, p_floor bigint, p_append_only boolean)
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

-- Why an account of the company's own did not move; answers only when it is append-only and had nothing to move.
create function ledger_why_not(p_company int, p_code text, p_currency text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_append_only boolean;
begin
  select a.append_only into v_append_only from ledger_account a
   where a.company_id = p_company and a.code = p_code and a.currency = p_currency;
  if not found then
    raise exception 'company % has no account % in %', p_company, p_code, p_currency using errcode = 'RL003';
  elsif not v_append_only then
    raise exception 'account % of company % has not that much', p_code, p_company using errcode = 'RL002';
  end if;
end $$;

create function ledger_unknown_account(p_company int, p_code text, p_currency text) returns bigint
language plpgsql as $$
begin
  raise exception 'company % has no account % in % for this journal', p_company, p_code, p_currency
    using errcode = 'RL003';
end $$;

-- Posts a journal in one round trip, and answers the id of the journal that stands under the key: p_id when it is new.
--
-- Leg n is the nth of p_companies, p_codes, p_currencies, p_amounts. Accounts of the company itself stand in the order of
-- (code, currency), "C" collated: that is the order in which they are locked. All others are append-only ones of the
-- provider (company 1), so that no post waits for another tenant, and no entry shows a foreign balance.
-- p_hold: key of a hold to capture. The legs take from its account at most what it holds; the rest is free again.
-- p_reverses: journal that this one undoes; see ledger_reverse.
--
-- force_generic_plan: Postgres misjudges generate_series and would plan anew each time, which costs more than the post.
create function ledger_post(
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
    returning a.id, a.posted - v_delta, a.version - v_next, a.posted_at
      into v_account, v_posted, v_version, v_at;
    if not found then
      perform ledger_why_not(p_company, v_code, v_currency);
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

-- Posts the mirror of a journal. Once only; a reversal itself is not reversed.
create function ledger_reverse(
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

-- Sets an amount of an account aside, and answers the id of the hold that stands under the key: p_id when it is new.
create function ledger_hold_place(
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
   where a.id = v_account and (a.floor is null or a.posted - a.held - p_amount >= a.floor);
  if not found then
    raise exception 'account % of company % has not that much', p_code, p_company using errcode = 'RL002';
  end if;
  return p_id;
end $$;

-- Lets go of a hold. False: it was voided before.
create function ledger_hold_void(p_company int, p_key text) returns boolean
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

-- Lets go of the holds within scope whose time is over, the oldest first, and answers them.
create function ledger_hold_expire_due(p_limit int default 1000)
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

-- What an account holds: now, or what its entries said at a moment of the past (held is then not known).
-- No row: no such account.
create function ledger_balance(p_company int, p_code text, p_currency text, p_at timestamptz default null)
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

-- Sums an append-only account up to the oldest transaction running; false when fewer than p_at_least entries are new.
create function ledger_checkpoint_make(p_account bigint, p_at_least bigint default 1) returns boolean
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

-- For the owner, after a restore from a dump: transaction numbers start again there, and the old ones would lie ahead.
-- Changes nothing where they do not. True: something was changed.
create function ledger_rebase() returns boolean language plpgsql set search_path = public, pg_temp as $$
declare
  v_ahead xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  perform from ledger_account a cross join lateral (
      select e.xid from ledger_entry e where e.account_id = a.id and e.version is null order by e.xid desc limit 1) e
    where a.append_only and e.xid >= v_ahead;
  if not found then
    perform from ledger_checkpoint c where c.xid_before > v_ahead;
    if not found then
      return false;
    end if;
  end if;
  alter table ledger_entry disable trigger append_only;
  update ledger_entry set xid = '3' where version is null and xid >= v_ahead;
  alter table ledger_entry enable trigger append_only;
  delete from ledger_checkpoint;
  return true;
end $$;

-- Functions are everybody's unless said otherwise.
revoke execute on function
  ledger_open, ledger_why_not, ledger_unknown_account, ledger_post, ledger_reverse, ledger_hold_place, ledger_hold_void,
  ledger_hold_expire_due, ledger_balance, ledger_checkpoint_make, ledger_rebase
  from public;
grant execute on function
  ledger_open, ledger_post, ledger_reverse, ledger_hold_place, ledger_hold_void, ledger_hold_expire_due, ledger_balance,
  ledger_checkpoint_make
  to retaguarda_app;
