-- Views of a room's tables for other rooms: see the published.sql of each.
create schema if not exists published;
grant usage on schema published to retaguarda_app;

-- The scope of a transaction. It is set once, by its first statement, and ends with it.
--   retaguarda.companies  '{1,2}' the companies whose rows are seen and written, '*' for all of them, empty for none
--   retaguarda.person     who acts; empty for the machine
create or replace function scope_all() returns boolean language sql stable parallel safe as
$$ select coalesce(current_setting('retaguarda.companies', true) = '*', false) $$;

create or replace function scope_companies() returns int[] language sql stable parallel safe as
$$ select nullif(nullif(current_setting('retaguarda.companies', true), ''), '*')::int[] $$;

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
