-- The limits of a day and of a night, in money and in payments, of a merchant and of each of its payees, are kept by counters
-- (payout_limit_use), written by the statement that writes the payout. Of two payments at the limit the second waits for the counter of the
-- first, whoever inserts them.

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

-- Published: what a payout takes of which limits; of one that counts nowhere, there is no row.
create or replace function payout_takes(p_day date, p_night date, p_payee bytea, p_amount bigint)
returns table (period text, day date, payee bytea, amount bigint) language sql immutable parallel safe as $$
  select k.period, k.day, k.payee, k.amount
    from (values ('day', p_day, '\x'::bytea, p_amount), ('night', p_night, '\x', p_amount), ('count', p_day, '\x', 1),
                 ('payee', p_day, p_payee, p_amount), ('payee_count', p_day, p_payee, 1)) k (period, day, payee, amount)
   where k.day is not null and k.payee is not null
$$;

-- Published: how much a merchant allows of each kind of limit; null: there is no such limit.
create or replace function payout_limits_of(p_company int) returns table (period text, most bigint)
language sql stable security definer set search_path = public as $$
  select k.period, k.most
    from payout_rules(p_company) r
   cross join lateral (values ('day', r.day_most), ('night', r.night_most), ('count', r.day_count_most::bigint),
                              ('payee', r.payee_day_most), ('payee_count', r.payee_count_most::bigint)) k (period, most)
$$;
revoke all on function payout_limits_of(int) from public;
grant execute on function payout_limits_of(int) to retaguarda_app;

-- Counts what is about to leave, and refuses what is above a limit of a day or a night that is not over. Published for what is reserved for
-- later payouts (payouts/batches). p_takes: period, day, payee (in hex, empty where it is of all) and amount. Counters of payees come
-- last: whoever writes them has the counter of the day.
create or replace function payout_limits_take(p_company int, p_currency text, p_takes jsonb) returns void
language plpgsql security definer set search_path = public as $$
declare
  v record;
begin
  with taken as (
    insert into payout_limit_use as u (company_id, period, day, currency, payee, used)
    select p_company, t.period, t.day, p_currency, decode(t.payee, 'hex'), sum(t.amount)
      from jsonb_to_recordset(p_takes) t (period text, day date, payee text, amount bigint)
     group by t.period, t.day, t.payee order by t.period, t.day, t.payee
    on conflict (company_id, period, day, currency, payee) do update set used = u.used + excluded.used
    returning u.period, u.day, encode(u.payee, 'hex') as payee, u.used
  )
  select t.period, l.most, t.used, a.amount into v
    from taken t
    join payout_limits_of(p_company) l on l.period = t.period
   cross join payout_counts_on(p_company, now(), null) d
   cross join lateral (select sum(a.amount)::bigint as amount from jsonb_to_recordset(p_takes) a (period text, day date, payee text, amount bigint)
                        where a.period = t.period and a.day = t.day and a.payee = t.payee) a
   where t.used > l.most and t.day >= d.day - (t.period = 'night')::int
   order by array_position(array['day', 'night', 'count', 'payee', 'payee_count'], t.period), t.day limit 1;
  if found then
    raise exception 'transfer_%_limit', v.period using errcode = 'RP002',
      detail = json_build_object('period', v.period, 'most', v.most, 'left', greatest(v.most - v.used + v.amount, 0))::text;
  end if;
end $$;
revoke all on function payout_limits_take(int, text, jsonb) from public;

create or replace function payout_limits_give_back(p_company int, p_currency text, p_takes jsonb) returns void
language sql security definer set search_path = public as $$
  update payout_limit_use u set used = u.used - t.amount
    from (select t.period, t.day, decode(t.payee, 'hex') as payee, sum(t.amount) as amount
            from jsonb_to_recordset(p_takes) t (period text, day date, payee text, amount bigint) group by 1, 2, 3 order by 1, 2, 3) t
   where u.company_id = p_company and u.currency = p_currency and u.period = t.period and u.day = t.day and u.payee = t.payee
$$;
revoke all on function payout_limits_give_back(int, text, jsonb) from public;

