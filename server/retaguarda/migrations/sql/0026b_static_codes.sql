-- Static codes, and the charges that their payments become.
set local lock_timeout = '3s';

create table static_code (
  company_id    int not null references company,
  id            uuid not null,
  connection_id uuid not null references pix_connection,
  txid          text not null check (txid ~ '^[a-zA-Z0-9]{1,25}$'),
  name          text not null check (length(name) between 1 and 60),
  amount        bigint check (amount > 0),        -- null: the payer says how much
  message       text check (length(message) <= 25),
  br_code       text not null,
  created_at    timestamptz not null default now(),
  created_by    uuid,
  disabled_at   timestamptz,
  primary key (company_id, id),
  unique (connection_id, txid)
);
create index static_code_by_time on static_code (company_id, created_at, id);
call protect('static_code');
grant select, insert, update on static_code to retaguarda_app;

alter table charge
  add column static_code uuid,
  drop constraint charge_kind_check,
  add constraint charge_kind_check check (kind in ('immediate', 'due', 'static')) not valid,
  add constraint charge_static_check check ((kind = 'static') = (static_code is not null)) not valid,
  add foreign key (company_id, static_code) references static_code not valid;
alter table charge validate constraint charge_kind_check;
alter table charge validate constraint charge_static_check;
create index charge_of_static_code on charge (company_id, static_code) where static_code is not null;
