-- Takes the part of a month away, if it is that month's alone and holds no more rows than these; null where it is not.
create or replace function drop_month(parent regclass, month timestamptz, most bigint) returns bigint
language plpgsql set search_path = public as $$
declare
  part regclass; rows bigint;
begin
  select m.part into part from month_parts() m
   where m.parent = drop_month.parent and m.begins = month and m.ends = ((month at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  if not found then
    return null;
  end if;
  execute format('lock table %s in share mode', part);
  execute format('select count(*) from %s', part) into rows;
  if rows > most then
    raise exception '% has % rows, and % are in the archive', part, rows, most using errcode = 'RF351';
  end if;
  execute format('alter table %s detach partition %s', parent, part);
  execute format('drop table %s', part);
  return rows;
end $$;
revoke execute on function drop_month(regclass, timestamptz, bigint) from public;

-- Rows that lie in no month of their table.
create or replace function rows_beyond_months() returns bigint language plpgsql stable security definer set search_path = public as $$
declare
  part regclass; found bigint; total bigint := 0;
begin
  for part in select m.part from month_parts() m where m.beyond loop
    execute format('select count(*) from %s', part) into found;
    total := total + found;
  end loop;
  return total;
end $$;
revoke execute on function rows_beyond_months() from public;
grant execute on function rows_beyond_months() to retaguarda_app;
