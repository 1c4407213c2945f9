-- Processors: several connections to payment providers, whose credentials are tested before they count, and how each answers.
set local lock_timeout = '3s';

alter table pix_connection
  add column settings_name text unique,                  -- the settings know it by this name; null: staff wrote it down
  add column priority      int not null default 100 check (priority between 1 and 999),
  add column version       int not null default 1,
  add column ready         boolean not null default true, -- its credentials were accepted once
  add column test_asked_at timestamptz,
  add column tested_at     timestamptz,
  add column tested_ms     int,
  add column test_error    text check (length(test_error) <= 500),
  add column pending       bytea,                        -- credentials that wait for their test, sealed
  add column pending_by    text,
  add column pending_at    timestamptz,
  add column pending_error text check (length(pending_error) <= 500),
  add column certificate            text,                -- PEM, as the provider asks for mutual TLS
  add column certificate_key        bytea,               -- sealed
  add column certificate_subject    text,
  add column certificate_expires_at timestamptz,
  -- Paths of files on one machine, which nothing ever wrote.
  drop column client_certificate,
  drop column client_key,
  drop column authority,
  add constraint pix_connection_pending check ((pending is null) = (pending_at is null) and (pending is null) = (pending_by is null)) not valid,
  add constraint pix_connection_certificate
    check ((certificate is null) = (certificate_key is null) and (certificate is null) = (certificate_expires_at is null)) not valid;
alter table pix_connection validate constraint pix_connection_pending;
alter table pix_connection validate constraint pix_connection_certificate;
update pix_connection set settings_name = name;
create unique index pix_connection_name on pix_connection (lower(name));
-- Two connections to one account would both take its payments for theirs.
create unique index pix_connection_key on pix_connection (base_url, pix_key);

-- How its calls ended, by minute; added up in the process that makes them and written every few seconds.
create table processor_minute (
  company_id    int not null default 1 references company,
  connection_id uuid not null references pix_connection,
  at            timestamptz not null,
  answered      int not null check (answered >= 0),
  refused       int not null check (refused >= 0),       -- understood, and refused
  failed        int not null check (failed >= 0),        -- no answer, or none of use
  total_ms      bigint not null check (total_ms >= 0),
  slowest_ms    int not null check (slowest_ms >= 0),
  last_error    text check (length(last_error) <= 200),
  primary key (connection_id, at)
);
create index processor_minute_age on processor_minute (at);
call protect('processor_minute');
grant select, insert, update, delete on processor_minute to retaguarda_app;

-- As in 0020 and 0019, by priority; and none whose credentials were never accepted or whose certificate is over.
create or replace function pix_connection_for(p_company int, p_amount bigint) returns table (id uuid, name text)
language sql stable security definer set search_path = public as $$
  select c.id, c.name from pix_connection c
   where c.enabled and c.ready and coalesce(c.certificate_expires_at > now(), true)
     and not exists (select from company k where k.id = p_company and k.status <> 'active'
                        and (k.status <> 'blocked' or k.blocked_in))
     and not exists (select from company_limit l where l.company_id = p_company and l.kind = 'charge' and l.amount < p_amount)
   order by c.company_id = p_company desc, c.priority, c.created_at limit 1
$$;
create or replace function deposit_key(p_company int) returns text language sql stable security definer set search_path = public as
$$ select c.pix_key from pix_connection c
    where c.enabled and c.ready and coalesce(c.certificate_expires_at > now(), true)
    order by c.company_id = p_company desc, c.priority, c.created_at limit 1 $$;

-- What still follows a processor, whether it gets new charges or not.
create function processor_follow(p_connection uuid) returns table (open_charges bigint, recurrences bigint)
language sql stable security definer set search_path = public as $$
  select (select count(*) from charge where connection_id = p_connection and status in ('created', 'pending')
             and expires_at > now() - interval '1 day'),
         (select count(*) from recurrence where connection_id = p_connection and status in ('created', 'pending', 'approved'))
$$;
revoke all on function processor_follow(uuid) from public;
grant execute on function processor_follow(uuid) to retaguarda_app;
