-- Half of the payments lost by the bank's fault: down; one in twenty: degraded.
create or replace function payout_bank_state(p_all bigint, p_faulty bigint) returns text language sql immutable as $$
  select case when p_faulty * 2 >= p_all then 'down' when p_faulty * 20 >= p_all then 'degraded' else 'up' end
$$;

-- How each bank does, for everybody and of everybody's payments: what staff say holds until its hour; else the last fifteen
-- minutes where they hold twenty payments, else the last day, else there is too little to say.
create or replace function payout_bank_live()
returns table (ispb text, state text, measured text, mark text, mark_reason text, mark_until timestamptz, quarter bigint,
  quarter_faulty bigint, day bigint, day_done bigint, day_refused bigint, day_faulty bigint, p50_ms bigint, p95_ms bigint)
language sql stable security definer set search_path = public as $$
  with figures as (
    select o.ispb,
      count(*) filter (where o.ended_at is null or o.ended_at >= now() - interval '15 minutes') as quarter,
      count(*) filter (where o.faulty and (o.ended_at is null or o.ended_at >= now() - interval '15 minutes')) as quarter_faulty,
      count(*) as day, count(*) filter (where o.done) as day_done,
      count(*) filter (where o.ended_at is not null and not o.done) as day_refused,
      count(*) filter (where o.faulty) as day_faulty,
      (percentile_cont(0.5) within group (order by extract(epoch from o.ended_at - o.created_at)) filter (where o.done) * 1000)::bigint as p50_ms,
      (percentile_cont(0.95) within group (order by extract(epoch from o.ended_at - o.created_at)) filter (where o.done) * 1000)::bigint as p95_ms
    from payout_bank_orders(now() - interval '1 day') o group by o.ispb),
  marks as (
    select distinct on (m.ispb) m.ispb, m.state, m.reason, m.until from bank_mark m
     where m.ended_at is null and m.until > now() order by m.ispb, m.created_at desc),
  measured as (
    select coalesce(f.ispb, m.ispb) as bank, m.state as mark, m.reason, m.until, f.quarter, f.quarter_faulty, f.day, f.day_done,
      f.day_refused, f.day_faulty, f.p50_ms, f.p95_ms,
      case when f.quarter >= 20 then 'quarter' when f.day >= 20 then 'day' else 'none' end as span
    from figures f full join marks m on m.ispb = f.ispb)
  select x.bank, coalesce(x.mark, case x.span
      when 'quarter' then payout_bank_state(x.quarter, x.quarter_faulty)
      when 'day' then payout_bank_state(x.day, x.day_faulty) else 'few_data' end),
    case when x.mark is not null then 'mark' else x.span end, x.mark, x.reason, x.until,
    coalesce(x.quarter, 0), coalesce(x.quarter_faulty, 0), coalesce(x.day, 0), coalesce(x.day_done, 0),
    coalesce(x.day_refused, 0), coalesce(x.day_faulty, 0), x.p50_ms, x.p95_ms
  from measured x
$$;
revoke all on function payout_bank_live() from public;
grant execute on function payout_bank_live() to retaguarda_app;

-- What a bank refused in the last day, by code.
create or replace function payout_bank_refusals(p_bank text) returns table (code text, payments bigint)
language sql stable security definer set search_path = public as $$
  select coalesce(o.code, ''), count(*) from payout_bank_orders(now() - interval '1 day') o
   where o.ispb = p_bank and o.ended_at is not null and not o.done group by 1 order by 2 desc, 1 limit 10
$$;
revoke all on function payout_bank_refusals(text) from public;
grant execute on function payout_bank_refusals(text) to retaguarda_app;

-- A mark is said once: only its end is added.
create or replace function bank_mark_moves() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or (new.company_id, new.id, new.ispb, new.state, new.until, new.reason, new.created_by, new.created_at)
     is distinct from (old.company_id, old.id, old.ispb, old.state, old.until, old.reason, old.created_by, old.created_at) then
    raise exception 'what was said of a bank only ends' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger bank_mark_moves before update on bank_mark for each row execute function bank_mark_moves();

-- Whether a bank takes part in Pix, by its ISPB.
create or replace function bank_in_pix(p_ispb text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from bank where ispb = p_ispb and pix and listed)
$$;
revoke all on function bank_in_pix(text) from public;
grant execute on function bank_in_pix(text) to retaguarda_app;
