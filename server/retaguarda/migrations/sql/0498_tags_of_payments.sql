-- What merchants sort their payments by, and which of those that wait for money leaves first.
-- owner: payout_engine
alter table payout
  add column tags text[] not null default '{}',
  add column cost_centre text,
  add column priority int not null default 0;
alter table payout add constraint payout_sorted
  check (cardinality(tags) <= 10 and length(cost_centre) between 1 and 60 and priority between -1 and 1) not valid;
alter table payout validate constraint payout_sorted;
-- The queue of a merchant is served in this order.
create index if not exists payout_queue on payout (company_id, priority desc, created_at, id) where status = 'queued';

-- owner: payouts/batches
alter table payout_line add column tags text[], add column cost_centre text, add column priority int;
alter table payout_line add constraint payout_line_sorted check (cardinality(tags) <= 10 and priority between -1 and 1) not valid;
alter table payout_line validate constraint payout_line_sorted;
