-- How many messages of an archived month have left the database: from the first on it cannot be kept any more.
alter table archived_month
  add column dropped bigint not null default 0 check (dropped >= 0),
  add constraint archived_month_dropping check (dropped = 0 or status in ('dropping', 'dropped'));
