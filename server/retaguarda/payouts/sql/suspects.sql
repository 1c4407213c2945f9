-- Which of these hashes stand on the list of suspects now.
create or replace function suspect_hashes(p_hashes bytea[]) returns setof bytea
language sql stable security definer set search_path = public as $$
  select distinct s.hash from suspect s
   where s.hash = any (p_hashes) and s.removed_at is null and (s.until is null or s.until > now())
$$;
revoke all on function suspect_hashes(bytea[]) from public;
grant execute on function suspect_hashes(bytea[]) to retaguarda_app;

-- Whether nothing may be paid here: the destination or whose it is stands on the list of suspects. It tells neither why nor who
-- said so, and answers for every merchant alike. A trigger on payment orders calls it; null hashes are on no list.
create or replace function suspect_destination(p_destination bytea, p_document bytea) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from suspect_hashes(array[p_destination, p_document]))
$$;
revoke all on function suspect_destination(bytea, bytea) from public;
grant execute on function suspect_destination(bytea, bytea) to retaguarda_app;

-- What an entry says stays; it ends once, by somebody else than who wrote it.
create or replace function suspect_moves() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{removed_at,removed_by,removed_by_id,removal_reason}'::text[])
     is distinct from (to_jsonb(old) - '{removed_at,removed_by,removed_by_id,removal_reason}'::text[])
     or old.removed_at is not null then
    raise exception 'an entry of the suspects does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger suspect_moves before update on suspect for each row execute function suspect_moves();
