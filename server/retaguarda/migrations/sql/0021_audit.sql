-- The audit log: an append-only Merkle tree (RFC 6962) over the events. Events are written without an order and without a
-- hash; one sequencer gives them their places later. What tells of people is in a leaf as salted commitments only: with its
-- salt gone, a field may be forgotten and the tree still proves everything else.
set local lock_timeout = '3s';

create table audit_log (
  only_one   boolean primary key default true check (only_one),
  origin     text not null default 'retaguarda/audit/' || gen_random_uuid(),  -- its name in every checkpoint
  started_at timestamptz not null default now()
);
insert into audit_log default values;
grant select on audit_log to retaguarda_app;

create table audit_key (
  id         text primary key check (id ~ '^[0-9a-f]{8}$'),
  public     bytea not null unique check (length(public) = 32),
  private    bytea,                          -- sealed; gone once another key signs
  created_at timestamptz not null default clock_timestamp()
);
create unique index audit_key_signing on audit_key ((true)) where private is not null;
grant select, insert, update (private) on audit_key to retaguarda_app;

create function audit_key_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.private is null
     and (new.id, new.public, new.created_at) = (old.id, old.public, old.created_at) then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;
create trigger append_only before update or delete on audit_key for each row execute function audit_key_kept();
create trigger append_only_truncate before truncate on audit_key for each statement execute function refuse_change();

create table audit_leaf (
  index      bigint primary key check (index >= 0),
  event_xid  xid8 not null,
  event_id   bigint not null,
  company_id int not null,
  at         timestamptz not null,
  name       text not null,
  subject_id text not null,
  person_id  uuid,
  actor      text not null,
  doer       text not null check (doer in ('person', 'staff', 'key', 'system')),
  salts      bytea[] not null check (cardinality(salts) = 5),  -- person, actor, ip, agent, data; null: forgotten
  told       text,                           -- the leaf as it was, once something of it is forgotten
  hash       bytea not null check (length(hash) = 32)
);
create unique index audit_leaf_event on audit_leaf (event_id);
create index audit_leaf_at on audit_leaf (at);
create index audit_leaf_company on audit_leaf (company_id, at);
create index audit_leaf_subject on audit_leaf (subject_id);
call protect('audit_leaf');
grant select on audit_leaf to retaguarda_app;

-- Complete subtrees of two leaves and more: level 1 covers two, level 2 four.
create table audit_node (
  level smallint not null check (level between 1 and 62),
  index bigint not null check (index >= 0),
  hash  bytea not null check (length(hash) = 32),
  primary key (level, index)
);
call append_only('audit_node');
grant select on audit_node to retaguarda_app;

create table audit_checkpoint (
  size   bigint primary key check (size > 0),
  root   bytea not null check (length(root) = 32),
  at     timestamptz not null default clock_timestamp(),
  key_id text not null references audit_key,
  note   text not null
);
create index audit_checkpoint_at on audit_checkpoint (at);
call append_only('audit_checkpoint');
grant select, insert on audit_checkpoint to retaguarda_app;

create function audit_commitment(p_salt bytea, p_name text, p_value text) returns text
language sql immutable parallel safe as $$
  select encode(sha256(p_salt || convert_to(p_name, 'UTF8') || '\x00'::bytea || convert_to(p_value, 'UTF8')), 'hex')
$$;

-- The text whose hash is the leaf's. A forgotten field is as the leaf told it before. In plpgsql, which is three times as fast
-- here; without a path of its own, which would cost as much again: who calls it has one.
create function audit_leaf_text(e event, p_salts bytea[], p_told jsonb) returns text
language plpgsql stable parallel safe as $$
begin
  return '{"v":1,"event":' || e.id
    || ',"at":"' || to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    || '","company":' || e.company_id
    || ',"name":' || to_json(e.name)
    || ',"subject":' || to_json(e.subject_id)
    || ',"request":' || coalesce(to_json(e.request_id)::text, 'null')
    || ',"person":' || coalesce(to_json(coalesce(audit_commitment(p_salts[1], 'person', e.person_id::text), p_told ->> 'person'))::text, 'null')
    || ',"actor":' || coalesce(to_json(coalesce(audit_commitment(p_salts[2], 'actor', e.actor), p_told ->> 'actor'))::text, 'null')
    || ',"ip":' || coalesce(to_json(coalesce(audit_commitment(p_salts[3], 'ip', host(e.ip)), p_told ->> 'ip'))::text, 'null')
    || ',"agent":' || coalesce(to_json(coalesce(audit_commitment(p_salts[4], 'agent', e.user_agent), p_told ->> 'agent'))::text, 'null')
    || ',"data":' || coalesce(to_json(coalesce(audit_commitment(p_salts[5], 'data', e.data::text), p_told ->> 'data'))::text, 'null')
    || '}';
