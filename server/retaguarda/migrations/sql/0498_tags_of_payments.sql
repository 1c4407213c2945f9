-- What merchants sort their payments by, and which of those that wait for money leaves first.
-- owner: payout_engine
alter table payout
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10),
  add column cost_centre text check (length(cost_centre) between 1 and 60),
  add column priority smallint not null default 0 check (priority between -1 and 1);
-- The queue of a merchant is served in this order.
create index payout_queue on payout (company_id, priority desc, created_at, id) where status = 'queued';

-- owner: payouts/batches
alter table payout_line
  add column tags text[] check (cardinality(tags) <= 10),
  add column cost_centre text,
  add column priority smallint check (priority between -1 and 1);
