-- Refunds of Pix Automático stand in the sums by the hour, and were left out of those by day. Their events say that they do not
-- count, and the reader believes them, those that it has not read yet too: so all that are settled are added here.
-- Workers of the release before are stopped first (docs/operations.md): what they settled meanwhile nobody would count.
set local lock_timeout = '3s';

insert into payin_day (company_id, day, measure, count, amount)
select r.company_id, (r.settled_at at time zone k.time_zone)::date, 'refunded', count(*), sum(r.amount)
  from refund r
  join company k on k.id = r.company_id
  join pix_payment p on p.end_to_end_id = r.end_to_end_id and p.status = 'settled'
 where r.status = 'settled' and r.charge_id is null
   and exists (select from recurring_charge q where q.end_to_end_id = r.end_to_end_id)
 group by 1, 2
 order by 1, 2
on conflict (company_id, day, measure) do update
   set count = payin_day.count + excluded.count, amount = payin_day.amount + excluded.amount;
