-- Money that was sent and came back: each devolução of a withdrawal once, by the id that banks give it, and never more than left.
set local lock_timeout = '3s';

create table transfer_return (
  rtr_id      text primary key check (rtr_id ~ '^D[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}$'),
  company_id  int not null references company,
  transfer_id uuid not null,
  amount      bigint not null check (amount > 0),
  returned_at timestamptz not null,                                 -- when the bank settled it
  booked_at   timestamptz not null default clock_timestamp(),
  foreign key (company_id, transfer_id) references transfer
);
create index transfer_return_of_transfer on transfer_return (company_id, transfer_id);
call protect('transfer_return');
call append_only('transfer_return');
grant select, insert on transfer_return to retaguarda_app;

alter table transfer
  add column returned       bigint not null default 0,
  add column returns_due_at timestamptz,                            -- when the bank is asked next what came back; null: no more
  add column returns_error  text check (length(returns_error) <= 500),  -- what came back and could not be booked
  add constraint transfer_returned check (returned between 0 and amount and (returned = 0 or status = 'done'));
create index transfer_returns_due on transfer (returns_due_at) where returns_due_at is not null;
update transfer set returns_due_at = now() where status = 'done' and ended_at > now() - interval '90 days';
