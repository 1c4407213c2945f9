-- An order that was registered wrongly is withdrawn before anything was done, and kept; its protocol is free for the right one.
alter table judicial_order
  drop constraint judicial_order_protocol_key,
  drop constraint judicial_order_status_check,
  add constraint judicial_order_status_check
    check (status in ('received', 'executing', 'answered', 'transferred', 'released', 'expired', 'withdrawn')),
  drop constraint judicial_order_executed,
  add constraint judicial_order_executed check ((status in ('received', 'withdrawn')) = (executed_at is null)),
  drop constraint judicial_order_ended,
  add constraint judicial_order_ended check (
    (status in ('transferred', 'released', 'withdrawn')) = (ended_at is not null) and (ended_at is null or held = 0)),
  drop constraint judicial_order_typed,
  add constraint judicial_order_typed check (
    (type = 'block') = (amount is not null)
    and (type in ('unblock', 'transfer')) = (about is not null)
    and (type = 'block'
         or held = 0 and transferred = 0 and repeat_until is null and status in ('received', 'executing', 'answered', 'withdrawn'))
    and (answer is null or type = 'information'));
create unique index if not exists judicial_order_protocol on judicial_order (protocol) where status <> 'withdrawn';
