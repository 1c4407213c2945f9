-- Whoever asked changes what they asked for, which makes every approval so far void; and whoever would decide hands it to
-- another who may. Neither gives anybody a right that they did not have.
set local lock_timeout = '3s';

alter table approval_request add column edited_at timestamptz;

create table approval_delegation (
  id          uuid primary key,
  request_id  uuid not null references approval_request,
  company_id  int not null references company,
  from_person uuid not null references person,
  actor       text not null,
  to_person   uuid not null references person,
  delegate    text not null,
  note        text check (length(note) between 1 and 500),
  at          timestamptz not null default clock_timestamp(),
  check (from_person <> to_person)
);
create index approval_delegation_request on approval_delegation (request_id, at);
call protect('approval_delegation');
call append_only('approval_delegation');
grant select, insert on approval_delegation to retaguarda_app;

-- Has this person handed their decision over, and not been given it back?
create function approval_handed_over(p_request uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select coalesce((
    select d.from_person = p_person from approval_delegation d
     where d.request_id = p_request and p_person in (d.from_person, d.to_person) order by d.at desc, d.id desc limit 1), false)
$$;

-- Could this person decide over this request now, whether or not they have handed it over?
create function approval_able(p_request uuid, p_person uuid) returns boolean
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

create or replace function approval_open_to(p_request uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select approval_able(p_request, p_person) and not approval_handed_over(p_request, p_person)
$$;

-- To whom whoever acts in this transaction may hand a request. The provider's people stay unnamed to merchants.
create function approval_delegates(p_request uuid) returns table (id uuid, name text, email text)
language sql stable security definer set search_path = public as $$
  select p.id, p.name, p.email
    from approval_request r join person me on me.id = scope_person()
    cross join lateral approval_deciders(r.company_id, r.makers, r.created_at) d(person_id)
    join person p on p.id = d.person_id
   where r.id = p_request and p.id <> me.id and (me.internal or not p.internal)
     and approval_open_to(r.id, me.id) and approval_able(r.id, p.id)
   order by p.name, p.id limit 200
$$;

create function approval_delegated() returns trigger language plpgsql security definer set search_path = public as $$
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
create trigger approval_delegated before insert on approval_delegation
  for each row execute function approval_delegated();

-- A demand that nobody has to satisfy is none.
create function approval_demands_sound(p_demands jsonb) returns boolean language sql immutable as $$
  select not exists (
    select 1 from jsonb_array_elements(p_demands) d
     where coalesce((d ->> 'needed')::int, 0) < 1 or coalesce(d ->> 'permission', '') = '')
$$;
alter table approval_request add constraint approval_demands_sound check (approval_demands_sound(demands)) not valid;

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
  if (new.input, new.amount, new.demands, new.two_factor) is distinct from
     (old.input, old.amount, old.demands, old.two_factor) then
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

-- A row of a bulk Command may wait for a second person, as the Command alone would.
alter table bulk_item drop constraint bulk_item_status_check;
alter table bulk_item add constraint bulk_item_status_check
  check (status in ('queued', 'done', 'awaiting', 'refused', 'failed')) not valid;

revoke all on function approval_handed_over(uuid, uuid), approval_able(uuid, uuid), approval_delegates(uuid) from public;
grant execute on function approval_handed_over(uuid, uuid), approval_able(uuid, uuid), approval_delegates(uuid)
  to retaguarda_app;
