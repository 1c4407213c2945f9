-- A person is told by a call to an address of their own, too.
set local lock_timeout = '3s';

create table notification_webhook (
  person_id   uuid primary key references person,
  company_id  int not null references company,
  url         text not null check (char_length(url) <= 2048),
  secret      bytea not null,                    -- sealed: it signs, so it must be read again
  created_at  timestamptz not null default now(),
  tried_at    timestamptz,                       -- the last call, and what came of it
  last_status int,
  last_error  text
);
call protect('notification_webhook');
grant select, insert, update, delete on notification_webhook to retaguarda_app;

alter table notification_preference add webhook boolean not null default false;
alter table notification add called_at timestamptz;
