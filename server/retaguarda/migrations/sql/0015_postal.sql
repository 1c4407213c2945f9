-- Addresses of postal codes, as somebody outside gave them; kept for a while. No merchant's: everybody's.
set local lock_timeout = '3s';

create table postal_code (
  code       char(8) primary key check (code ~ '^[0-9]{8}$'),
  address    jsonb,                              -- null: there is no such postal code
  expires_at timestamptz not null
);
create index postal_code_expires on postal_code (expires_at);
grant select, insert, update, delete on postal_code to retaguarda_app;
