-- A role may demand a second factor of whoever holds it.
set local lock_timeout = '3s';

alter table role add column second_factor boolean not null default false;

-- As in 0062, and role_demands: a role of theirs demands a second factor, and this session was not opened with one. Nobody looks
-- for that where it was.
create or replace function session_open(p_session uuid, p_account text, p_touch boolean, p_key text) returns text
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
    'role_demands', not (s.two_factor and s.second_factor) and exists (
      select from person_role pr join role r on r.id = pr.role_id where pr.person_id = s.person and r.second_factor),
    'view_due', coalesce(ok and s.internal and chosen <> s.company and not exists (
      select 1 from staff_view v where v.session_id = p_session and v.company_id = chosen
         and v.logged_at > now() - interval '1 hour'), false),
    'first', case when ok and p_key is not null then command_first(chosen, s.person, p_key) end);
end $$;
