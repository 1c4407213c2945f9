-- The policies on a Command of this company; one row without a policy when there is none.
create or replace function approval_policies(p_company int, p_command text)
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
revoke all on function approval_policies(int, text) from public;
grant execute on function approval_policies(int, text) to retaguarda_app;

-- People who could decide over requests of a company: at work, in sight of it, and none of the makers.
create or replace function approval_deciders(p_company int, p_makers uuid[], p_before timestamptz) returns setof uuid
language sql stable security definer set search_path = public as $$
  select p.id from person p
   where p.disabled_at is null and p.joined_at is not null and p.id <> all (p_makers)
     and (p.internal or p.company_id = p_company
          or exists (select 1 from published.person_company c where c.person_id = p.id and c.company_id = p_company))
     and permission_held(p.id, 'approvals::requests:decide', p_before)
$$;
revoke all on function approval_deciders(int, uuid[], timestamptz) from public;
grant execute on function approval_deciders(int, uuid[], timestamptz) to retaguarda_app;

-- Who makes what this person or program asks for: themselves, whoever knows the program's secret, and each of these under
-- another address of the same mailbox.
create or replace function approval_makers(p_maker uuid) returns uuid[]
language sql stable security definer set search_path = public as $$
  with known as (
    select distinct unnest(p_maker || coalesce((select k.shown_to from published.api_key k where k.id = p_maker), '{}')) as id)
  select array(
    select id from known
    union
    select twin.id from known join person p on p.id = known.id join person twin on mailbox_of(twin.email) = mailbox_of(p.email))
$$;
revoke all on function approval_makers(uuid) from public;
grant execute on function approval_makers(uuid) to retaguarda_app;

