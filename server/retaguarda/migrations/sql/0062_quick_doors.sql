-- The doors say who comes, and what stands under their key, in one value: the statement that opens a call asks one function for it.
-- Read as rows of two functions that were joined, asking took longer than finding out (docs/decisions/charges.md). What they look at
-- is as in 0010, 0008 and 0001, whose functions stay until no process of the release before is left.
set local lock_timeout = '3s';

-- What a call under this idempotency key met before; null where the key is new, and where no merchant is chosen.
create function command_first(p_company int, p_person uuid, p_key text) returns json language plpgsql as $$
declare
  i record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_company || ':' || p_person || ':' || p_key, 0)) then
    return json_build_object('busy', true, 'request_hash', '', 'status', 0, 'body', '');
  end if;
  select x.request_hash, x.status, x.body into i
    from idempotency x where x.company_id = p_company and x.person_id = p_person and x.key = p_key;
  if found then
    return json_build_object('busy', false, 'request_hash', encode(i.request_hash, 'base64'), 'status', i.status,
                             'body', replace(encode(i.body, 'base64'), E'\n', ''));
  end if;
  return null;
end $$;
revoke all on function command_first(int, uuid, text) from public;
grant execute on function command_first(int, uuid, text) to retaguarda_app;

create function session_open(p_session uuid, p_account text, p_touch boolean, p_key text) returns text
language plpgsql security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  s record;
  chosen int;
  ok boolean := true;
begin
  select x.two_factor, x.last_seen_at, p.id as person, p.email, p.name, p.locale, p.internal, p.company_id as company,
         p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id) as second_factor,
         case when p.internal then (select array_agg(c.id order by c.id) from company c)
              else p.company_id || array(select c.company_id from person_company c
                                          where c.person_id = p.id and c.company_id <> p.company_id order by 1) end as seen,
         array(select unnest(r.permissions) from person_role pr join role r on r.id = pr.role_id
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
  perform set_config('retaguarda.person', s.person::text, true),
          set_config('retaguarda.companies',
            case when not ok then '' when p_account = 'all' then '*' when chosen is not null then '{' || chosen || '}'
                 else s.seen::text end, true);
  -- One write a minute is enough to know when somebody was last here.
  if p_touch and s.last_seen_at < now() - interval '1 minute' then
    update session x set last_seen_at = now() where x.id = p_session;
  end if;
  return json_build_object(
    'person_id', s.person, 'email', s.email, 'name', s.name, 'locale', s.locale, 'internal', s.internal,
    'company_id', s.company, 'companies', s.seen,
    'permissions', case when s.two_factor and s.second_factor then s.held || 'auth::twoFactor'::text else s.held end,
    'has_second_factor', s.second_factor, 'account', chosen, 'account_ok', ok,
    'view_due', coalesce(ok and s.internal and chosen <> s.company and not exists (
      select 1 from staff_view v where v.session_id = p_session and v.company_id = chosen
         and v.logged_at > now() - interval '1 hour'), false),
    'first', case when ok and p_key is not null then command_first(chosen, s.person, p_key) end);
end $$;
revoke all on function session_open(uuid, text, boolean, text) from public;
grant execute on function session_open(uuid, text, boolean, text) to retaguarda_app;

create function key_open(p_key uuid, p_hash bytea, p_ip text, p_account text, p_command_key text) returns text
language plpgsql security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
declare
  k record;
  from_there boolean;
  ok boolean;
begin
  select a.id, a.name, a.company_id as company, a.addresses, a.last_used_at, r.permissions into k
    from api_key a join role r on r.id = a.role_id
   where a.id = p_key and a.revoked_at is null and coalesce(a.expires_at > now(), true)
     and (a.hash = p_hash or (a.previous_hash = p_hash and a.grace_until > now()));
  if not found then
    return null;
  end if;
  from_there := cardinality(k.addresses) = 0
    or exists (select 1 from unnest(k.addresses) n where nullif(p_ip, '')::inet <<= n);
  ok := from_there and case p_account when '' then true when 'all' then false else p_account::int = k.company end;
  perform set_config('retaguarda.person', k.id::text, true),
          set_config('retaguarda.companies', case when ok then format('{%s}', k.company) else '' end, true);
  if ok and coalesce(k.last_used_at < now() - interval '1 minute', true) then
    update api_key a set last_used_at = now(), last_used_ip = nullif(p_ip, '')::inet where a.id = k.id;
  end if;
  return json_build_object(
    'person_id', k.id, 'email', 'API key ' || k.name, 'name', k.name, 'locale', null, 'internal', false,
    'company_id', k.company, 'companies', array[k.company], 'permissions', k.permissions, 'has_second_factor', false,
    'account', k.company, 'account_ok', ok, 'view_due', false, 'address_ok', from_there,
    'first', case when ok and p_command_key is not null then command_first(k.company, k.id, p_command_key) end);
end $$;
revoke all on function key_open(uuid, bytea, text, text, text) from public;
grant execute on function key_open(uuid, bytea, text, text, text) to retaguarda_app;
