-- Double approval: what needs a second person, who asked for it, and who decided. The database itself refuses a decision by
-- whoever asked, and an execution that not enough people have approved.
set local lock_timeout = '3s';

-- Since when somebody holds a permission: who came by it after something was asked for does not approve that.
alter table person_role add column given_at timestamptz not null default clock_timestamp();
create table role_permission (
  role_id    int not null references role on delete cascade,
  permission text not null,
  company_id int not null references company,
  since      timestamptz not null default clock_timestamp(),
  primary key (role_id, permission)
);
call protect('role_permission');
insert into role_permission (role_id, permission, company_id)
  select distinct r.id, p, r.company_id from role r, unnest(r.permissions) p;

create function role_permissions_noted() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from role_permission p where p.role_id = new.id and p.permission <> all (new.permissions);
  insert into role_permission (role_id, permission, company_id)
    select distinct new.id, p, new.company_id from unnest(new.permissions) p on conflict do nothing;
  return null;
end $$;
create trigger role_permissions_noted after insert or update of permissions on role
  for each row execute function role_permissions_noted();

-- Who has seen the secret of a key: what the key asks for they have asked for.
alter table api_key add column shown_to uuid[] not null default '{}';
update api_key a set shown_to = array(select p.id from person p where lower(p.email) = lower(a.created_by));

create function api_key_shown() returns trigger language plpgsql security definer set search_path = public as $$
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
create trigger api_key_shown before insert or update on api_key for each row execute function api_key_shown();

create table approval_policy (
  id             uuid primary key,
  company_id     int not null references company,    -- the provider's (1) are for every merchant
  name           text not null check (length(name) between 1 and 80),
  command        text not null,
  condition      text not null check (length(condition) <= 1000),  -- CEL; empty: always
  permission     text not null,                      -- what an approver holds
  needed         int not null check (needed between 1 and 5),
  distinct_teams boolean not null,                   -- no two approvers share a role
  expires_days   int not null check (expires_days between 1 and 90),
  emergency      text,                               -- whoever holds this decides alone, with a reason, and everybody is told
  active         boolean not null,
  alone          boolean not null,                   -- made while there was nobody who could have approved it
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  updated_by     text not null
);
create unique index approval_policy_name on approval_policy (company_id, lower(name));
create index approval_policy_command on approval_policy (command, company_id) where active;
call protect('approval_policy');
grant select, insert, update, delete on approval_policy to retaguarda_app;

create table approval_request (
  id         uuid primary key,
  company_id int not null references company,
  command    text not null,
  path       jsonb not null,                         -- the ids in the Command's path
  subject    text not null,                          -- what it acts on; empty for something new
  input      jsonb not null,
  carried    jsonb not null,                         -- what the Command had made before it was asked for: hashes, never secrets
  amount     bigint,                                 -- minor units; null where no money moves
  plan       jsonb not null,
  plan_hash  text not null,
  demands    jsonb not null check (jsonb_array_length(demands) between 1 and 50),
  maker_id   uuid not null,                          -- a person, or a program by its key
  maker      text not null,
  makers     uuid[] not null default '{}',           -- nobody of these decides
  two_factor boolean not null,                       -- asked for in a session that was opened with one
  wide       boolean not null,                       -- asked for in the scope of all companies that the maker sees
  state      text not null default 'awaiting'
             check (state in ('awaiting', 'executed', 'rejected', 'cancelled', 'expired', 'failed')),
  round      int not null default 1,                 -- another plan is another round: the approvals before it are void
  result     jsonb,
  error      text,
  created_at timestamptz not null default now(),
  planned_at timestamptz not null default now(),
  closed_at  timestamptz,
  expires_at timestamptz not null
);
create index approval_request_age on approval_request (company_id, created_at desc);
create index approval_request_maker on approval_request (maker_id, created_at desc);
create index approval_request_subject on approval_request (company_id, subject) where state = 'awaiting';
create index approval_request_expiring on approval_request (expires_at) where state = 'awaiting';
call protect('approval_request');
grant select, insert, update on approval_request to retaguarda_app;

create table approval_decision (
  request_id  uuid not null references approval_request,
  round       int not null,
  person_id   uuid not null references person,
  company_id  int not null references company,
  actor       text not null,
  kind        text not null check (kind in ('approve', 'reject', 'emergency')),
  reason      text check (length(reason) between 1 and 500),
  factor      text check (factor in ('totp', 'recovery', 'passkey')),
  permissions text[] not null default '{}',          -- of those demanded, the ones held
  roles       int[] not null default '{}',
  at          timestamptz not null default clock_timestamp(),
  primary key (request_id, round, person_id),
  check (kind = 'approve' or reason is not null),
  check (kind = 'reject' or factor is not null)
);
call protect('approval_decision');
call append_only('approval_decision');
grant select, insert on approval_decision to retaguarda_app;

