-- Which charges are to be withdrawn is asked every ten minutes: of five million charges, half a million of them open, it took 3.6 s.
set local lock_timeout = '3s';
create index if not exists charge_cancelling on charge (cancel_requested_at)
  where cancel_requested_at is not null and status in ('created', 'pending');