-- May this person decide over this request now?
create or replace function approval_open_to(p_request uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select approval_able(p_request, p_person) and not approval_handed_over(p_request, p_person)
$$;
revoke all on function approval_open_to(uuid, uuid) from public;
grant execute on function approval_open_to(uuid, uuid) to retaguarda_app;

-- May this person decide over it alone?
create or replace function approval_emergency_of(p_request uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select approval_open_to(p_request, p_person) and not exists (
    select 1 from approval_request r, jsonb_array_elements(r.demands) d
     where r.id = p_request and not coalesce(permission_held(p_person, d ->> 'emergency', r.created_at), false))
$$;
revoke all on function approval_emergency_of(uuid, uuid) from public;
grant execute on function approval_emergency_of(uuid, uuid) to retaguarda_app;

-- How many people at least still have to approve: the most that one of the demands lacks. Whoever approved and could not any
-- longer does not count.
create or replace function approval_missing(p_request uuid) returns int
language sql stable security definer set search_path = public as $$
  select case when exists (
           select 1 from approval_decision x where x.request_id = r.id and x.round = r.round and x.kind = 'emergency')
         then 0
         else (select greatest(0, max((d ->> 'needed')::int - (
                 select count(*) from approval_decision x
                  where x.request_id = r.id and x.round = r.round and x.kind = 'approve'
                    and (d ->> 'permission') = any (x.permissions)
                    and permission_held(x.person_id, d ->> 'permission', r.created_at)
                    and x.person_id in (select approval_deciders(r.company_id, r.makers, r.created_at)))::int))
                 from jsonb_array_elements(r.demands) d)
         end
    from approval_request r where r.id = p_request
$$;
revoke all on function approval_missing(uuid) from public;
grant execute on function approval_missing(uuid) to retaguarda_app;

-- Approved by as many as were demanded, each of whom could still do it.
create or replace function approval_satisfied(p_request uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from approval_request r
     where r.id = p_request
       and not exists (
         select 1 from approval_decision x where x.request_id = r.id and x.round = r.round and x.kind = 'reject')
       and approval_missing(r.id) = 0)
$$;
revoke all on function approval_satisfied(uuid) from public;
grant execute on function approval_satisfied(uuid) to retaguarda_app;

create or replace function approval_request_made() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.maker_id is distinct from scope_person() or new.state <> 'awaiting' or new.round <> 1 then
    raise exception 'a request is made by whoever asks, and begins by waiting' using errcode = 'RF048';
  end if;
  new.makers := approval_makers(new.maker_id);
  new.created_at := now();
  return new;
end $$;

create or replace function approval_request_moved() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  if old.state <> 'awaiting' then
    raise exception 'this request is %', old.state using errcode = 'RF050';
  end if;
  if (new.id, new.company_id, new.command, new.path, new.subject, new.carried, new.maker_id, new.maker, new.makers, new.wide,
      new.created_at, new.expires_at, new.edited_at)
     is distinct from
     (old.id, old.company_id, old.command, old.path, old.subject, old.carried, old.maker_id, old.maker, old.makers, old.wide,
      old.created_at, old.expires_at, old.edited_at) then
    raise exception 'what was asked for does not change' using errcode = 'RF048';
  end if;
  if (new.input, new.amount, new.currency, new.demands, new.two_factor) is distinct from
     (old.input, old.amount, old.currency, old.demands, old.two_factor) then
    -- Edited: by its maker alone, and only what is asked for; whoever has come to know the maker's secret is a maker too.
    if new.state <> 'awaiting' or new.input = old.input or old.maker_id is distinct from scope_person()
       or old.expires_at <= now() then
      raise exception 'what was asked for is changed by whoever asked' using errcode = 'RF048';
    end if;
    new.makers := array(select distinct m from unnest(old.makers || approval_makers(old.maker_id)) m);
    new.edited_at := now();
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

create or replace function approval_decided() returns trigger language plpgsql security definer set search_path = public as $$
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
  new.roles := array(select h.role_id from published.person_role h where h.person_id = new.person_id order by 1);
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

-- People at work who see a company, with what they hold through roles. The provider's are told by their role alone to those
-- who do not see the provider.
create or replace function approval_people(p_company int)
returns table (id uuid, email text, internal boolean, second_factor boolean, roles int[], permissions text[])
language sql stable security definer set search_path = public as $$
  select p.id, case when p.company_id = p_company or scope_all() or p.company_id = any (scope_companies()) then p.email end,
         p.internal, p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id),
         array(select h.role_id from published.person_role h where h.person_id = p.id order by 1),
         array(select distinct x.permission from published.person_role h join published.role_permission x on x.role_id = h.role_id
                where h.person_id = p.id order by 1)
    from person p
   where p.disabled_at is null and p.joined_at is not null
     and (scope_all() or p_company = any (scope_companies()))
     and (p.internal or p.company_id = p_company
          or exists (select 1 from published.person_company c where c.person_id = p.id and c.company_id = p_company))
   order by p.id limit 2000
$$;
revoke all on function approval_people(int) from public;
grant execute on function approval_people(int) to retaguarda_app;

-- Has this person handed their decision over, and not been given it back?
create or replace function approval_handed_over(p_request uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select coalesce((
    select d.from_person = p_person from approval_delegation d
     where d.request_id = p_request and p_person in (d.from_person, d.to_person) order by d.at desc, d.id desc limit 1), false)
$$;
revoke all on function approval_handed_over(uuid, uuid) from public;
grant execute on function approval_handed_over(uuid, uuid) to retaguarda_app;

-- Could this person decide over this request now, whether or not they have handed it over?
create or replace function approval_able(p_request uuid, p_person uuid) returns boolean
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
revoke all on function approval_able(uuid, uuid) from public;
grant execute on function approval_able(uuid, uuid) to retaguarda_app;

-- To whom whoever acts in this transaction may hand a request. The provider's people stay unnamed to merchants.
create or replace function approval_delegates(p_request uuid) returns table (id uuid, name text, email text)
language sql stable security definer set search_path = public as $$
  select p.id, p.name, p.email
    from approval_request r join person me on me.id = scope_person()
    cross join lateral approval_deciders(r.company_id, r.makers, r.created_at) d(person_id)
    join person p on p.id = d.person_id
   where r.id = p_request and p.id <> me.id and (me.internal or not p.internal)
     and approval_open_to(r.id, me.id) and approval_able(r.id, p.id)
   order by p.name, p.id limit 200
$$;
revoke all on function approval_delegates(uuid) from public;
grant execute on function approval_delegates(uuid) to retaguarda_app;

create or replace function approval_delegated() returns trigger language plpgsql security definer set search_path = public as $$
declare
  r approval_request;
begin
  -- One word at a time: nobody decides over what they are handing over.
  select * into r from approval_request where id = new.request_id for update;
  if r.state <> 'awaiting' then
    raise exception 'this request is %', r.state using errcode = 'RF050';
  end if;
  if r.id is null or new.from_person is distinct from scope_person() or new.company_id <> r.company_id
     or not approval_open_to(r.id, new.from_person) or not approval_able(r.id, new.to_person) then
    raise exception 'this person does not hand this request to that one' using errcode = 'RF048';
  end if;
  return new;
end $$;

create or replace function approval_edits_kept() returns trigger language plpgsql as $$
begin
  if new.edits is distinct from old.edits and (new.input = old.input or (new.edits - -1) is distinct from old.edits) then
    raise exception 'what an edit changed is written down once' using errcode = 'RF048';
  end if;
  return new;
end $$;

-- Whether anybody but these makers could decide over something of this company. Whoever was suspended within the last week
-- counts: nobody becomes alone by suspending the others.
create or replace function approval_another(p_company int, p_makers uuid[]) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from approval_deciders(p_company, p_makers, 'infinity'))
      or exists (
        select from person p
         where p.disabled_at > now() - interval '7 days' and p.joined_at is not null and p.id <> all (p_makers)
           and (p.internal or p.company_id = p_company
                or exists (select from published.person_company c where c.person_id = p.id and c.company_id = p_company))
           and permission_held(p.id, 'approvals::requests:decide', 'infinity'))
$$;
revoke all on function approval_another(int, uuid[]) from public;
grant execute on function approval_another(int, uuid[]) to retaguarda_app;

-- Of the people of a company, who could decide, and where: before and after a change of rights. Also who has yet to join.
create or replace function approval_rights(p_company int) returns table (person_id uuid, company_id int)
language sql stable security definer set search_path = public as $$
  select p.id, s.company_id
    from person p
    cross join lateral (
      select p.company_id union select c.company_id from published.person_company c where c.person_id = p.id) s(company_id)
   where p.company_id = p_company and p.disabled_at is null
     and (scope_all() or p_company = any (scope_companies()))
     and permission_held(p.id, 'approvals::requests:decide', 'infinity')
$$;
revoke all on function approval_rights(int) from public;
grant execute on function approval_rights(int) to retaguarda_app;

-- Whether any policy asks for a second person in this company.
create or replace function approval_policies_stand(p_company int) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from approval_policy p where p.active and p.company_id in (p_company, 1))
$$;
revoke all on function approval_policies_stand(int) from public;
grant execute on function approval_policies_stand(int) to retaguarda_app;