-- The policies on a Command of this company; one row without a policy when there is none.
create function approval_policies(p_company int, p_command text)
returns table (
  id uuid, version int, name text, condition text, permission text, needed int, distinct_teams boolean,
  expires_days int, emergency text, time_zone text, scope text
) language sql stable security definer set search_path = public as $$
  select p.id, p.version, p.name, p.condition, p.permission, p.needed, p.distinct_teams, p.expires_days, p.emergency,
         c.time_zone, current_setting('retaguarda.companies', true)
    from company c left join approval_policy p
      on p.command = p_command and p.active and p.company_id in (p_company, 1)
   where c.id = p_company and (scope_all() or p_company = any (scope_companies()))
   order by p.company_id, p.created_at, p.id
$$;

-- Held now, and held already before this moment.
create function permission_held(p_person uuid, p_permission text, p_before timestamptz) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from person_role h join role_permission p on p.role_id = h.role_id
     where h.person_id = p_person and p.permission = p_permission and h.given_at < p_before and p.since < p_before)
$$;

-- Whether whoever acts in this transaction, a person or a program, holds a permission through a role.
create function scope_holds(p_permissions text[]) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from role r where r.permissions && p_permissions
       and (r.id in (select h.role_id from person_role h where h.person_id = scope_person())
            or r.id = (select k.role_id from api_key k where k.id = scope_person())))
$$;

-- People who could decide over requests of a company: at work, in sight of it, and none of the makers.
create function approval_deciders(p_company int, p_makers uuid[], p_before timestamptz) returns setof uuid
language sql stable security definer set search_path = public as $$
  select p.id from person p
   where p.disabled_at is null and p.joined_at is not null and p.id <> all (p_makers)
     and (p.internal or p.company_id = p_company
          or exists (select 1 from person_company c where c.person_id = p.id and c.company_id = p_company))
     and permission_held(p.id, 'approvals::requests:decide', p_before)
$$;

-- Who makes what this person or program asks for: themselves, and whoever knows the program's secret.
create function approval_makers(p_maker uuid) returns uuid[]
language sql stable security definer set search_path = public as $$
  select p_maker || coalesce((select k.shown_to from api_key k where k.id = p_maker), '{}')
$$;

-- May this person decide over this request now?
create function approval_open_to(p_request uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from approval_request r
     where r.id = p_request and r.state = 'awaiting' and r.expires_at > now()
       and p_person in (select approval_deciders(r.company_id, r.makers, r.created_at))
       and exists (
         select 1 from jsonb_array_elements(r.demands) d
          where permission_held(p_person, d ->> 'permission', r.created_at)
             or permission_held(p_person, d ->> 'emergency', r.created_at))
       and not exists (
         select 1 from approval_decision x where x.request_id = r.id and x.round = r.round and x.person_id = p_person))
$$;

