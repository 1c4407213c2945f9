-- What a Command writes beside its own rows, in one round trip: its event and its first answer.
create or replace function command_close(
  p_company int, p_name text, p_subject text, p_person uuid, p_actor text, p_request text, p_ip text, p_agent text,
  p_data jsonb, p_key text, p_command text, p_hash bytea, p_status int, p_body bytea
) returns void language sql as $$
  insert into event (company_id, name, subject_id, person_id, actor, request_id, ip, user_agent, data)
  values (p_company, p_name, p_subject, p_person, p_actor, p_request, p_ip::inet, p_agent, p_data);
  insert into idempotency (company_id, person_id, key, command, request_hash, status, body)
  select p_company, p_person, p_key, p_command, p_hash, p_status, p_body where p_key is not null;
$$;

-- Writes an event, for statements that do something else too. In plpgsql, whose plan is kept.
create or replace function event_write(
  p_company int, p_name text, p_subject text, p_actor text, p_data jsonb default '{}',
  p_request text default null, p_ip text default null, p_agent text default null
) returns void language plpgsql as $$
begin
  insert into event (company_id, name, subject_id, actor, request_id, ip, user_agent, data)
  values (p_company, p_name, p_subject, p_actor, p_request, p_ip::inet, p_agent, p_data);
end $$;

-- The same of many, in their order.
create or replace function event_write_many(p_companies int[], p_names text[], p_subjects text[], p_actor text, p_data jsonb[])
returns void language plpgsql as $$
begin
  insert into event (company_id, name, subject_id, actor, data)
  select e.company, e.name, e.subject, p_actor, e.data
    from unnest(p_companies, p_names, p_subjects, p_data) with ordinality e (company, name, subject, data, place)
   order by e.place;
end $$;

-- What events tell of a person is gone: in what they did all of it, in what was done to them what it says. The number of events. The
-- caller has said that it forgets (retaguarda.forgetting).
create or replace function event_forget(p_person uuid) returns int language plpgsql set search_path = public, pg_temp as $$
declare
  touched int;
begin
  update event e
     set data = '{}', person_id = case when e.person_id = p_person then null else e.person_id end,
         actor = case when e.person_id = p_person then '' else e.actor end,
         ip = case when e.person_id = p_person then null else e.ip end,
         user_agent = case when e.person_id = p_person then null else e.user_agent end
   where e.person_id = p_person or e.subject_id = p_person::text;
  get diagnostics touched = row_count;
  return touched;
end $$;
revoke all on function event_forget(uuid) from public;

-- There is a consumer of this name, which begins with the first event.
create or replace function event_reader_begin(p_name text) returns void language sql as $$
  insert into event_reader (name) values (p_name) on conflict do nothing;
$$;

-- A consumer has read up to this event.
create or replace function event_reader_move(p_name text, p_xid xid8, p_id bigint) returns void language sql as $$
  update event_reader set xid = p_xid, id = p_id, updated_at = now() where name = p_name;
$$;

-- As event_rebase_readers(), and the hours of pay-in are counted anew: their snapshot names transactions by numbers that a restored
-- database has not come to yet.
create or replace function event_rebase() returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  if not event_rebase_readers() then
    return false;
  end if;
  perform audit_leaf_rebase();
  perform payin_hour_rebuild();
  return true;
end $$;
revoke all on function event_rebase() from public;

-- Whether whoever acts in this transaction, a person or a program, holds a permission through a role.
create or replace function scope_holds(p_permissions text[]) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select 1 from published.role r where r.permissions && p_permissions
       and (r.id in (select h.role_id from published.person_role h where h.person_id = scope_person())
            or r.id = (select k.role_id from published.api_key k where k.id = scope_person())))
$$;
revoke all on function scope_holds(text[]) from public;
grant execute on function scope_holds(text[]) to retaguarda_app;

-- What may become of an event or a leaf after it was written: that what tells of a person is forgotten (audit_forget), and
-- nothing else.
create or replace function event_kept() returns trigger language plpgsql as $$
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

create or replace function stored_file_stays() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null or new.removed_at is null
     or (new.company_id, new.id, new.owner, new.name, new.media_type, new.size, new.sha256, new.uploaded_by, new.uploaded_at, new.sealed_for)
        is distinct from
        (old.company_id, old.id, old.owner, old.name, old.media_type, old.size, old.sha256, old.uploaded_by, old.uploaded_at, old.sealed_for) then
    raise exception 'a file stays as it is, or is removed' using errcode = 'RF001';
  end if;
  return new;
end $$;

-- What a call under this idempotency key met before; null where the key is new, and where no merchant is chosen. Where a standby is
-- waited for, this transaction writes too: a row that is seen here may stand here alone, and what is told again must not be lost either.
create or replace function command_first(p_company int, p_person uuid, p_key text) returns json language plpgsql as $$
declare
  i record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_company || ':' || p_person || ':' || p_key, 0)) then
    return json_build_object('busy', true, 'request_hash', '', 'status', 0, 'body', '');
  end if;
  select x.request_hash, x.status, x.body into i
    from idempotency x where x.company_id = p_company and x.person_id = p_person and x.key = p_key;
  if found then
    if current_setting('synchronous_standby_names') <> '' then
      perform pg_logical_emit_message(true, 'retaguarda', 'replayed');
    end if;
    return json_build_object('busy', false, 'request_hash', encode(i.request_hash, 'base64'), 'status', i.status,
                             'body', replace(encode(i.body, 'base64'), E'\n', ''));
  end if;
  return null;
end $$;
revoke all on function command_first(int, uuid, text) from public;
grant execute on function command_first(int, uuid, text) to retaguarda_app;

-- After a restore: events and their consumers get transaction numbers that this server has come by. True: something was to be done.
create or replace function event_rebase_readers() returns boolean language plpgsql set search_path = public, pg_temp as $$
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
  update event_reader o
     set xid = (3 + (select count(*) from event_reader r where (r.xid, r.id) < (o.xid, o.id)))::text::xid8,
         id = 9223372036854775807;
  return true;
end $$;
revoke all on function event_rebase_readers() from public;

create or replace trigger append_only_truncate before truncate on event for each statement execute function refuse_change();

create or replace trigger append_only before update or delete on event for each row execute function event_kept();

create or replace trigger stored_file_stays before update on stored_file for each row execute function stored_file_stays();

create or replace trigger stored_file_kept before delete on stored_file for each row execute function refuse_change();

-- A key goes with what has its term, and not before. A new secret of the server seals it anew.
create or replace trigger party_key_kept before delete on party_key for each row execute function refuse_unless_erasing();
create or replace function party_key_erase(p_subject uuid) returns void language plpgsql as $$
begin
  if not erasing() then
    raise exception 'a key is kept until its term is over' using errcode = 'RF001';
  end if;
  delete from party_key where subject = p_subject;
end $$;
revoke all on function party_key_erase(uuid) from public;

-- Erases what a file held when what it was attached to is erased.
create or replace function stored_file_erase(p_company int, p_file uuid) returns void language plpgsql as $$
begin
  if not erasing() then
    raise exception 'a file is kept until its term is over' using errcode = 'RF001';
  end if;
  update stored_file set content = null, removed_at = now(), removed_by = 'retaguarda'
   where company_id = p_company and id = p_file and removed_at is null;
end $$;
revoke all on function stored_file_erase(int, uuid) from public;