end $$;

create function audit_leaf_hash(p_text text) returns bytea language sql immutable parallel safe as
$$ select sha256('\x00'::bytea || convert_to(p_text, 'UTF8')) $$;

create function audit_node_hash(p_left bytea, p_right bytea) returns bytea language sql immutable parallel safe as
$$ select sha256('\x01'::bytea || p_left || p_right) $$;

-- The tree's root over its first leaves: its complete subtrees, from the smallest on.
create function audit_root(p_size bigint) returns bytea language plpgsql stable set search_path = public, pg_temp as $$
declare
  root bytea;
  part bytea;
begin
  for bit in 0..62 loop
    continue when (p_size >> bit) & 1 = 0;
    if bit = 0 then
      select l.hash into part from audit_leaf l where l.index = p_size - 1;
    else
      select n.hash into part from audit_node n where n.level = bit and n.index = (p_size >> bit) - 1;
    end if;
    root := case when root is null then part else audit_node_hash(part, root) end;
  end loop;
  return root;
end $$;

-- Hashes of complete subtrees; of leaves too, whosever they are: a hash tells nothing, and a proof is made of them.
create function audit_hashes(p_levels int[], p_indexes bigint[]) returns table (level int, index bigint, hash bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.level, w.index,
         case when w.level = 0 then (select l.hash from audit_leaf l where l.index = w.index)
              else (select n.hash from audit_node n where n.level = w.level and n.index = w.index) end
    from unnest(p_levels, p_indexes) w(level, index)
$$;

-- Gives the next events their places, in order; at most so many. The size of the log after that; null: nothing to do, or
-- somebody else does it. Events of transactions that may still be running are left for the next time.
create function audit_sequence(p_most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  behind   event_reader;
  old_size bigint;
  new_size bigint;
  last     record;
begin
  insert into event_reader (name) values ('audit.sequence') on conflict do nothing;
  select * into behind from event_reader where name = 'audit.sequence' for update skip locked;
  if not found then
    return null;
  end if;
  select coalesce(max(index) + 1, 0) into old_size from audit_leaf;
  with taken as materialized (
    select e.event, old_size - 1 + row_number() over (order by e.xid, e.id) as index,
           array[uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()),
                 uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid())] as salts
      from (select x as event, x.xid, x.id from event x
             where (x.xid, x.id) > (behind.xid, behind.id) and x.xid < pg_snapshot_xmin(pg_current_snapshot())
             order by x.xid, x.id limit p_most) e)
  insert into audit_leaf
    select t.index, (t.event).xid, (t.event).id, (t.event).company_id, (t.event).at, (t.event).name, (t.event).subject_id,
           (t.event).person_id, (t.event).actor,
           case when (t.event).person_id is null then 'system'
                when exists (select from api_key k where k.id = (t.event).person_id) then 'key'
                when exists (select from person p where p.id = (t.event).person_id and p.internal) then 'staff'
                else 'person' end,
           t.salts, null, audit_leaf_hash(audit_leaf_text(t.event, t.salts, null))
      from taken t order by t.index;
  select index + 1 as size, event_xid, event_id into last from audit_leaf order by index desc limit 1;
  if last.size is null or last.size = old_size then
    return null;
  end if;
  new_size := last.size;
  update event_reader set xid = last.event_xid, id = last.event_id, updated_at = now() where name = 'audit.sequence';
  insert into audit_node
    select 1, i, audit_node_hash(a.hash, b.hash)
      from generate_series(old_size >> 1, (new_size >> 1) - 1) i
      join audit_leaf a on a.index = 2 * i join audit_leaf b on b.index = 2 * i + 1;
  for upper in 2..62 loop
    exit when new_size >> upper = 0;
    insert into audit_node
      select upper, i, audit_node_hash(a.hash, b.hash)
        from generate_series(old_size >> upper, (new_size >> upper) - 1) i
        join audit_node a on a.level = upper - 1 and a.index = 2 * i
        join audit_node b on b.level = upper - 1 and b.index = 2 * i + 1;
  end loop;
  return new_size;