-- May this person decide over it alone?
create function approval_emergency_of(p_request uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select approval_open_to(p_request, p_person) and not exists (
    select 1 from approval_request r, jsonb_array_elements(r.demands) d
     where r.id = p_request and not coalesce(permission_held(p_person, d ->> 'emergency', r.created_at), false))
$$;

-- Approved by as many as were demanded, each of whom could still do it.
create function approval_satisfied(p_request uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from approval_request r
     where r.id = p_request
       and not exists (
         select 1 from approval_decision x where x.request_id = r.id and x.round = r.round and x.kind = 'reject')
       and (exists (
         select 1 from approval_decision x where x.request_id = r.id and x.round = r.round and x.kind = 'emergency')
       or not exists (
         select 1 from jsonb_array_elements(r.demands) d
          where (select count(*) from approval_decision x
                  where x.request_id = r.id and x.round = r.round and x.kind = 'approve'
                    and (d ->> 'permission') = any (x.permissions)
                    and permission_held(x.person_id, d ->> 'permission', r.created_at)
                    and x.person_id in (select approval_deciders(r.company_id, r.makers, r.created_at)))
                < (d ->> 'needed')::int)))
$$;

create function approval_request_made() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.maker_id is distinct from scope_person() or new.state <> 'awaiting' or new.round <> 1 then
    raise exception 'a request is made by whoever asks, and begins by waiting' using errcode = 'RF048';
  end if;
  new.makers := approval_makers(new.maker_id);
  new.created_at := now();
  return new;
end $$;
create trigger approval_request_made before insert on approval_request
  for each row execute function approval_request_made();

create function approval_request_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if old.state <> 'awaiting' then
    raise exception 'this request is %', old.state using errcode = 'RF050';
  end if;
  if (new.id, new.company_id, new.command, new.path, new.subject, new.input, new.carried, new.amount, new.demands, new.maker_id,
      new.maker, new.makers, new.two_factor, new.wide, new.created_at, new.expires_at)
     is distinct from
     (old.id, old.company_id, old.command, old.path, old.subject, old.input, old.carried, old.amount, old.demands, old.maker_id,
      old.maker, old.makers, old.two_factor, old.wide, old.created_at, old.expires_at) then
    raise exception 'what was asked for does not change' using errcode = 'RF048';
  end if;
  if new.state = 'awaiting' then
    if new.round <> old.round + 1 then
      raise exception 'another plan is another round' using errcode = 'RF048';
    end if;
    return new;
  end if;
  if (new.round, new.plan, new.plan_hash) is distinct from (old.round, old.plan, old.plan_hash) then
    raise exception 'the plan that was approved does not change' using errcode = 'RF048';
  end if;
  if (case new.state
       when 'executed' then not approval_satisfied(old.id)
       when 'failed' then not approval_satisfied(old.id)
       when 'cancelled' then coalesce(scope_person() <> all (old.makers), true)
       when 'expired' then old.expires_at > now()
       else not exists (
         select 1 from approval_decision x where x.request_id = old.id and x.round = old.round and x.kind = 'reject')
     end) then
    raise exception 'not % by whoever may', new.state using errcode = 'RF048';
  end if;
  new.closed_at := now();
  return new;
end $$;
create trigger approval_request_moved before update on approval_request
  for each row execute function approval_request_moved();
create trigger approval_request_kept before delete on approval_request for each row execute function refuse_change();
create trigger approval_request_kept_whole before truncate on approval_request
  for each statement execute function refuse_change();

create function approval_decided() returns trigger language plpgsql security definer set search_path = public as $$
declare
  r approval_request;
begin
  -- One decision at a time: the last that is needed knows that it is.
  select * into r from approval_request where id = new.request_id for update;
  if r.state <> 'awaiting' then
    raise exception 'this request is %', r.state using errcode = 'RF050';
  end if;
  if r.id is null or new.person_id is distinct from scope_person() or new.round <> r.round or new.company_id <> r.company_id
     or not approval_open_to(r.id, new.person_id) then
    raise exception 'this person does not decide over this request' using errcode = 'RF048';
  end if;
  new.permissions := array(
    select distinct d ->> 'permission' from jsonb_array_elements(r.demands) d
     where permission_held(new.person_id, d ->> 'permission', r.created_at));
  new.roles := array(select h.role_id from person_role h where h.person_id = new.person_id order by 1);
  if (new.kind = 'approve' and new.permissions = '{}')
     or (new.kind = 'emergency' and not approval_emergency_of(r.id, new.person_id)) then
    raise exception 'this person does not decide over this request' using errcode = 'RF048';
  end if;
  if new.kind = 'approve' and exists (
    select 1 from jsonb_array_elements(r.demands) d join approval_decision x
      on x.request_id = r.id and x.round = r.round and x.kind = 'approve' and (d ->> 'permission') = any (x.permissions)
     where (d ->> 'distinct_teams')::boolean and (d ->> 'permission') = any (new.permissions) and x.roles && new.roles) then
    raise exception 'somebody of the same team has approved' using errcode = 'RF049';
  end if;
  return new;
end $$;
create trigger approval_decided before insert on approval_decision for each row execute function approval_decided();

revoke all on function approval_policies(int, text), permission_held(uuid, text, timestamptz), scope_holds(text[]),
  approval_deciders(int, uuid[], timestamptz), approval_makers(uuid), approval_open_to(uuid, uuid),
  approval_emergency_of(uuid, uuid), approval_satisfied(uuid) from public;
grant execute on function approval_policies(int, text), permission_held(uuid, text, timestamptz), scope_holds(text[]),
  approval_deciders(int, uuid[], timestamptz), approval_makers(uuid), approval_open_to(uuid, uuid),
  approval_emergency_of(uuid, uuid), approval_satisfied(uuid) to retaguarda_app;
