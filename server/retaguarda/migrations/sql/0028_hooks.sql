-- Webhooks out: where a merchant wants to be told, what they were told, and each try. And the key of their checkout.
set local lock_timeout = '3s';

create table hook_endpoint (
  company_id       int not null references company,
  id               uuid not null,
  url              text not null check (length(url) between 1 and 500),
  description      text check (length(description) between 1 and 120),
  events           text[] not null check (cardinality(events) between 1 and 50),
  status           text not null default 'enabled' check (status in ('enabled', 'disabled', 'suspended')),
  secret           bytea not null,       -- sealed
  previous_secret  bytea,                -- sealed; signs beside the other one until the grace is over
  grace_until      timestamptz,
  failing_since    timestamptz,          -- of the first failure after the last success
  last_success_at  timestamptz,
  leased_until     timestamptz,          -- a worker has its turn in hand
  turned_at        timestamptz,
  created_at       timestamptz not null default now(),
  created_by       text not null,
  primary key (company_id, id),
  check ((previous_secret is null) = (grace_until is null))
);
create index hook_endpoint_by_time on hook_endpoint (company_id, created_at, id);
call protect('hook_endpoint');
grant select, insert, update, delete on hook_endpoint to retaguarda_app;

create table hook_delivery (
  company_id  int not null references company,
  id          uuid not null,
  endpoint_id uuid not null,
  event_id    uuid not null,             -- the same for every endpoint that is told, and at every try
  type        text not null,
  subject_id  text not null,
  body        text not null,             -- to the letter, as it is signed
  status      text not null check (status in ('waiting', 'delivered', 'failed', 'held')),
  attempts    int not null default 0,    -- ever
  tries       int not null default 0,    -- since it was last asked for
  next_at     timestamptz,
  last_status int,
  last_error  text,
  created_at  timestamptz not null default clock_timestamp(),
  ended_at    timestamptz,
  primary key (company_id, id),
  unique (company_id, endpoint_id, event_id),
  foreign key (company_id, endpoint_id) references hook_endpoint on delete cascade,
  check ((status = 'waiting') = (next_at is not null)),
  check ((status in ('delivered', 'failed')) = (ended_at is not null)),
  check (tries <= attempts)
);
create index hook_delivery_due on hook_delivery (company_id, endpoint_id, next_at, id) where status = 'waiting';
create index hook_delivery_by_time on hook_delivery (company_id, created_at, id);
create index hook_delivery_of_endpoint on hook_delivery (company_id, endpoint_id, created_at, id);
create index hook_delivery_of_subject on hook_delivery (company_id, subject_id);
create index hook_delivery_of_all_by_time on hook_delivery (created_at, id);
call protect('hook_delivery');
grant select, insert, update, delete on hook_delivery to retaguarda_app;

create table hook_attempt (
  company_id  int not null references company,
  delivery_id uuid not null,
  number      int not null check (number > 0),
  at          timestamptz not null,
  duration_ms int not null check (duration_ms >= 0),
  status      int,                       -- of the answer; null when there was none
  error       text,                      -- why there was none
  answer      text not null check (length(answer) <= 1024),
  primary key (company_id, delivery_id, number),
  foreign key (company_id, delivery_id) references hook_delivery on delete cascade,
  check ((status is null) = (error is not null))
);
call protect('hook_attempt');
grant select, insert, delete on hook_attempt to retaguarda_app;

-- What stands in the page of a shop: not secret, good for reading one charge at a time, from these origins.
create table checkout_key (
  company_id int primary key references company,
  key        text not null unique check (key ~ '^pk_[A-Za-z0-9_-]{32}$'),
  origins    text[] not null default '{}' check (cardinality(origins) <= 20),
  created_at timestamptz not null default now(),
  created_by text not null
);
call protect('checkout_key');
grant select, insert, update on checkout_key to retaguarda_app;
