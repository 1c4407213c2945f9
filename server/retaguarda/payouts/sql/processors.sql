-- The day on which an order of a moment counts.
create or replace function payout_processor_day(p_at timestamptz) returns date
language sql immutable as $$ select (p_at at time zone 'America/Sao_Paulo')::date $$;

-- Whom orders may be given to, with what decides it (payout_engine/decide_sending.py).
create or replace function payout_processors_paying()
returns table (id uuid, name text, ispb text, by_file boolean, methods text[], priority int, created_at timestamptz, enabled boolean,
               certificate_expires_at timestamptz, cut_off time, cost bigint, by_lot boolean, ted_cut_off time, payment_most bigint,
               day_most bigint, day_count_most int, tariffs jsonb)
language sql stable security definer set search_path = public as $$
  select p.id, p.name, p.ispb, p.adapter = 'cnab240', p.methods, p.priority, p.created_at, p.enabled, p.certificate_expires_at, p.cut_off,
         coalesce(p.cost, 0), p.adapter = 'lots', p.ted_cut_off, p.payment_most, p.day_most, p.day_count_most,
         payout_tariffs(p.id, payout_processor_day(now()))
    from payout_processor p where p.ready
$$;
revoke all on function payout_processors_paying() from public;
grant execute on function payout_processors_paying() to retaguarda_app;

create or replace function payout_processor_name(p_processor uuid) returns text
language sql stable security definer set search_path = public as $$ select name from payout_processor where id = p_processor $$;
revoke all on function payout_processor_name(uuid) from public;
grant execute on function payout_processor_name(uuid) to retaguarda_app;

-- What still follows a processor, drained or not.
create or replace function payout_processor_follow(p_processor uuid) returns table (open_orders bigint, open_amount bigint)
language sql stable security definer set search_path = public as $$
  select count(*), coalesce(sum(amount), 0)::bigint from payout_order where processor_id = p_processor and state in ('sending', 'processing')
$$;
revoke all on function payout_processor_follow(uuid) from public;
grant execute on function payout_processor_follow(uuid) to retaguarda_app;

-- The number of the newest sealed remittance; it only rises.
create or replace function payout_processor_sequence(p_processor uuid, p_sequence bigint) returns void language plpgsql as $$
begin
  update payout_processor set last_sequence = p_sequence where id = p_processor and last_sequence < p_sequence;
  if not found then
    raise exception 'the number of remittances only rises' using errcode = 'RF001';
  end if;
end $$;

create or replace trigger kept before delete or update of id on payout_processor for each row execute function refuse_change();

-- What is known of each processor now: what it got today, whether most of its calls of ten minutes failed, and what its account should
-- still hold after the orders that it got since its bank said so; null: nobody has said so within the hour.
create or replace function payout_processor_states()
returns table (id uuid, orders int, amount bigint, unhealthy boolean, float_left bigint)
language sql stable security definer set search_path = public as $$
  select p.id, coalesce(u.orders, 0), coalesce(u.amount, 0), coalesce(h.failed >= 3 and h.failed * 2 >= h.calls, false),
         case when p.float_at > now() - interval '1 hour' then p.float_amount - coalesce(o.amount, 0) end
    from payout_processor p
    left join payout_processor_use u on u.processor_id = p.id and u.day = payout_processor_day(now())
    left join lateral (select sum(m.failed) as failed, sum(m.answered + m.refused + m.failed) as calls from processor_minute m
                        where m.connection_id = p.id and m.at > now() - interval '10 minutes') h on true
    left join lateral (select sum(o.amount)::bigint as amount from payout_order o
                        where p.float_at > now() - interval '1 hour' and o.created_at > p.float_at and o.processor_id = p.id
                          and o.state <> 'refused') o on true
   where p.ready
$$;
revoke all on function payout_processor_states() from public;
grant execute on function payout_processor_states() to retaguarda_app;

-- Counts an order where its processor has a limit, and refuses one above it, whoever inserts it. The lock, which orders share, makes
-- whoever sets a limit wait for the orders that are being written: what they take is counted by one of the two, and once.
create or replace function payout_processor_take() returns trigger
language plpgsql security definer set search_path = public as $$
declare
  v_limit record;
  v_use   payout_processor_use;
  v_day   date := payout_processor_day(new.created_at);
begin
  perform pg_advisory_xact_lock_shared(hashtext('payout_processor_use'), hashtext(new.processor_id::text));
  select p.payment_most, p.day_most, p.day_count_most into v_limit from payout_processor p where p.id = new.processor_id;
  if v_limit.payment_most < new.amount then
    raise exception 'this processor takes no payment of this amount' using errcode = 'RF091';
  end if;
  if v_limit.day_most is null and v_limit.day_count_most is null then
    return null;
  end if;
  if v_day = payout_processor_day(clock_timestamp()) then
    insert into payout_processor_use as u (processor_id, day, currency, orders, amount)
    values (new.processor_id, v_day, new.currency, 1, new.amount)
    on conflict (company_id, processor_id, day) do update set orders = u.orders + 1, amount = u.amount + excluded.amount
    returning u.* into v_use;
  else
    update payout_processor_use u set orders = u.orders + 1, amount = u.amount + new.amount
     where u.processor_id = new.processor_id and u.day = v_day;
  end if;
  if v_use.amount > v_limit.day_most or v_use.orders > v_limit.day_count_most then
    raise exception 'this processor takes no more orders today' using errcode = 'RF091';
  end if;
  return null;
end $$;
create or replace trigger payout_processor_take after insert on payout_order
  for each row when (new.processor_id is not null and new.payout_id is not null) execute function payout_processor_take();

-- What was refused took nothing.
create or replace function payout_processor_give_back() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('payout_processor_use'), hashtext(new.processor_id::text));
  update payout_processor_use u set orders = u.orders - 1, amount = u.amount - old.amount
   where u.processor_id = old.processor_id and u.day = payout_processor_day(old.created_at);
  return null;
end $$;
create or replace trigger payout_processor_give_back after update on payout_order
  for each row when (new.state = 'refused' and old.state <> 'refused' and new.processor_id is not null and new.payout_id is not null)
  execute function payout_processor_give_back();

-- Another limit begins with what the day has taken already; without any of a day, nothing is counted.
create or replace function payout_processor_begin_day() returns trigger
language plpgsql security definer set search_path = public as $$
declare
  v_day date := payout_processor_day(clock_timestamp());
begin
  perform pg_advisory_xact_lock(hashtext('payout_processor_use'), hashtext(new.id::text));
  if new.day_most is null and new.day_count_most is null then
    delete from payout_processor_use where processor_id = new.id and day >= v_day;
  else
    insert into payout_processor_use (processor_id, day, currency, orders, amount)
    select new.id, v_day, new.limits_currency, count(*), coalesce(sum(o.amount), 0)
      from payout_order o
     where o.processor_id = new.id and o.payout_id is not null and o.state <> 'refused'
       and o.created_at >= v_day::timestamp at time zone 'America/Sao_Paulo'
       and o.created_at < (v_day + 1)::timestamp at time zone 'America/Sao_Paulo'
    on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger payout_processor_begin_day after update on payout_processor
  for each row when ((new.day_most, new.day_count_most) is distinct from (old.day_most, old.day_count_most))
  execute function payout_processor_begin_day();
