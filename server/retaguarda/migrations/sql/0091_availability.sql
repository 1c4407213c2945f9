-- owner: availability
-- How calls to one of our own services ended, by minute; added up in the processes that answer and written every few seconds.
create table service_minute (
  company_id int not null default 1 references company check (company_id = 1),
  service    text not null check (service ~ '^[a-z_]{2,40}$'),
  at         timestamptz not null check (at = date_trunc('minute', at, 'UTC')),
  answered   int not null check (answered >= 0),
  refused    int not null check (refused >= 0),  -- understood, and refused
  failed     int not null check (failed >= 0),   -- an error of ours, or no answer
  buckets    int[] not null,                     -- by time to the answer (foundation/latency_buckets.py)
  primary key (company_id, service, at)
);
create index service_minute_age on service_minute (at);
call protect('service_minute');
grant select, insert, update, delete on service_minute to retaguarda_app;

-- owner: availability
-- A process was alive and reached the database in this minute. Where all of a role are missing, nobody was there.
create table process_minute (
  company_id int not null default 1 references company check (company_id = 1),
  role       text not null check (role in ('api', 'worker')),
  at         timestamptz not null check (at = date_trunc('minute', at, 'UTC')),
  process    uuid not null,
  primary key (company_id, role, at, process)
);
create index process_minute_age on process_minute (at);
call protect('process_minute');
grant select, insert, delete on process_minute to retaguarda_app;

-- owner: availability
-- When a minute is bad and when bad minutes are an incident. An incident keeps the version that found it.
create table incident_rule (
  version        int primary key check (version > 0),
  valid_from     timestamptz not null,
  least_calls    int not null check (least_calls between 1 and 10000),     -- fewer say nothing
  failed_percent int not null check (failed_percent between 1 and 100),    -- of the calls that were not refused
  slow_ms        int not null check (slow_ms between 100 and 30000),
  slow_percent   int not null check (slow_percent between 1 and 100),
  opens_after    int not null check (opens_after between 1 and 60),        -- bad minutes in a row
  ends_after     int not null check (ends_after >= opens_after and ends_after <= 60),  -- others in a row
  goal           int not null check (goal between 1 and 10000)             -- index of a month, in hundredths of a per cent
);
grant select on incident_rule to retaguarda_app;
insert into incident_rule values (1, '2020-11-16', 5, 50, 5000, 50, 3, 5, 9990);

-- owner: availability
-- Up to which minute somebody looked for incidents; one row.
create table incident_watch (
  company_id   int primary key default 1 references company check (company_id = 1),
  looked_since timestamptz not null,
  looked_until timestamptz not null check (looked_until >= looked_since)
);
call protect('incident_watch');
grant select, insert, update on incident_watch to retaguarda_app;

-- owner: availability
-- Work that was announced before it began; what it breaks does not count in the index.
create table maintenance (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  service      text not null check (service ~ '^[a-z_]{2,40}$'),
  began_at     timestamptz not null,
  ended_at     timestamptz not null check (ended_at > began_at),
  reason       text not null check (length(reason) between 3 and 500),
  announced_by text not null,
  announced_at timestamptz not null default now() check (announced_at < began_at),
  primary key (company_id, id)
);
create index maintenance_by_time on maintenance (began_at desc, id);
call protect('maintenance');
grant select, insert on maintenance to retaguarda_app;

-- owner: availability
-- A service did not work for some minutes. Staff decide what it was; it is never deleted.
create table incident (
  company_id      int not null default 1 references company check (company_id = 1),
  id              uuid not null,
  number          int not null generated always as identity unique,
  service         text not null check (service ~ '^[a-z_]{2,40}$'),
  link_id         uuid,  -- of a Pix link, where the service is one
  state           text not null default 'detected'
                    check (state in ('detected', 'confirmed', 'dismissed', 'explained', 'closed')),
  found_by        text not null check (found_by in ('traffic', 'slowness', 'heartbeat', 'person')),
  rule_version    int not null references incident_rule,
  began_at        timestamptz not null,
  ended_at        timestamptz check (ended_at > began_at),  -- null: it goes on
  bounds_by       text,  -- a person moved the bounds; then they count, and not the minutes
  minutes         int not null check (minutes > 0),         -- bad ones
  planned         boolean not null default false,
  answered        int not null default 0 check (answered >= 0),
  failed          int not null default 0 check (failed >= 0),
  opened_by       text not null,
  opened_at       timestamptz not null default now(),
  decided_by      text,
  decided_at      timestamptz,
  decision_reason text check (length(decision_reason) <= 500),
  cause           text check (cause in ('own', 'provider', 'spi', 'dict', 'network', 'change')),
  root_cause      text check (length(root_cause) <= 4000),
  action          text check (length(action) <= 4000),
  told_at         timestamptz,
  told            text check (length(told) <= 1000),
  told_companies  int not null default 0 check (told_companies >= 0),
  reported_at     timestamptz,
  report_protocol text check (length(report_protocol) between 3 and 60),
  closed_at       timestamptz,
  primary key (company_id, id),
  constraint incident_link check ((service = 'link') = (link_id is not null)),
  constraint incident_decided check ((state = 'detected') = (decided_at is null)),
  constraint incident_explained check (state not in ('explained', 'closed') or (cause is not null and root_cause is not null)),
  constraint incident_closed check ((state = 'closed') = (closed_at is not null)),
  constraint incident_over check (state not in ('explained', 'closed') or ended_at is not null)
);
create index incident_by_time on incident (began_at desc, id desc);
create unique index incident_goes_on on incident (service, coalesce(link_id, '00000000-0000-0000-0000-000000000000'))
  where ended_at is null and found_by <> 'person';
call protect('incident');
grant select, insert, update on incident to retaguarda_app;

-- owner: availability
-- The bad minutes of an incident as they were seen; they stay when the counts of that day are gone.
create table incident_minute (
  company_id  int not null default 1 references company check (company_id = 1),
  incident_id uuid not null,
  at          timestamptz not null check (at = date_trunc('minute', at, 'UTC')),
  why         text not null check (why in ('failed', 'slow', 'silent')),
  answered    int not null check (answered >= 0),
  failed      int not null check (failed >= 0),
  primary key (company_id, incident_id, at),
  foreign key (company_id, incident_id) references incident
);
create index incident_minute_by_time on incident_minute (at);
call protect('incident_minute');
grant select, insert on incident_minute to retaguarda_app;

-- owner: availability
-- What probably did not come because of an incident: what came in the same minutes of the weeks before, less what came.
create table incident_loss (
  company_id     int not null default 1 references company check (company_id = 1),
  incident_id    uuid not null,
  currency       ledger_currency not null,
  weeks          int not null check (weeks between 2 and 8),
  seen           int not null check (seen >= 0),
  expected       int not null check (expected >= 0),
  missing        int not null check (missing >= 0),
  least          int not null check (least between 0 and missing),
  most           int not null check (most >= missing),
  missing_amount bigint not null check (missing_amount >= 0),
  primary key (company_id, incident_id, currency),
  foreign key (company_id, incident_id) references incident
);
call protect('incident_loss');
grant select, insert, update on incident_loss to retaguarda_app;
