-- owner: payout_engine
-- What the payouts of a merchant take of its limits, each day and each night. No program writes it: the statement that writes a payout,
-- ends it unpaid, or authorises a batch counts here (payout_engine/sql/limits.sql). Minor units.
create table payout_limit_use (
  company_id int not null references company,
  period     text not null check (period in ('day', 'night')),
  day        date not null,                            -- the merchant's day; of a night, that of its evening
  currency   ledger_currency not null,
  used       bigint not null check (used >= 0),
  primary key (company_id, period, day, currency)
);
call protect('payout_limit_use');
grant select on payout_limit_use to retaguarda_app;

-- On which day it counts, and in which night; null: in none. What left before there were counters names no day.
alter table payout add column limit_day date, add column limit_night date;
update payout p
   set limit_day = greatest(p.scheduled_for, l.at::date), limit_night = case when coalesce(p.scheduled_for <= l.night + 1, true) then l.night end
  from (select a.company_id, a.id, a.at,
               case when a.at::time >= '20:00' then a.at::date when a.at::time < '06:00' then a.at::date - 1 end as night
          from (select q.company_id, q.id, q.created_at at time zone c.time_zone as at
                  from payout q join company c on c.id = q.company_id
                 where q.created_at >= now() - interval '3 days' or q.scheduled_for >= current_date - 1) a) l
 where l.company_id = p.company_id and l.id = p.id;

-- owner: payouts/batches
-- limit_day, limit_night: since when and in which night its lines count. later: what its good lines take of days that they name.
alter table payout_batch add column limit_day date, add column limit_night date, add column later jsonb not null default '{}';
update payout_batch b set limit_day = (b.authorised_at at time zone c.time_zone)::date
  from company c where c.id = b.company_id and b.status in ('authorised', 'running', 'paused') and b.hold_key is not null;

-- owner: payout_engine
insert into payout_limit_use (company_id, period, day, currency, used)
select company_id, period, day, currency, sum(amount) from (
  select company_id, 'day' as period, limit_day as day, currency, amount from payout
   where limit_day is not null and status not in ('failed', 'cancelled', 'rejected')
  union all
  select company_id, 'night', limit_night, currency, amount from payout
   where limit_night is not null and status not in ('failed', 'cancelled', 'rejected')
  union all
  select b.company_id, 'day', greatest(l.scheduled_for, b.limit_day), b.currency, l.amount
    from payout_batch b
    join payout_line l on l.company_id = b.company_id and l.batch_id = b.id and l.leaf_no >= b.turned
   where b.limit_day is not null and b.hold_key is not null and b.status in ('authorised', 'running', 'paused')) counted
 group by company_id, period, day, currency;

drop function if exists payout_lines_waiting(int, date, text, timestamptz, date);
