-- Somebody of another company has this e-mail: the event that asks for a mail to them is written into their own trail.
-- True when there is such a person. Who invites learns nothing of them.
create or replace function invite_known_elsewhere(p_email text)
returns boolean language plpgsql security definer set search_path = public as $$
begin
  perform event_write(p.company_id, 'access:user:invited_elsewhere', p.id::text, 'retaguarda')
    from person p where lower(p.email) = lower(p_email) and p.disabled_at is null;
  return found;
end $$;
revoke all on function invite_known_elsewhere(text) from public;
grant execute on function invite_known_elsewhere(text) to retaguarda_app;

-- Who holds this permission in this company, and is not suspended.
create or replace function holders_of(p_company int, p_permission text) returns setof uuid language sql stable as $$
  select distinct pr.person_id
    from role r join person_role pr on pr.role_id = r.id join person p on p.id = pr.person_id
   where r.company_id = p_company and p_permission = any (r.permissions) and p.company_id = p_company and p.disabled_at is null
$$;

create or replace function sees_beyond(p_people uuid[], p_seen int[]) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select 1 from person_company c where c.person_id = any (p_people) and c.company_id <> all (p_seen))
$$;
revoke all on function sees_beyond(uuid[], int[]) from public;
grant execute on function sees_beyond(uuid[], int[]) to retaguarda_app;

create or replace function role_permissions_noted() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from role_permission p where p.role_id = new.id and p.permission <> all (new.permissions);
  insert into role_permission (role_id, permission, company_id)
    select distinct new.id, p, new.company_id from unnest(new.permissions) p on conflict do nothing;
  return null;
end $$;

create or replace function api_key_shown() returns trigger language plpgsql security definer set search_path = public as $$
declare
  maker uuid := scope_person();
begin
  new.shown_to := case tg_op when 'INSERT' then '{}'::uuid[] else old.shown_to end;
  if maker is not null and (tg_op = 'INSERT' or new.hash is distinct from old.hash) then
    -- A key that makes a key: who knows the first one knows both.
    new.shown_to := array(select distinct s from unnest(
      new.shown_to || maker || coalesce((select k.shown_to from api_key k where k.id = maker), '{}')) s);
  end if;
  return new;
end $$;

-- Held now, and held already before this moment.
create or replace function permission_held(p_person uuid, p_permission text, p_before timestamptz) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from person_role h join role_permission p on p.role_id = h.role_id
     where h.person_id = p_person and p.permission = p_permission and h.given_at < p_before and p.since < p_before)
$$;
revoke all on function permission_held(uuid, text, timestamptz) from public;
grant execute on function permission_held(uuid, text, timestamptz) to retaguarda_app;

-- A program comes with its key: session_open() for it. It acts for its company and nobody else's, with its role.
-- Null: there is no such secret, or it is over. address_ok false: it may not call from there; the scope stays empty.
create or replace function key_open(p_key uuid, p_hash bytea, p_ip text, p_account text, p_command_key text) returns text
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
  if ok and current_setting('retaguarda.only_read', true) is distinct from 'on'
     and coalesce(k.last_used_at < now() - interval '1 minute', true)
     and not cell_shut(k.company) then
    update api_key a set last_used_at = now(), last_used_ip = nullif(p_ip, '')::inet where a.id = k.id;
  end if;
  return json_build_object(
    'person_id', k.id, 'email', 'API key ' || k.name, 'name', k.name, 'locale', null, 'internal', false,
    'company_id', k.company, 'companies', array[k.company], 'permissions', k.permissions, 'has_second_factor', false,
    'account', k.company, 'account_ok', ok, 'view_due', false, 'address_ok', from_there,
    'moved_to', case when from_there then cell_moved_to(k.company) end,
    'first', case when ok and p_command_key is not null then command_first(k.company, k.id, p_command_key) end);
end $$;
revoke all on function key_open(uuid, bytea, text, text, text) from public;
grant execute on function key_open(uuid, bytea, text, text, text) to retaguarda_app;

create or replace trigger role_permissions_noted after insert or update of permissions on role
  for each row execute function role_permissions_noted();

create or replace trigger api_key_shown before insert or update on api_key for each row execute function api_key_shown();

-- Notes that staff look at a merchant in this session: once an hour, and of concurrent requests one. Then the reason they gave, as a row.
create or replace function staff_view_note(p_session uuid, p_company int) returns table (reason text) language sql as $$
  insert into staff_view (session_id, company_id, logged_at) values (p_session, p_company, now())
  on conflict (session_id, company_id) do update set logged_at = now()
   where coalesce(staff_view.logged_at < now() - interval '1 hour', true) returning reason;
$$;
