-- The product's own tasks by the clock: what they are, and each of their runs. They belong to the provider, company 1.
set local lock_timeout = '3s';

create table cron_task (
  id            uuid primary key,
  company_id    int not null default 1 references company check (company_id = 1),
  name          text not null unique check (name ~ '^[a-z_]+(\.[a-z_]+)+$'),
  schedule      text not null check (length(schedule) between 9 and 100),  -- five fields of cron
  time_zone     text not null,
  enabled       boolean not null default true,
  grace_seconds int not null check (grace_seconds between 60 and 86400),   -- so late a run still makes sense
  overlap       text not null check (overlap in ('skip', 'queue')),        -- while another one runs
  next_at       timestamptz,                                               -- null: to be worked out
  runs          int not null default 0,
  failures      int not null default 0,                                    -- one after the other, up to now
  paused_by     text,
  paused_at     timestamptz,
  version       int not null default 1,                                    -- 1: as the program declares it
  updated_at    timestamptz not null default now(),
  updated_by    text not null default 'retaguarda',
  check (enabled = (paused_at is null))
);
call protect('cron_task');
grant select, insert, update on cron_task to retaguarda_app;

create table cron_run (
  id          bigint generated always as identity primary key,
  company_id  int not null default 1 references company check (company_id = 1),
  task_id     uuid not null references cron_task,
  number      int not null,
  trigger     text not null check (trigger in ('clock', 'person')),
  asked_by    text,
  planned_for timestamptz not null,
  missed      int not null default 0,   -- planned runs that this one stands for
  status      text not null check (status in ('waiting', 'running', 'succeeded', 'failed', 'missed', 'skipped')),
  attempts    int not null default 0,
  job_id      bigint,
  worker      text,
  started_at  timestamptz,
  ended_at    timestamptz,
  output      text check (length(output) <= 4000),
  error       text check (length(error) <= 2000),
  check ((trigger = 'person') = (asked_by is not null))
);
-- One run for each moment of the schedule, whatever the clocks do.
create unique index cron_run_planned on cron_run (task_id, planned_for) where trigger = 'clock';
create index cron_run_latest on cron_run (task_id, id desc);
create index cron_run_open on cron_run (task_id) where status in ('waiting', 'running');
call protect('cron_run');
grant select, insert, update, delete on cron_run to retaguarda_app;