-- Evidence stays as it was seen, unless whoever asked asks for something else.
create or replace function approval_today_kept() returns trigger language plpgsql set search_path = public as $$
begin
  if new.today is distinct from old.today and new.input = old.input then
    raise exception 'what was asked for does not change' using errcode = 'RF048';
  end if;
  return new;
end $$;

-- Minor units. The request that is being done or weighed anew (retaguarda.approval) does not stand in its own way.
create or replace function approval_reserved(p_company int, p_what text) returns bigint
language sql stable set search_path = public as $$
  select coalesce(sum(a.reserved), 0)::bigint from approval_request a
   where a.company_id = p_company and a.reserves = p_what and a.state = 'awaiting' and a.expires_at > now()
     and a.id::text <> coalesce(current_setting('retaguarda.approval', true), '')
$$;
revoke all on function approval_reserved(int, text) from public;
grant execute on function approval_reserved(int, text) to retaguarda_app;

call append_only('approval_decision');

call append_only('approval_delegation');

create or replace trigger approval_request_made before insert on approval_request
  for each row execute function approval_request_made();

create or replace trigger approval_request_moved before update on approval_request
  for each row execute function approval_request_moved();

create or replace trigger approval_request_kept before delete on approval_request for each row execute function refuse_change();

create or replace trigger approval_request_kept_whole before truncate on approval_request
  for each statement execute function refuse_change();

create or replace trigger approval_decided before insert on approval_decision for each row execute function approval_decided();

create or replace trigger approval_delegated before insert on approval_delegation
  for each row execute function approval_delegated();

create or replace trigger approval_edits_kept before update on approval_request for each row execute function approval_edits_kept();

create or replace trigger approval_request_today before update of today on approval_request
  for each row execute function approval_today_kept();

call allow_moves('approval_request', 'state',
  'awaiting: executed rejected cancelled expired failed');
