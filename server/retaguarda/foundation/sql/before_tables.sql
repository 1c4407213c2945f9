-- Views of a room's tables for other rooms: see the published.sql of each.
create schema if not exists published;
grant usage on schema published to retaguarda_app;
-- Parts of the tables that are cut into months. Nobody but the owner comes there: who asks, asks the table.
create schema if not exists months;

-- The scope of a transaction. It is set once, by its first statement, and ends with it.
--   retaguarda.companies  '{1,2}' the companies whose rows are seen and written, '*' for all of them, empty for none
--   retaguarda.person     who acts; empty for the machine
-- Whoever sees all companies sees none that is served by another installation (cells/sql/before_tables.sql).
create or replace function scope_all() returns boolean language sql stable parallel safe as
$$ select coalesce(current_setting('retaguarda.companies', true) = '*', false) and public.companies_elsewhere() is null $$;

create or replace function scope_companies() returns int[] language sql stable parallel safe as $$
  select case when current_setting('retaguarda.companies', true) = '*' then public.companies_here()
              else nullif(current_setting('retaguarda.companies', true), '')::int[] end
$$;

create or replace function scope_person() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('retaguarda.person', true), '')::uuid $$;

-- Row security: the owner passes (definer functions, migrations, verify), the application is bound by its scope.
create or replace procedure protect(tenant_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('create policy owner_all on %s to current_user using (true) with check (true)', tenant_table);
  execute format(
    'create policy tenant on %s to retaguarda_app'
    ' using ((select scope_all()) or company_id = any ((select scope_companies())::int[]))'
    ' with check ((select scope_all()) or company_id = any ((select scope_companies())::int[]))', tenant_table);
end $$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;

-- Whether a function of the owner's is erasing what the law no longer wants kept (compliance/sql/retention.sql): the application may
-- set the word, but is not the owner.
create or replace function erasing() returns boolean language plpgsql stable as $$
begin
  return coalesce(current_setting('retaguarda.erasing', true) = 'on', false)
     and current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'event'::regclass);
end $$;

create or replace function refuse_unless_erasing() returns trigger language plpgsql as $$
begin
  if erasing() then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;

-- As append_only, for what tells of people and is erased when its term is over.
create or replace procedure append_until_erased(target regclass) language plpgsql as $$
begin
  execute format('create or replace trigger append_only before update or delete on %s for each row execute function refuse_unless_erasing()', target);
  execute format('create or replace trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', target);
end $$;

create or replace procedure append_only(target regclass) language plpgsql as $$
begin
  execute format('create or replace trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create or replace trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', target);
end $$;

-- Row security on top of the tenant's: what a person asked for is seen by that person alone.
create or replace procedure protect_own(own_table regclass) language plpgsql as $$
begin
  execute format(
    'create policy own on %s as restrictive to retaguarda_app'
    ' using ((select scope_all()) or person_id = (select scope_person()))'
    ' with check ((select scope_all()) or person_id = (select scope_person()))', own_table);
end $$;

-- ---------- tables that are cut into months ---------------------------------------------------------------------

-- The first id that a row made at this moment can have: ids are UUIDs of version 7.
create or replace function first_id_of(moment timestamptz) returns uuid language sql immutable parallel safe as $$
  select rpad(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- When the row with this id was made.
create or replace function moment_of_id(id uuid) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

-- The beginning of a month in UTC, so many months after the present one.
create or replace function month_from_now(months int) returns timestamptz language sql stable as $$
  select (date_trunc('month', now() at time zone 'UTC') + make_interval(months => months)) at time zone 'UTC'
$$;

-- The parts of every table that is cut into months. The first one has no beginning. What lies in no month is in the part beyond, which has
-- neither: it keeps a payment from being refused, and should be empty.
create or replace function month_parts() returns table (parent regclass, part regclass, begins timestamptz, ends timestamptz, beyond boolean)
language sql stable as $$
  select p.oid::regclass, c.oid::regclass, moment_of_id(substring(b.bound from 'FROM \(''([0-9a-f-]{36})''\)')::uuid),
         moment_of_id(substring(b.bound from 'TO \(''([0-9a-f-]{36})''\)')::uuid), b.bound = 'DEFAULT'
    from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
   where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace
$$;

-- Makes a table for a part, guarded as its parent is. It stands alone at first: only a table that is there already can be attached
-- while others write.
create or replace function make_part(parent regclass, suffix text) returns regclass language plpgsql set search_path = public as $$
declare
  name text := (select relname from pg_class where oid = parent) || '_' || suffix;
begin
  execute format('create table months.%I (like %s including defaults including constraints including storage)', name, parent);
  perform guard_part(format('months.%I', name)::regclass);
  return format('months.%I', name)::regclass;
end $$;
revoke execute on function make_part(regclass, text) from public;

-- Triggers for each row come from the parent. Those for a statement do not.
create or replace function guard_part(part regclass) returns void language plpgsql set search_path = public as $$
begin
  if not (select relrowsecurity from pg_class where oid = part) then
    call protect(part);
  end if;
  execute format('create or replace trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', part);
  execute format('revoke all on %s from retaguarda_app', part);
end $$;
revoke execute on function guard_part(regclass) from public;

-- Makes the part of a month. Rows of it that lie beyond come along.
create or replace function make_month(parent regclass, begins timestamptz) returns regclass language plpgsql set search_path = public as $$
declare
  ends timestamptz := ((begins at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  part regclass := make_part(parent, to_char(begins at time zone 'UTC', 'YYYY_MM'));
  beyond regclass := (select m.part from month_parts() m where m.parent = make_month.parent and m.beyond);
begin
  if beyond is not null then
    execute format('lock table %s in access exclusive mode', beyond);
    perform set_config('retaguarda.dropping', 'on', true);
    execute format('with late as (delete from %s where id >= %L and id < %L returning *) insert into %s select * from late',
                   beyond, first_id_of(begins), first_id_of(ends), part);
    perform set_config('retaguarda.dropping', '', true);
  end if;
  execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, part, first_id_of(begins), first_id_of(ends));
  return part;
end $$;
revoke execute on function make_month(regclass, timestamptz) from public;

-- Makes one month that a table lacks, of the thirteen that should be there; null when none is missing. One at a time: what it locks is
-- held for no longer than that takes.
create or replace function make_next_month() returns text
language plpgsql security definer set search_path = public set lock_timeout = '2s' as $$
declare
  lacking regclass; begins timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('make_next_month', 0));
  select m.parent, max(m.ends) into lacking, begins from month_parts() m group by m.parent
  having max(m.ends) < month_from_now(13) order by max(m.ends), m.parent::text limit 1;
  return case when lacking is not null then make_month(lacking, begins)::text end;
end $$;
revoke execute on function make_next_month() from public;
grant execute on function make_next_month() to retaguarda_app;
