-- A private half is sealed anew, or gone; it never comes back.
create or replace function audit_key_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.private is null or old.private is not null)
     and (new.id, new.public, new.created_at) = (old.id, old.public, old.created_at) then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;

create or replace function audit_commitment(p_salt bytea, p_name text, p_value text) returns text
language sql stable parallel safe as $$
  select encode(sha256(p_salt || convert_to(p_name, 'UTF8') || '\x00'::bytea || convert_to(p_value, 'UTF8')), 'hex')
$$;

-- The text whose hash is the leaf's. A forgotten field is as the leaf told it before. In plpgsql, which is three times as fast
-- here; without a path of its own, which would cost as much again: who calls it has one.
create or replace function audit_leaf_text(e event, p_salts bytea[], p_told jsonb) returns text
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

create or replace function audit_leaf_hash(p_text text) returns bytea language sql stable parallel safe as
$$ select sha256('\x00'::bytea || convert_to(p_text, 'UTF8')) $$;

create or replace function audit_node_hash(p_left bytea, p_right bytea) returns bytea language sql immutable parallel safe as
$$ select sha256('\x01'::bytea || p_left || p_right) $$;

-- The tree's root over its first leaves: its complete subtrees, from the smallest on.
create or replace function audit_root(p_size bigint) returns bytea language plpgsql stable set search_path = public, pg_temp as $$
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
create or replace function audit_hashes(p_levels int[], p_indexes bigint[]) returns table (level int, index bigint, hash bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.level, w.index,
         case when w.level = 0 then (select l.hash from audit_leaf l where l.index = w.index)
              else (select n.hash from audit_node n where n.level = w.level and n.index = w.index) end
    from unnest(p_levels, p_indexes) w(level, index)
$$;
revoke all on function audit_hashes(int[], bigint[]) from public;
grant execute on function audit_hashes(int[], bigint[]) to retaguarda_app;

-- Gives the next events their places, in order; at most so many. The size of the log after that; null: nothing to do, or
-- somebody else does it. Events of transactions that may still be running are left for the next time. Salts are drawn from one random
-- seed of the call, which is kept nowhere; the nodes are made of what was written just now, however large the tree has grown.
create or replace function audit_sequence(p_most int) returns bigint
language plpgsql security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  behind   event_reader;
  old_size bigint;
  new_size bigint;
  last     record;
  seed     bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  perform event_reader_begin('audit.sequence');
  select * into behind from event_reader where name = 'audit.sequence' for update skip locked;
  if not found then
    return null;
  end if;
  select coalesce(max(index) + 1, 0) into old_size from audit_leaf;
  with taken as materialized (
    select e.event, old_size - 1 + row_number() over (order by e.xid, e.id) as index,
           array[substr(e.a, 1, 16), substr(e.a, 17), substr(e.b, 1, 16), substr(e.b, 17), substr(e.c, 1, 16)] as salts
      from (select x as event, x.xid, x.id, sha256(seed || int8send(x.id) || '\x00'::bytea) as a,
                   sha256(seed || int8send(x.id) || '\x01'::bytea) as b, sha256(seed || int8send(x.id) || '\x02'::bytea) as c
              from event x
             where (x.xid, x.id) > (behind.xid, behind.id) and x.xid < pg_snapshot_xmin(pg_current_snapshot())
             order by x.xid, x.id limit p_most) e)
  insert into audit_leaf
    select t.index, (t.event).xid, (t.event).id, (t.event).company_id, (t.event).at, (t.event).name, (t.event).subject_id,
           (t.event).person_id, (t.event).actor,
           case when (t.event).person_id is null then 'system'
                when exists (select from published.api_key k where k.id = (t.event).person_id) then 'key'
                when exists (select from person p where p.id = (t.event).person_id and p.internal) then 'staff'
                else 'person' end,
           t.salts, null, audit_leaf_hash(audit_leaf_text(t.event, t.salts, null))
      from taken t order by t.index;
  select index + 1 as size, event_xid, event_id into last from audit_leaf order by index desc limit 1;
  if last.size is null or last.size = old_size then
    return null;
  end if;
  new_size := last.size;
  perform event_reader_move('audit.sequence', last.event_xid, last.event_id);
  insert into audit_node
    select 1, a.index >> 1, audit_node_hash(a.hash, b.hash)
      from audit_leaf a join audit_leaf b on b.index = a.index + 1
     where a.index >= (old_size >> 1) << 1 and a.index < (new_size >> 1) << 1 and a.index & 1 = 0;
  for upper in 2..62 loop
    exit when new_size >> upper = 0;
    insert into audit_node
      select upper, a.index >> 1, audit_node_hash(a.hash, b.hash)
        from audit_node a join audit_node b on b.level = a.level and b.index = a.index + 1
       where a.level = upper - 1 and a.index >= (old_size >> upper) << 1 and a.index < (new_size >> upper) << 1
         and a.index & 1 = 0;
  end loop;
  return new_size;
end $$;
revoke all on function audit_sequence(int) from public;
grant execute on function audit_sequence(int) to retaguarda_app;

create or replace function audit_checkpoint_made() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.root is distinct from audit_root(new.size) then
    raise exception 'a checkpoint tells the root of the tree' using errcode = 'RF051';
  end if;
  return new;
end $$;

create or replace function audit_leaf_kept() returns trigger language plpgsql as $$
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

-- Forgets who somebody was: in what they did all of it, in what was done to them what it says. For the owner alone. The
-- number of events.
create or replace function audit_forget(p_person uuid) returns int language plpgsql set search_path = public, pg_temp as $$
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
  -- What came with a company, too: its bundle is not as it was signed any more, and the leaf still proves the rest.
  update moved_line l
     set line = (l.line::jsonb || case when e.person_id = p_person
                   then '{"salts": [null, null, null, null, null], "person": null, "actor": null, "ip": null, "agent": null, "data": null}'::jsonb
                   else jsonb_build_object('data', null, 'salts', jsonb_set(l.line::jsonb -> 'salts', '{4}', 'null')) end)::text
    from event e
   where e.company_id = l.company_id and e.id = l.event_id and (e.person_id = p_person or e.subject_id = p_person::text);
  perform notification_forget(p_person);
  touched := event_forget(p_person);
  perform set_config('retaguarda.forgetting', '', true);
  return touched;
end $$;
revoke all on function audit_forget(uuid) from public;

-- After a restore: the leaves know their events by their new numbers.
create or replace function audit_leaf_rebase() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  alter table audit_leaf disable trigger append_only;
  update audit_leaf l set event_xid = e.xid from event e where e.id = l.event_id and e.xid <> l.event_xid;
  alter table audit_leaf enable trigger append_only;
end $$;
revoke all on function audit_leaf_rebase() from public;

call append_only('audit_node');

call append_only('audit_checkpoint');

create or replace trigger append_only before update or delete on audit_key for each row execute function audit_key_kept();

create or replace trigger append_only_truncate before truncate on audit_key for each statement execute function refuse_change();

create or replace trigger audit_checkpoint_made before insert on audit_checkpoint
  for each row execute function audit_checkpoint_made();

create or replace trigger append_only before update or delete on audit_leaf for each row execute function audit_leaf_kept();

create or replace trigger append_only_truncate before truncate on audit_leaf for each statement execute function refuse_change();

call append_only('moved_bundle');

-- A line stays as it came, or what it tells of a person is forgotten (audit_forget).
create or replace function moved_line_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('retaguarda.forgetting', true) = 'on'
     and (to_jsonb(new) - 'line') = (to_jsonb(old) - 'line') and new.line::jsonb ->> 'leaf' = old.line::jsonb ->> 'leaf' then
    return new;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;
create or replace trigger append_only before update or delete on moved_line for each row execute function moved_line_kept();
create or replace trigger append_only_truncate before truncate on moved_line for each statement execute function refuse_change();

-- Whether what a company did at that moment came with it from another installation: other merchants whom it concerned may be there.
create or replace function came(p_company int, p_at timestamptz) returns boolean language sql stable as $$
  select exists (select from moved_bundle b where b.company_id = p_company and b.taken_at > p_at)
$$;
