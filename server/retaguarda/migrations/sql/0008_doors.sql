-- The doors: keys of programs come in beside people, and staff who look at a merchant's data leave a trace.
set local lock_timeout = '3s';

-- As in 0006, and view_due: staff look at this merchant, and the trail has not said so within the hour.
drop function session_open(uuid, text, boolean);
create function session_open(p_session uuid, p_account text, p_touch boolean)
returns table (
  person_id uuid, email text, name text, locale text, internal boolean, company_id int, companies int[],
  permissions text[], two_factor boolean, has_second_factor boolean, account int, account_ok boolean, view_due boolean
) language plpgsql security definer set search_path = public as $$
declare
  s record;
  seen int[];
  chosen int;
  ok boolean := true;
begin
  select x.id, x.two_factor, x.last_seen_at, p.id as person, p.email, p.name, p.locale, p.internal, p.company_id as company,
         p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id) as second_factor
    into s
    from session x join person p on p.id = x.person_id
   where x.id = p_session and x.ended_at is null and x.expires_at > now() and x.last_seen_at > now() - x.idle
     and p.disabled_at is null;
  if not found then
    return;
  end if;
  if s.internal then
    select array_agg(c.id order by c.id) into seen from company c;
  else
    select array_agg(distinct c order by c) into seen
      from (select s.company as c union all
            select pc.company_id from person_company pc where pc.person_id = s.person) mine;
  end if;
  if p_account = 'all' then
    ok := s.internal;
  elsif p_account <> '' then
    chosen := p_account::int;
    ok := chosen = any (seen);
  elsif not s.internal and cardinality(seen) = 1 then
    chosen := seen[1];
  end if;
  perform set_config('retaguarda.person', s.person::text, true),
          set_config('retaguarda.companies',
            case when not ok then '' when p_account = 'all' then '*' when chosen is not null then format('{%s}', chosen)
                 else '{' || array_to_string(seen, ',') || '}' end, true);
  -- One write a minute is enough to know when somebody was last here.
  if p_touch and s.last_seen_at < now() - interval '1 minute' then
    update session x set last_seen_at = now() where x.id = p_session;
  end if;
  return query
    select s.person, s.email, s.name, s.locale, s.internal, s.company, seen,
           (select coalesce(array_agg(distinct g order by g), '{}')
              from (select unnest(r.permissions) as g from person_role pr join role r on r.id = pr.role_id
                     where pr.person_id = s.person
                    union all select 'auth::twoFactor' where s.two_factor and s.second_factor) held),
           s.two_factor, s.second_factor, chosen, ok,
           coalesce(ok and s.internal and chosen <> s.company and not exists (
             select 1 from staff_view v where v.session_id = p_session and v.company_id = chosen
                and v.logged_at > now() - interval '1 hour'), false);
end $$;
revoke all on function session_open(uuid, text, boolean) from public;
grant execute on function session_open(uuid, text, boolean) to retaguarda_app;

-- A program comes with its key: the same for it. It acts for its company and nobody else's, with its role.
-- No row: there is no such secret, or it is over. address_ok false: it may not call from there; the scope stays empty.
create function key_open(p_key uuid, p_hash bytea, p_ip text, p_account text)
returns table (
  person_id uuid, email text, name text, locale text, internal boolean, company_id int, companies int[],
  permissions text[], two_factor boolean, has_second_factor boolean, account int, account_ok boolean, view_due boolean,
  address_ok boolean
) language plpgsql security definer set search_path = public as $$
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
    return;
  end if;
  from_there := cardinality(k.addresses) = 0
    or exists (select 1 from unnest(k.addresses) n where nullif(p_ip, '')::inet <<= n);
  ok := from_there and case p_account when '' then true when 'all' then false else p_account::int = k.company end;
  perform set_config('retaguarda.person', k.id::text, true),
          set_config('retaguarda.companies', case when ok then format('{%s}', k.company) else '' end, true);
  if ok and coalesce(k.last_used_at < now() - interval '1 minute', true) then
    update api_key a set last_used_at = now(), last_used_ip = nullif(p_ip, '')::inet where a.id = k.id;
  end if;
  return query select k.id, 'API key ' || k.name, k.name, null::text, false, k.company, array[k.company],
                      k.permissions, false, false, k.company, ok, false, from_there;
end $$;
revoke all on function key_open(uuid, bytea, text, text) from public;
grant execute on function key_open(uuid, bytea, text, text) to retaguarda_app;
