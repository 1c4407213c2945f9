-- Orders of courts that come through a port (SISBAJUD): each message once, by the bytes that were signed.

-- owner: compliance/judicial_orders
-- protocol: what it says of itself; of a message that is forged or cannot be read nothing is believed. receipt: of our answer.
create table court_message (
  company_id  int not null default 1 references company check (company_id = 1),
  id          uuid not null,
  hash        bytea not null check (length(hash) = 32),
  status      text not null check (status in ('registered', 'refused', 'waiting')),
  problem     text check (problem in ('forged', 'unreadable', 'changed', 'invalid', 'no_viewers')),
  order_id    uuid,
  received_at timestamptz not null default now(),
  tries       int not null default 0,
  last_error  text check (length(last_error) <= 500),
  answered_at timestamptz,
  receipt     text check (length(receipt) <= 100),
  primary key (company_id, id),
  unique (hash),
  foreign key (company_id, order_id) references judicial_order,
  constraint court_message_problem check ((status = 'registered') = (problem is null)),
  constraint court_message_registered check (status <> 'registered' or order_id is not null),
  constraint court_message_receipt check ((receipt is null) = (answered_at is null) and (receipt is null or status = 'registered'))
);
create unique index court_message_of_order on court_message (order_id) where status = 'registered';
create index court_message_by_time on court_message (company_id, received_at, id);
call protect('court_message');
grant select, insert, update on court_message to retaguarda_app;
create policy secrecy on court_message as restrictive to retaguarda_app
  using ((select scope_all()) or order_id is null
         or exists (select from judicial_order o where o.company_id = court_message.company_id and o.id = order_id));
