-- What people are told: made from events, one row a person, worded when it is read.
set local lock_timeout = '3s';

create table notification (
  uuid       uuid primary key default gen_random_uuid(),
  id         bigint generated always as identity unique,
  company_id int not null references company,
  person_id  uuid not null references person,
  event_id   bigint not null,
  kind       text not null,
  data       jsonb not null default '{}',       -- what the words need; of the event, and no more
  redirect   text,                              -- a path of the dashboard
  in_app     boolean not null,
  created_at timestamptz not null,
  read_at    timestamptz,
  mailed_at  timestamptz,
  unique (person_id, event_id)
);
create index notification_of_person on notification (person_id, id desc) where in_app;
create index notification_unread on notification (person_id) where in_app and read_at is null;
call protect('notification');
grant select, insert, update, delete on notification to retaguarda_app;

-- How a person wants to hear of a kind, where that is not the usual way.
create table notification_preference (
  person_id  uuid not null references person,
  company_id int not null references company,
  kind       text not null,
  in_app     boolean not null,
  email      text not null check (email in ('off', 'now', 'daily')),
  primary key (person_id, kind)
);
call protect('notification_preference');
grant select, insert, update on notification_preference to retaguarda_app;
