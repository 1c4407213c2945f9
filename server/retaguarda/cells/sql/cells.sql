-- Tables that no move closes, though a row may name a company: what each installation keeps of its own work; sessions, which end with
-- the move; and the leaves of the audit log, which goes on over all companies and only follows events, which are closed.
create or replace function cell_open_tables() returns text[] language sql immutable as $$
  select array['audit_leaf', 'cell_move', 'company_host', 'company_range', 'cron_run', 'cron_task', 'event_reader', 'incident_watch',
               'mailed_token', 'passkey_challenge', 'refresh_token', 'session', 'movement_day', 'movement_hour', 'movement_late', 'movement_subject', 'movement_waiting', 'pair_day', 'pair_last', 'payin_hour_base',
               'payin_house_hour', 'pld_reader', 'postal_code', 'process_minute', 'processor_minute', 'procrastinate_events',
               'procrastinate_jobs', 'procrastinate_periodic_defers', 'procrastinate_workers', 'schema_definition', 'schema_migration',
               'service_minute']
$$;

-- Every table whose rows name a company, with the column that does: found in the catalogue, so that no new table is forgotten.
create or replace function cell_tables() returns table (target regclass, key name) language sql stable as $$
  select c.oid::regclass, a.attname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
     and a.attname = case when c.relname = 'company' then 'id' else 'company_id' end
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all (cell_open_tables())
$$;

-- Whether a company is closed here by this move of it. One that was refused before it came is not here at all.
create or replace function cell_is_shut(m cell_move) returns boolean language sql immutable as $$
  select m.state in ('frozen', 'exported', 'released', 'imported') or (m.state = 'refused' and m.receipt is not null)
$$;

-- Companies of which this installation refuses writes: they leave, have left, or have come and are not opened.
create or replace function cell_shut_companies() returns int[] language sql stable as $$
  select coalesce(array_agg(distinct m.company_id order by m.company_id), '{}') from cell_move m
   where cell_is_shut(m)
$$;

create or replace function cell_shut(p_company int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select from cell_move m where m.company_id = p_company and cell_is_shut(m));
end $$;
revoke all on function cell_shut(int) from public;
grant execute on function cell_shut(int) to retaguarda_app;

-- The address of the installation that has the company now; null where this one has it, or it never was here.
create or replace function cell_moved_to(p_company int) returns text language plpgsql stable security definer set search_path = public as $$
begin
  return (select m.other_address from cell_move m where m.company_id = p_company and m.state = 'released');
end $$;
revoke all on function cell_moved_to(int) from public;
grant execute on function cell_moved_to(int) to retaguarda_app;

-- Those companies that another installation has now; null where there is none.
create or replace function cell_released() returns int[] language plpgsql stable security definer set search_path = public as $$
begin
  return (select array_agg(m.company_id) from cell_move m where m.state = 'released');
end $$;
revoke all on function cell_released() from public;
grant execute on function cell_released() to retaguarda_app;

-- Whoever writes a company's row holds this together with all others who do, and alone whoever closes it.
create or replace function cell_lock(p_company int, p_alone boolean) returns void language plpgsql as $$
begin
  if p_alone then
    perform pg_advisory_xact_lock(hashtext('cell_move'), p_company);
  else
    perform pg_advisory_xact_lock_shared(hashtext('cell_move'), p_company);
  end if;
end $$;

-- Refuses a write of a company that is closed here; the detail is where it is now. What the law wants erased waits until it is open; what
-- is sealed is sealed anew where the secret is replaced.
create or replace function refuse_moving() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v_company int := to_jsonb(case when tg_op = 'DELETE' or tg_argv[2] = 'old' then old else new end) ->> tg_argv[0];
begin
  if current_setting('retaguarda.resealing', true) = 'on' and tg_op = 'UPDATE'
     and session_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'cell_move'::regclass) then
    return new;
  end if;
  perform cell_lock(v_company, false);
  if cell_shut(v_company) then
    if current_setting('retaguarda.erasing', true) = 'on' and tg_op <> 'INSERT' then
      return null;
    end if;
    raise exception 'company % is being moved to another installation, or was', v_company
      using errcode = 'RF560', detail = coalesce(cell_moved_to(v_company), '');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Guards one table: rows of these companies ask refuse_moving(), those of all others cost one comparison.
create or replace procedure cell_guard(target regclass, key name, companies int[]) language plpgsql as $$
begin
  execute format(
    'create or replace trigger a_refuse_moving before insert or update on %1$s for each row when (new.%2$I = any (%3$L::int[]))'
    ' execute function refuse_moving(%2$L, %3$L, ''new'')', target, key, companies);
  execute format(
    'create or replace trigger a_refuse_moving_old before update or delete on %1$s for each row when (old.%2$I = any (%3$L::int[]))'
    ' execute function refuse_moving(%2$L, %3$L, ''old'')', target, key, companies);
end $$;

create or replace procedure cell_unguard(target regclass) language plpgsql as $$
begin
  execute format('drop trigger if exists a_refuse_moving on %s', target);
  execute format('drop trigger if exists a_refuse_moving_old on %s', target);
end $$;

-- The companies that a table's triggers ask about; null where it has none.
create or replace function cell_guarded(target regclass) returns int[] language sql stable as $$
  select min(split_part(encode(t.tgargs, 'escape'), '\000', 2))::int[]
    from pg_trigger t where t.tgrelid = target and t.tgname in ('a_refuse_moving', 'a_refuse_moving_old') having count(*) = 2
$$;

-- Tables whose triggers do not ask about all of these companies.
create or replace function cell_unguarded(companies int[]) returns table (target regclass, key name) language sql stable as $$
  select t.target, t.key from cell_tables() t where not companies <@ coalesce(cell_guarded(t.target), '{}') order by t.target::text
$$;

-- A table that a migration has just made is guarded like all others, where a company is closed.
create or replace procedure cell_guard_new() language plpgsql set search_path = public as $$
declare
  t record;
begin
  for t in select * from cell_unguarded(cell_shut_companies()) loop
    call cell_guard(t.target, t.key, cell_shut_companies());
  end loop;
end $$;

call allow_moves('cell_move', 'state',
  'frozen: exported aborted',
  'exported: released aborted',
  'imported: open refused');
create or replace trigger cell_move_kept before delete on cell_move for each row execute function refuse_change();
