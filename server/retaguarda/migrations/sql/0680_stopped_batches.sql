-- Who stopped the rest of a batch, when, and why if they said so.
alter table payout_batch
  add column stopped_at timestamptz,
  add column stopped_by text,
  add column stop_reason text check (length(stop_reason) between 3 and 500),
  add constraint payout_batch_stopped check ((stopped_at is null) = (stopped_by is null) and (stopped_at is not null or stop_reason is null));
create index if not exists payout_batch_stopping on payout_batch (created_at) where stopped_at is not null and status in ('running', 'paused');
