call allow_moves('archived_month', 'status',
  'kept: asked',
  'asked: kept dropping',
  'dropping: kept dropped');

-- As append_only; only provider_message_drop may take a message away, and the application may set the word but is not the owner.
create or replace function provider_message_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and coalesce(current_setting('retaguarda.dropping', true) = 'on', false)
     and current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'provider_message'::regclass) then
    return old;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;

-- Of every part.
create or replace trigger append_only before update or delete on provider_message for each row execute function provider_message_stays();
-- Of the table; each part has its own.
create or replace trigger append_only_truncate before truncate on provider_message for each statement execute function refuse_change();

-- Takes the part of an archived month away, and returns how many messages it held; null where the month has no part of its own. Two people
-- have to have decided it. The part is counted while nobody writes into it, and all of the table is held for the moment of the cut alone.
create or replace function provider_message_drop_month(archived uuid) returns bigint
language plpgsql security definer set search_path = public set lock_timeout = '2s' as $$
declare
  month timestamptz; written bigint; gone bigint;
begin
  select m.month at time zone 'UTC', m.messages into month, written
    from archived_month m where m.id = archived and m.status = 'dropping' and m.agreed_by_id <> m.asked_by_id for update;
  if not found then
    raise exception 'nobody has decided that this month is dropped' using errcode = 'RF350';
  end if;
  gone := drop_month('provider_message', month, written);
  update archived_month m set dropped = m.dropped + gone where m.id = archived and gone is not null;
  return gone;
end $$;
revoke execute on function provider_message_drop_month(uuid) from public;
grant execute on function provider_message_drop_month(uuid) to retaguarda_app;

-- Takes up to so many messages of an archived month without a part of its own away, and returns how many. Two people have to have decided it.
create or replace function provider_message_drop(archived uuid, most int) returns int
language plpgsql security definer set search_path = public as $$
declare
  first uuid; after uuid; company int; gone int := 0; now_gone int;
begin
  select first_id_of(m.month at time zone 'UTC'), first_id_of((m.month + interval '1 month') at time zone 'UTC') into first, after
    from archived_month m where m.id = archived and m.status = 'dropping' and m.agreed_by_id <> m.asked_by_id for update;
  if not found then
    raise exception 'nobody has decided that this month is dropped' using errcode = 'RF350';
  end if;
  perform set_config('retaguarda.dropping', 'on', true);
  for company in select c.id from company c order by c.id loop
    delete from provider_message p where p.company_id = company and p.id in (
      select l.id from provider_message l where l.company_id = company and l.id >= first and l.id < after order by l.id limit most - gone);
    get diagnostics now_gone = row_count;
    gone := gone + now_gone;
    exit when gone >= most;
  end loop;
  perform set_config('retaguarda.dropping', '', true);
  update archived_month m set dropped = m.dropped + gone where m.id = archived;
  return gone;
end $$;
revoke execute on function provider_message_drop(uuid, int) from public;
grant execute on function provider_message_drop(uuid, int) to retaguarda_app;

-- Which months were dropped, from that of this moment on, and the SHA-256 of their manifests: of the whole house, and asked by whoever looks
-- at a charge.
create or replace function dropped_months(since timestamptz) returns table (month text, manifest bytea)
language sql stable security definer set search_path = public as $$
  select to_char(m.month, 'YYYY-MM'), m.manifest from archived_month m
   where m.status = 'dropped' and m.month >= date_trunc('month', since at time zone 'UTC')::date order by m.month
$$;
grant execute on function dropped_months(timestamptz) to retaguarda_app;
