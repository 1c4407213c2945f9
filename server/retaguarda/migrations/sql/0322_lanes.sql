-- When the processor of an open order is asked about it next, and how often it was asked. Null: it has ended, its end comes in a file,
-- or it verifies a bank account.
alter table payout_order
  add column ask_at timestamptz,
  add column asked int not null default 0 check (asked >= 0),
  add constraint payout_order_asked_while_open check (ask_at is null or state in ('sending', 'processing')) not valid;
create index payout_order_to_ask on payout_order (coalesce(processor_id, '00000000-0000-0000-0000-000000000000'), ask_at)
  where ask_at is not null;
-- Orders that a job of their own has asked about so far.
update payout_order set ask_at = now()
 where state in ('sending', 'processing') and payout_id is not null and end_to_end_id is not null;

-- Whether a job with a lock waits already is found without reading all that wait.
create index procrastinate_jobs_waiting_lock on procrastinate_jobs (lock) where status = 'todo' and lock is not null;
