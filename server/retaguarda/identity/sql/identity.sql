-- Who comes with a session, in one query, for it runs with every call: they, whose rows they see and what they hold. It sets the
-- scope of the transaction. Null: no such session, or it is over. view_due: staff look at this merchant, and the trail has not
-- said so within the hour; the trail of a company that is being moved takes nothing. role_demands: a role of theirs demands a second
-- factor, and this session was not opened with one. moved_to: where the company is that they ask for.
create or replace function session_open(p_session uuid, p_account text, p_touch boolean, p_key text) returns text
language plpgsql security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  s record;
  chosen int;
  ok boolean := true;
  moved text;
  left_here int[] := cell_released();
begin
  select x.two_factor, x.last_seen_at, p.id as person, p.email, p.name, p.locale, p.internal, p.company_id as company,
         p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id) as second_factor,
         case when p.internal then (select array_agg(c.id order by c.id) from company c)
              else p.company_id || array(select c.company_id from published.person_company c
                                          where c.person_id = p.id and c.company_id <> p.company_id order by 1) end as seen,
         array(select unnest(r.permissions) from published.person_role pr join published.role r on r.id = pr.role_id
                where pr.person_id = p.id) as held
    into s
    from session x join person p on p.id = x.person_id
   where x.id = p_session and x.ended_at is null and x.expires_at > now() and x.last_seen_at > now() - x.idle
     and p.disabled_at is null;
  if not found then
    return null;
  end if;
  if p_account = 'all' then
    ok := s.internal;
  elsif p_account <> '' then
    chosen := p_account::int;
    ok := chosen = any (s.seen);
  elsif not s.internal and cardinality(s.seen) = 1 then
    chosen := s.seen[1];
  end if;
  if ok and left_here is not null then
    moved := cell_moved_to(coalesce(chosen, case when not s.internal then s.company end));
    s.seen := array(select c from unnest(s.seen) c where c <> all (left_here) order by 1);
  end if;
  perform set_config('retaguarda.person', s.person::text, true),
          set_config('retaguarda.companies',
            case when moved is not null then ''
                 when not ok then '' when p_account = 'all' then '*' when chosen is not null then '{' || chosen || '}'
                 else s.seen::text end, true);
  -- One write a minute is enough to know when somebody was last here; none while no standby answers (foundation/standby_wait.py).
  if p_touch and current_setting('retaguarda.only_read', true) is distinct from 'on' and s.last_seen_at < now() - interval '1 minute' then
    update session x set last_seen_at = now() where x.id = p_session;
  end if;
  return json_build_object(
    'person_id', s.person, 'email', s.email, 'name', s.name, 'locale', s.locale, 'internal', s.internal,
    'company_id', s.company, 'companies', s.seen,
    'permissions', case when s.two_factor and s.second_factor then s.held || 'auth::twoFactor'::text else s.held end,
    'has_second_factor', s.second_factor, 'account', chosen, 'account_ok', ok,
    'role_demands', not (s.two_factor and s.second_factor) and exists (
      select from published.person_role pr join published.role r on r.id = pr.role_id where pr.person_id = s.person and r.second_factor),
    'moved_to', moved,
    'view_due', coalesce(ok and s.internal and chosen <> s.company and not cell_shut(chosen) and not exists (
      select 1 from published.staff_view v where v.session_id = p_session and v.company_id = chosen
         and v.logged_at > now() - interval '1 hour'), false),
    'first', case when ok and p_key is not null then command_first(chosen, s.person, p_key) end);
end $$;
revoke all on function session_open(uuid, text, boolean, text) from public;
grant execute on function session_open(uuid, text, boolean, text) to retaguarda_app;

-- Whoever disables a person, and however: the sessions end with it and do not come back.
create or replace function end_sessions_of_disabled() returns trigger language plpgsql as $$
begin
  update session set ended_at = now(), end_reason = 'disabled' where person_id = new.id and ended_at is null;
  return null;
end $$;

