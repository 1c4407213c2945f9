-- A demand that nobody has to satisfy is none.
create or replace function approval_demands_sound(p_demands jsonb) returns boolean language sql immutable as $$
  select not exists (
    select 1 from jsonb_array_elements(p_demands) d
     where coalesce((d ->> 'needed')::int, 0) < 1 or coalesce(d ->> 'permission', '') = '')
$$;