-- Waits for the counters of a merchant from a day on: whoever ends many payouts takes them before the accounts of the ledger. Who has the
-- counter of a day has those of its payees.
create or replace function payout_limits_lock(p_company int, p_from date) returns void
language plpgsql security definer set search_path = public as $$
begin
  perform from payout_limit_use where company_id = p_company and day >= p_from - 1 and payee = '\x' order by period, day, currency for update;
end $$;
revoke all on function payout_limits_lock(int, date) from public;
grant execute on function payout_limits_lock(int, date) to retaguarda_app;

-- Every payout says itself where it counts; one of a batch counts where its batch was counted. What a court orders is no matter of the
-- merchant's limits: it counts nowhere. An account of the merchant itself is nobody's.
create or replace function payout_limit_days() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.limit_payee := null;
  if new.origin = 'judicial' then
    new.limit_day := null;
    new.limit_night := null;
  elsif new.batch_id is null then
    select c.day, c.night into new.limit_day, new.limit_night from payout_counts_on(new.company_id, new.created_at, new.scheduled_for) c;
    if new.bank_account_id is null then
      new.limit_payee := new.document_hash;
    end if;
  else
    select c.day, c.night, case when c.payees then new.document_hash end into new.limit_day, new.limit_night, new.limit_payee
      from payout_batch_counts_on(new.company_id, new.batch_id, new.scheduled_for) c;
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
    select a.company_id, a.currency,
           jsonb_agg(jsonb_build_object('period', k.period, 'day', k.day, 'payee', encode(k.payee, 'hex'), 'amount', k.amount)) as takes
      from added a cross join lateral payout_takes(a.limit_day, a.limit_night, a.limit_payee, a.amount) k
     where a.batch_id is null and a.status not in ('failed', 'cancelled', 'rejected')
     group by 1, 2 order by 1, 2
  loop
    perform payout_limits_take(v.company_id, v.currency, v.takes);
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
    select e.company_id, e.currency,
           jsonb_agg(jsonb_build_object('period', k.period, 'day', k.day, 'payee', encode(k.payee, 'hex'), 'amount', k.amount)) as takes
      from ended e
      join before b on b.company_id = e.company_id and b.id = e.id and b.status not in ('failed', 'cancelled', 'rejected')
     cross join lateral payout_takes(e.limit_day, e.limit_night, e.limit_payee, e.amount) k
     where e.status in ('failed', 'cancelled', 'rejected')
     group by 1, 2 order by 1, 2
  loop
    perform payout_limits_give_back(v.company_id, v.currency, v.takes);
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
  v_takes jsonb;
  v_gives jsonb;
begin
  -- Two that move each to the other's day wait here, before either has a counter.
  perform payout_limits_lock(new.company_id, least(old.limit_day, new.limit_day));
  with moved as (
    select k.period, k.day, k.payee, sum(k.amount)::bigint as amount
      from (select * from payout_takes(new.limit_day, new.limit_night, new.limit_payee, new.amount)
            union all
            select o.period, o.day, o.payee, -o.amount
              from payout_takes(old.limit_day, old.limit_night, old.limit_payee, old.amount) o) k
     group by 1, 2, 3 having sum(k.amount) <> 0)
  select jsonb_agg(jsonb_build_object('period', period, 'day', day, 'payee', encode(payee, 'hex'), 'amount', amount)) filter (where amount > 0),
         jsonb_agg(jsonb_build_object('period', period, 'day', day, 'payee', encode(payee, 'hex'), 'amount', -amount)) filter (where amount < 0)
    into v_takes, v_gives from moved;
  if v_takes is not null then
    perform payout_limits_take(new.company_id, new.currency, v_takes);
  end if;
  if v_gives is not null then
    perform payout_limits_give_back(new.company_id, new.currency, v_gives);
  end if;
  return null;
end $$;
create or replace trigger payout_limits_moved after update of scheduled_for on payout for each row
  when (old.batch_id is null and (new.limit_day, new.limit_night) is distinct from (old.limit_day, old.limit_night))
  execute function payout_limits_moved();