-- Who asked, with what they may do now. As session_open and key_open, but it writes nothing: a long reading must not hold
-- up who follows the events. p_account: the one merchant it is about; null for all that they see.
-- No row: suspended, revoked, or the merchant is not theirs to see any more.
create or replace function actor_open(p_actor uuid, p_account int, p_two_factor boolean)
returns table (
  person_id uuid, email text, name text, locale text, internal boolean, company_id int, companies int[],
  permissions text[], has_second_factor boolean, account int
) language plpgsql security definer set search_path = public as $$
declare
  a record;
begin
  select p.id, p.email, p.name, p.locale, p.internal, p.company_id as company,
         p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id) as second_factor,
         case when p.internal then (select array_agg(c.id order by c.id) from company c)
              else p.company_id || array(select c.company_id from published.person_company c
                                          where c.person_id = p.id and c.company_id <> p.company_id order by 1) end as seen,
         array(select unnest(r.permissions) from published.person_role pr join published.role r on r.id = pr.role_id
                where pr.person_id = p.id) as held
    into a
    from person p where p.id = p_actor and p.disabled_at is null
   union all
  select k.id, 'API key ' || k.name, k.name, null, false, k.company_id, false, array[k.company_id], r.permissions
    from published.api_key k join published.role r on r.id = k.role_id
   where k.id = p_actor and k.revoked_at is null and coalesce(k.expires_at > now(), true);
  if not found or p_account <> all (a.seen) then
    return;
  end if;
  perform set_config('retaguarda.person', a.id::text, true),
          set_config('retaguarda.companies', coalesce('{' || p_account || '}', a.seen::text), true);
  person_id := a.id;
  email := a.email;
  name := a.name;
  locale := a.locale;
  internal := a.internal;
  company_id := a.company;
  companies := a.seen;
  has_second_factor := a.second_factor;
  account := p_account;
  permissions := case when p_two_factor and a.second_factor then a.held || 'auth::twoFactor'::text else a.held end;
  return next;
end $$;
revoke all on function actor_open(uuid, int, boolean) from public;
grant execute on function actor_open(uuid, int, boolean) to retaguarda_app;

-- begun: when it was counted, and its name in each of the buckets. Null where a window is full: then wait tells the seconds until it
-- has room, or is null where the window is full of tries that are not judged yet, and room may come at any moment.
-- p_locks: each bucket once. Every caller names the person's first, then the address's, then everybody's, so that no two wait for
-- each other, and the one that all share is held for the shortest time.
create or replace function try_begin(p_locks text[], p_buckets text[], p_most int[], p_seconds int[], p_open boolean,
                          out begun timestamptz, out wait int)
language plpgsql as $$
declare
  each text;
  moment timestamptz;
  is_full boolean;
begin
  foreach each in array p_locks loop
    perform pg_advisory_xact_lock(hashtextextended(each, 1));
  end loop;
  -- Read under the locks, and kept: an index is not asked with a clock that moves.
  moment := clock_timestamp();
  select count(*) > 0, ceil(extract(epoch from max(f.free_at - moment) filter (where not f.undecided)))::int
    into is_full, wait
    from unnest(p_buckets, p_most, p_seconds) as l(bucket, most, seconds),
         lateral (select min(r.at) + l.seconds * interval '1 second' as free_at,
                         -- A process that died in the middle judges nothing any more.
                         coalesce(bool_or(r.open and r.at > moment - interval '30 seconds'), false) as undecided
                    from (select t.at, t.open from refused_try t
                           where t.bucket = l.bucket and t.at > moment - l.seconds * interval '1 second'
                           order by t.at desc limit l.most) r
                  having count(*) >= l.most) f;
  if is_full then
    return;
  end if;
  insert into refused_try (bucket, at, open) select unnest(p_locks), moment, p_open;
  begun := moment;
end $$;

create or replace trigger end_sessions_of_disabled after update of disabled_at on person for each row
  when (new.disabled_at is not null and old.disabled_at is null) execute function end_sessions_of_disabled();

-- Published: for how long a session is open that a second factor opened; null for any other.
create or replace function session_factor_age(p_session uuid, p_person uuid) returns interval
language sql stable security definer set search_path = public as $$
  select now() - s.created_at from session s where s.id = p_session and s.person_id = p_person and s.two_factor
$$;
revoke all on function session_factor_age(uuid, uuid) from public;
grant execute on function session_factor_age(uuid, uuid) to retaguarda_app;
