-- A batch that nobody submits ends by itself.

alter table payout_batch drop constraint payout_batch_status_check;
alter table payout_batch add constraint payout_batch_status_check
  check (status in ('receiving', 'received', 'planned', 'authorised', 'running', 'paused', 'done', 'done_in_part', 'cancelled',
                    'expired', 'unreadable'));
alter table payout_batch drop constraint payout_batch_check2;
alter table payout_batch add constraint payout_batch_ended
  check ((ended_at is not null) = (status in ('done', 'done_in_part', 'cancelled', 'expired', 'unreadable')));
create index payout_batch_waiting on payout_batch (planned_at) where status = 'planned';
