-- Counts everything anew; for the owner, in a transaction of its own. The number of hours of the house. Nobody is kept from writing: what is not in the
-- snapshot of the one statement that counts is left to the reader, and what is in it the reader passes over.
create or replace function payin_hour_rebuild() returns bigint language plpgsql set search_path = public, pg_temp as $$
declare
  v_rows bigint;
begin
  perform event_reader_begin('payin.hours');
  perform from event_reader where name = 'payin.hours' for update;
  delete from payin_hour;
  delete from payin_house_hour;
  with base as (
    insert into payin_hour_base (snapshot) values (pg_current_snapshot())
    on conflict (one) do update set snapshot = excluded.snapshot
  ), counted as (
    insert into payin_hour (company_id, hour, method, processor, currency, charges, charged, converted, payments, received, fees,
                            refunds, refunded)
    select company_id, hour, method, processor, currency, charges, charged, converted, payments, received, fees, refunds, refunded
      from payin_hour_recount returning *
  )
  insert into payin_house_hour (hour, method, processor, currency, charges, charged, converted, payments, received, fees, refunds,
                                refunded)
  select hour, method, processor, currency, sum(charges), sum(charged), sum(converted), sum(payments), sum(received), sum(fees),
         sum(refunds), sum(refunded)
    from counted group by hour, method, processor, currency;
  get diagnostics v_rows = row_count;
  perform event_reader_move('payin.hours', pg_snapshot_xmin(b.snapshot), 0) from payin_hour_base b;
  return v_rows;
end $$;
revoke all on function payin_hour_rebuild() from public;

-- The same from the rows themselves. Banks tell the day of a boleto, not its moment: noon stands for it (returns).
create or replace view payin_hour_recount with (security_invoker = true) as
select company_id, date_trunc('hour', at, 'UTC') as hour, method, processor, currency, sum(charges)::bigint as charges,
       sum(charged)::bigint as charged, sum(converted)::bigint as converted, sum(payments)::bigint as payments,
       sum(received)::bigint as received, sum(fees)::bigint as fees, sum(refunds)::bigint as refunds,
       sum(refunded)::bigint as refunded
  from (
    select c.company_id, c.created_at as at, c.kind as method, c.processor, c.currency, 1 as charges, c.amount as charged,
           (c.paid > 0)::int as converted, 0 as payments, 0 as received, 0 as fees,
           0 as refunds, 0 as refunded
      from charge c
    union all
    select p.company_id, p.paid_at, c.kind, c.processor, p.currency, 0, 0, 0, 1, p.amount, p.fee, 0, 0
      from pix_payment p join charge c on c.company_id = p.company_id and c.id = p.charge_id
     where p.status = 'settled'
    union all
    select b.company_id, (b.paid_on + time '12:00') at time zone 'America/Sao_Paulo', c.kind, c.processor, c.currency, 0, 0, 0, 1,
           b.amount, b.fee, 0, 0
      from published.boleto_payment b join charge c on c.company_id = b.company_id and c.id = b.charge_id
    union all
    select r.company_id, r.settled_at, coalesce(c.kind, 'automatic'), coalesce(c.processor, u.processor), r.currency, 0, 0, 0, 0,
           0, 0, 1, r.amount
      from refund r join pix_payment p on p.end_to_end_id = r.end_to_end_id
      left join charge c on c.company_id = r.company_id and c.id = r.charge_id
      left join published.recurring_charge q on q.end_to_end_id = r.end_to_end_id
      left join published.recurrence u on u.company_id = q.company_id and u.id = q.recurrence_id
     where r.status = 'settled' and p.status = 'settled' and (c.id is not null or q.id is not null)
    union all
    select q.company_id, q.created_at, 'automatic', r.processor, q.currency, 1, q.amount, (q.status = 'paid')::int, 0, 0, 0, 0, 0
      from published.recurring_charge q join published.recurrence r on r.company_id = q.company_id and r.id = q.recurrence_id
    union all
    select q.company_id, q.paid_at, 'automatic', r.processor, q.currency, 0, 0, 0, 1, q.paid, q.fee, 0, 0
      from published.recurring_charge q join published.recurrence r on r.company_id = q.company_id and r.id = q.recurrence_id
     where q.status = 'paid'
  ) moved
 group by 1, 2, 3, 4, 5;
grant select on payin_hour_recount to retaguarda_app;
