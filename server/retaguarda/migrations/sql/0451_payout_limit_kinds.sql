-- Limits per payee and by count: counters beside those of a day and of a night.

-- owner: payout_engine
-- day_count_most, payee_count_most: payments; payee_day_most: minor units.
alter table payout_setting_version
  add column day_count_most int check (day_count_most > 0),
  add column payee_day_most bigint check (payee_day_most > 0),
  add column payee_count_most int check (payee_count_most > 0);
-- It answers three columns more.
drop function if exists payout_rules(int);

-- count, payee_count: used is a number of payments of the day. payee: whose document it is (a keyed hash), empty where a limit is of all.
alter table payout_limit_use drop constraint payout_limit_use_period_check;
alter table payout_limit_use add constraint payout_limit_use_period_check
  check (period in ('day', 'night', 'count', 'payee', 'payee_count'));
alter table payout_limit_use add column payee bytea not null default '\x'
  check (length(payee) = case when period in ('payee', 'payee_count') then 32 else 0 end);
alter table payout_limit_use drop constraint payout_limit_use_pkey;
alter table payout_limit_use add primary key (company_id, period, day, currency, payee);

-- Whose limit it counts in; null: nobody's.
alter table payout add column limit_payee bytea;

-- owner: payouts/batches
-- later_counts: how many of its good lines name which later day. payees_counted: it was counted for each payee when it was authorised.
alter table payout_batch add column later_counts jsonb not null default '{}', add column payees_counted boolean not null default false;
update payout_batch b set later_counts = d.counts
  from (select company_id, batch_id, jsonb_object_agg(scheduled_for, lines) as counts
          from (select company_id, batch_id, scheduled_for, count(*) as lines from payout_line
                 where scheduled_for is not null and problems = '[]' and excluded_by is null group by 1, 2, 3) l group by 1, 2) d
 where b.company_id = d.company_id and b.id = d.batch_id;

-- owner: payout_engine
insert into payout_limit_use (company_id, period, day, currency, used)
select company_id, 'count', day, currency, count(*) from (
  select company_id, limit_day as day, currency from payout
   where limit_day is not null and status not in ('failed', 'cancelled', 'rejected')
  union all
  select b.company_id, greatest(l.scheduled_for, b.limit_day), b.currency
    from payout_batch b
    join payout_line l on l.company_id = b.company_id and l.batch_id = b.id and l.leaf_no >= b.turned
   where b.limit_day is not null and b.hold_key is not null and b.status in ('authorised', 'running', 'paused')) counted
 group by company_id, day, currency;

drop function if exists payout_limit_take(int, text, date, text, bigint);
drop function if exists payout_limit_give_back(int, text, date, text, bigint);
drop function if exists payout_batch_takes(bigint, jsonb, date, date);
-- They answer a column more.
drop view if exists payout_lines_counted;
drop function if exists payout_batch_counts_on(int, uuid, date);