end $$;

create function audit_checkpoint_made() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.root is distinct from audit_root(new.size) then
    raise exception 'a checkpoint tells the root of the tree' using errcode = 'RF051';
  end if;
  return new;
end $$;
create trigger audit_checkpoint_made before insert on audit_checkpoint
  for each row execute function audit_checkpoint_made();

-- What may become of an event or a leaf after it was written: that what tells of a person is forgotten (audit_forget), and
-- nothing else.
create function event_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('retaguarda.forgetting', true) = 'on'
     and (new.xid, new.id, new.company_id, new.name, new.subject_id, new.at, new.request_id)
         is not distinct from (old.xid, old.id, old.company_id, old.name, old.subject_id, old.at, old.request_id)
     and new.actor in (old.actor, '') and coalesce(new.person_id = old.person_id, new.person_id is null)
     and coalesce(new.ip = old.ip, new.ip is null) and coalesce(new.user_agent = old.user_agent, new.user_agent is null)
     and new.data in (old.data, '{}') then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;
drop trigger append_only on event;
create trigger append_only before update or delete on event for each row execute function event_kept();

create function audit_leaf_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('retaguarda.forgetting', true) = 'on'
     and (new.index, new.event_xid, new.event_id, new.company_id, new.at, new.name, new.subject_id, new.doer, new.hash)
         = (old.index, old.event_xid, old.event_id, old.company_id, old.at, old.name, old.subject_id, old.doer, old.hash)
     and new.told is not null and new.actor in (old.actor, '')
     and coalesce(new.person_id = old.person_id, new.person_id is null) then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;
create trigger append_only before update or delete on audit_leaf for each row execute function audit_leaf_kept();
create trigger append_only_truncate before truncate on audit_leaf for each statement execute function refuse_change();

-- Forgets who somebody was: in what they did all of it, in what was done to them what it says. For the owner alone. The
-- number of events.
create function audit_forget(p_person uuid) returns int language plpgsql set search_path = public, pg_temp as $$
declare
  touched int;
begin
  perform set_config('retaguarda.forgetting', 'on', true);
  update audit_leaf l
     set told = coalesce(l.told, audit_leaf_text(e, l.salts, null)),
         salts = case when e.person_id = p_person then array[null, null, null, null, null]::bytea[]
                      else l.salts[1:4] || array[null]::bytea[] end,
         person_id = case when e.person_id = p_person then null else l.person_id end,
         actor = case when e.person_id = p_person then '' else l.actor end
    from event e
   where e.xid = l.event_xid and e.id = l.event_id and (e.person_id = p_person or e.subject_id = p_person::text);
  update event e
     set data = '{}', person_id = case when e.person_id = p_person then null else e.person_id end,
         actor = case when e.person_id = p_person then '' else e.actor end,
         ip = case when e.person_id = p_person then null else e.ip end,
         user_agent = case when e.person_id = p_person then null else e.user_agent end
   where e.person_id = p_person or e.subject_id = p_person::text;
  get diagnostics touched = row_count;
  perform set_config('retaguarda.forgetting', '', true);
  return touched;
end $$;
revoke all on function audit_sequence(int), audit_hashes(int[], bigint[]), audit_forget(uuid) from public;
grant execute on function audit_sequence(int), audit_hashes(int[], bigint[]) to retaguarda_app;

-- As in 0009; the leaves know their events by their new numbers.
create or replace function event_rebase() returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  perform where exists (select from event where xid >= pg_snapshot_xmax(pg_current_snapshot()))
             or exists (select from event_reader where xid > pg_snapshot_xmax(pg_current_snapshot()));
  if not found then
    return false;
  end if;
  lock table event, event_reader, audit_leaf in access exclusive mode;
  alter table event disable trigger append_only;
  update event e
     set xid = (3 + (select count(*) from event_reader r where (r.xid, r.id) < (e.xid, e.id)))::text::xid8;
  alter table event enable trigger append_only;
  alter table audit_leaf disable trigger append_only;
  update audit_leaf l set event_xid = e.xid from event e where e.id = l.event_id and e.xid <> l.event_xid;
  alter table audit_leaf enable trigger append_only;
  update event_reader o
     set xid = (3 + (select count(*) from event_reader r where (r.xid, r.id) < (o.xid, o.id)))::text::xid8,
         id = 9223372036854775807;
  return true;
end $$;
