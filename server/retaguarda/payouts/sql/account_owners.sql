-- What is in force of an owner, or else the newest that was written.
create or replace function account_owner_shown(p_company int, p_owner uuid) returns setof account_owner_version
language sql stable rows 1 as $$
  select v.* from account_owner_version v where v.company_id = p_company and v.owner_id = p_owner
   order by v.status = 'active' desc, v.version desc limit 1
$$;

-- draft → verified → active → expired by the calendar; or retired.
create or replace function account_owner_state(p_status text, p_valid_from date, p_valid_to date, p_retired timestamptz, p_today date)
returns text language sql immutable as $$
  select case when p_retired is not null then 'retired'
              when p_status = 'active' and p_valid_to < p_today then 'expired' else p_status end
$$;

-- What an owner lacks before anything can be taken from its account; empty: nothing.
create or replace function account_owner_problems(p_company int, p_owner uuid) returns text[] language sql stable as $$
  select array_remove(array[
    case when v.status <> 'active' then 'not_active' end,
    case when v.valid_from > d.today then 'to_come' when v.valid_to < d.today then 'over' end,
    case when not exists (select from account_owner_agreement a where a.company_id = p_company and a.owner_id = p_owner)
         then 'no_agreement' end,
    case when not exists (select from account_owner_signer s where s.company_id = p_company and s.owner_id = p_owner
            and s.removed_at is null and s.valid_from <= d.today and coalesce(s.valid_to, d.today) >= d.today)
         then 'no_signer' end,
    case when not b.listed then 'bank_not_listed' end], null)
    from account_owner_shown(p_company, p_owner) v join bank b on b.ispb = v.ispb
    join company k on k.id = p_company cross join lateral (select (now() at time zone k.time_zone)::date as today) d
$$;

-- Published: why no file may be sealed on this owner's account; null: it may.
create or replace function account_owner_stop(p_company int, p_owner uuid) returns text
language sql stable security definer set search_path = public as $$
  select case when o.retired_at is not null then 'retired' else (account_owner_problems(p_company, p_owner))[1] end
    from account_owner o where o.company_id = p_company and o.id = p_owner
$$;
revoke all on function account_owner_stop(int, uuid) from public;
grant execute on function account_owner_stop(int, uuid) to retaguarda_app;

-- Published: why no file may be sealed on an account, by what is known of its holder; null: it may, or nobody wrote a holder of it.
create or replace function account_stop(p_company int, p_ispb text, p_branch text, p_number text) returns text
language sql stable security definer set search_path = public as $$
  select case when not bool_or(s.stop is null) then min(s.stop) end
    from (select account_owner_stop(o.company_id, o.id) as stop
            from account_owner o cross join lateral account_owner_shown(o.company_id, o.id) v
           where o.company_id = p_company and v.ispb = p_ispb and ltrim(v.branch, '0') = ltrim(p_branch, '0')
             and ltrim(v.number, '0') = ltrim(p_number, '0')) s
$$;
revoke all on function account_stop(int, text, text, text) from public;
grant execute on function account_stop(int, text, text, text) to retaguarda_app;

-- Published: takes the next number of a file (NSA) under an agreement of an account: above what was sealed here, and above what
-- another program wrote before, as the account's holder says. Whoever writes that at the same time waits. Where nobody wrote a
-- holder with this agreement, the number follows what was sealed here.
create or replace function account_next_nsa(p_company int, p_ispb text, p_branch text, p_number text, p_agreement text, p_last bigint)
returns bigint language plpgsql security definer set search_path = public as $$
declare
  taken bigint;
  mine uuid[];
begin
  select array_agg(o.id) into mine
    from account_owner o cross join lateral account_owner_shown(o.company_id, o.id) v
   where o.company_id = p_company and o.retired_at is null and v.ispb = p_ispb
     and ltrim(v.branch, '0') = ltrim(p_branch, '0') and ltrim(v.number, '0') = ltrim(p_number, '0');
  perform from account_owner_agreement a where a.company_id = p_company and a.owner_id = any (mine) and a.number = p_agreement for update;
  select greatest(p_last, max(a.last_nsa)) + 1 into taken
    from account_owner_agreement a where a.company_id = p_company and a.owner_id = any (mine) and a.number = p_agreement;
  update account_owner_agreement a set last_nsa = taken
   where a.company_id = p_company and a.owner_id = any (mine) and a.number = p_agreement;
  return taken;
end $$;
revoke all on function account_next_nsa(int, text, text, text, text, bigint) from public;
grant execute on function account_next_nsa(int, text, text, text, text, bigint) to retaguarda_app;

-- What was written of an owner does not change; it is verified, comes into force, and gives way to the next.
create or replace function account_owner_version_moves() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.name, new.document, new.ispb, new.branch, new.number, new.account_type, new.cnab_code,
      new.receipt_text, new.valid_from, new.valid_to, new.writer_id) is distinct from
     (old.name, old.document, old.ispb, old.branch, old.number, old.account_type, old.cnab_code, old.receipt_text,
      old.valid_from, old.valid_to, old.writer_id) then
    raise exception 'a verified version does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger account_owner_version_moves before update on account_owner_version
  for each row execute function account_owner_version_moves();
call allow_moves('account_owner_version', 'status',
  'draft: verified',
  'verified: active',
  'active: superseded');

-- The number of files only rises.
create or replace function account_owner_agreement_moves() returns trigger language plpgsql as $$
begin
  if new.number = old.number and new.last_nsa < old.last_nsa then
    raise exception 'the number of files under an agreement only rises' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger account_owner_agreement_moves before update on account_owner_agreement
  for each row execute function account_owner_agreement_moves();
