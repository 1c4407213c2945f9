-- A snooze ends before its day when a person says so, once; what was counted meanwhile stays counted.

-- owner: compliance/pld_alerts
alter table pld_snooze
  add column ended_at   timestamptz,
  add column ended_by   text,
  add column end_reason text check (length(end_reason) between 3 and 500),
  add constraint pld_snooze_ended check (num_nonnulls(ended_at, ended_by, end_reason) in (0, 3)),
  add constraint pld_snooze_ended_early check (ended_at >= created_at and ended_at < until);
grant update (ended_at, ended_by, end_reason) on pld_snooze to retaguarda_app;
drop trigger if exists append_only on pld_snooze;
drop trigger if exists append_only_truncate on pld_snooze;
