-- Payload locations: addresses of codes that were asked for ahead of a charge.
set local lock_timeout = '3s';

create table payload_location (
  company_id    int not null references company,
  id            uuid not null,
  connection_id uuid not null references pix_connection,
  processor     text not null,
  name          text not null check (length(name) between 1 and 60),
  kind          text not null check (kind in ('immediate', 'due')),
  status        text not null check (status in ('created', 'free', 'linking', 'linked', 'unlinking', 'failed')),
  number        bigint,                              -- the provider's, API Pix: loc.id
  location      text check (length(location) <= 77),
  br_code       text,
  charge_id     uuid,
  attempts      int not null default 0,
  last_error    text,
  created_at    timestamptz not null default now(),
  created_by    uuid,
  primary key (company_id, id),
  unique (connection_id, number),
  check ((status in ('created', 'failed')) = (number is null)),
  check ((status in ('linking', 'linked', 'unlinking')) = (charge_id is not null)),
  foreign key (company_id, charge_id) references charge
);
create index payload_location_by_time on payload_location (company_id, created_at, id);
create index payload_location_of_all_by_time on payload_location (created_at, id);
-- The code of a charge leads to one place.
create unique index payload_location_charge on payload_location (company_id, charge_id) where charge_id is not null;
call protect('payload_location');
grant select, insert, update on payload_location to retaguarda_app;
