-- The limits of a day and of a night are kept by counters (payout_limit_use), written by the statement that writes the payout. Of two
-- payments at the limit the second waits for the counter of the first, whoever inserts them.

-- The evening of the night that a local moment lies in; null by day. From 20:00 to 6:00 (the hours of Resolução BCB 142/2021).
create or replace function payout_night(p_local timestamp) returns date language sql immutable parallel safe as $$
  select case when p_local::time >= '20:00' then p_local::date when p_local::time < '06:00' then p_local::date - 1 end
$$;

-- Published: on which day a payout counts that is asked for at a moment, and in which night: one that leaves before the night is over,
-- or on the day it ends on.
create or replace function payout_counts_on(p_company int, p_at timestamptz, p_scheduled date)
returns table (day date, night date) language sql stable security definer set search_path = public as $$
  select greatest(p_scheduled, l.at::date), n.night
    from company c
   cross join lateral (select p_at at time zone c.time_zone as at) l
    left join lateral (select payout_night(l.at) as night) n on coalesce(p_scheduled <= n.night + 1, true)
   where c.id = p_company
$$;
revoke all on function payout_counts_on(int, timestamptz, date) from public;
grant execute on function payout_counts_on(int, timestamptz, date) to retaguarda_app;

-- Counts an amount, and refuses what is above the limit of a day or a night that is not over. Published for what is reserved for
-- later payouts (payouts/batches).
create or replace function payout_limit_take(p_company int, p_period text, p_day date, p_currency text, p_amount bigint) returns void
language plpgsql security definer set search_path = public as $$
declare
  v_used bigint;
  v_most bigint;
begin
  insert into payout_limit_use as u (company_id, period, day, currency, used) values (p_company, p_period, p_day, p_currency, p_amount)
  on conflict (company_id, period, day, currency) do update set used = u.used + excluded.used
  returning used into v_used;
  select case p_period when 'day' then r.day_most else r.night_most end into v_most from payout_rules(p_company) r;
  if v_used > v_most and p_day >= (select d.day - (p_period = 'night')::int from payout_counts_on(p_company, now(), null) d) then
    raise exception 'transfer_%_limit', p_period using errcode = 'RP002',
      detail = json_build_object('period', p_period, 'most', v_most, 'left', greatest(v_most - v_used + p_amount, 0))::text;
  end if;
end $$;
revoke all on function payout_limit_take(int, text, date, text, bigint) from public;

create or replace function payout_limit_give_back(p_company int, p_period text, p_day date, p_currency text, p_amount bigint) returns void
language sql security definer set search_path = public as $$
  update payout_limit_use set used = used - p_amount
   where company_id = p_company and period = p_period and day = p_day and currency = p_currency
$$;
revoke all on function payout_limit_give_back(int, text, date, text, bigint) from public;

-- Waits for the counters of a merchant from a day on: whoever ends many payouts takes them before the accounts of the ledger.
create or replace function payout_limits_lock(p_company int, p_from date) returns void
language plpgsql security definer set search_path = public as $$
begin
  perform from payout_limit_use where company_id = p_company and day >= p_from - 1 order by period, day, currency for update;
end $$;
revoke all on function payout_limits_lock(int, date) from public;
grant execute on function payout_limits_lock(int, date) to retaguarda_app;

-- Every payout says itself where it counts; one of a batch counts where its batch was counted. What a court orders is no matter of the
-- merchant's limits: it counts nowhere.
create or replace function payout_limit_days() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.origin = 'judicial' then
    new.limit_day := null;
    new.limit_night := null;
  elsif new.batch_id is null then
    select c.day, c.night into new.limit_day, new.limit_night from payout_counts_on(new.company_id, new.created_at, new.scheduled_for) c;
  else
    select c.day, c.night into new.limit_day, new.limit_night from payout_batch_counts_on(new.company_id, new.batch_id, new.scheduled_for) c;
  end if;
  return new;
end $$;
create or replace trigger payout_limit_days before insert on payout for each row execute function payout_limit_days();

-- A batch was counted as a whole when it was authorised: its payouts are not counted again.
create or replace function payout_limits_taken() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v record;
begin
  for v in
    select a.company_id, k.period, k.day, a.currency, sum(a.amount)::bigint as amount
      from added a cross join lateral (values ('day', a.limit_day), ('night', a.limit_night)) k (period, day)
     where a.batch_id is null and k.day is not null and a.status not in ('failed', 'cancelled', 'rejected')
     group by 1, 2, 3, 4 order by 1, 2, 3, 4
  loop
    perform payout_limit_take(v.company_id, v.period, v.day, v.currency, v.amount);
  end loop;
  return null;
end $$;
create or replace trigger payout_limits_taken after insert on payout referencing new table as added
  for each statement execute function payout_limits_taken();

-- What is given up before it was paid counts no more.
create or replace function payout_limits_given_back() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v record;
begin
  if not exists (select from ended where status in ('failed', 'cancelled', 'rejected')) then
    return null;
  end if;
  for v in
    select e.company_id, k.period, k.day, e.currency, sum(e.amount)::bigint as amount
      from ended e
      join before b on b.company_id = e.company_id and b.id = e.id and b.status not in ('failed', 'cancelled', 'rejected')
     cross join lateral (values ('day', e.limit_day), ('night', e.limit_night)) k (period, day)
     where k.day is not null and e.status in ('failed', 'cancelled', 'rejected')
     group by 1, 2, 3, 4 order by 1, 2, 3, 4
  loop
    perform payout_limit_give_back(v.company_id, v.period, v.day, v.currency, v.amount);
  end loop;
  return null;
end $$;
create or replace trigger payout_limits_given_back after update on payout referencing old table as before new table as ended
  for each statement execute function payout_limits_given_back();

-- A single payment that waits may be planned for another day (payout_moves): it counts there from then on, and no longer where it did.
-- The trigger before it says where, by its own moment; this one counts, and refuses what is above a limit.
create or replace function payout_day_moves() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select c.day, c.night into new.limit_day, new.limit_night from payout_counts_on(new.company_id, now(), new.scheduled_for) c;
  return new;
end $$;
create or replace trigger payout_day_moves before update of scheduled_for on payout for each row
  when (new.scheduled_for is distinct from old.scheduled_for) execute function payout_day_moves();

create or replace function payout_limits_moved() returns trigger language plpgsql security definer set search_path = public as $$
declare
  v record;
begin
  for v in
    select k.period, k.day, sum(k.amount)::bigint as amount
      from (values ('day', new.limit_day, new.amount), ('night', new.limit_night, new.amount),
                   ('day', old.limit_day, -old.amount), ('night', old.limit_night, -old.amount)) k (period, day, amount)
     where k.day is not null group by 1, 2 having sum(k.amount) <> 0 order by 1, 2
  loop
    if v.amount > 0 then
      perform payout_limit_take(new.company_id, v.period, v.day, new.currency, v.amount);
    else
      perform payout_limit_give_back(new.company_id, v.period, v.day, new.currency, -v.amount);
    end if;
  end loop;
  return null;
end $$;
create or replace trigger payout_limits_moved after update of scheduled_for on payout for each row
  when (old.batch_id is null and (new.limit_day, new.limit_night) is distinct from (old.limit_day, old.limit_night))
  execute function payout_limits_moved();
