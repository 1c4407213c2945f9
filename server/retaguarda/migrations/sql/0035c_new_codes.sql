-- Another code for a recurrence that nobody has agreed to yet.
set local lock_timeout = '3s';

alter table recurrence
  add column code_wanted_at timestamptz,        -- asked for, and not told by the provider yet
  add column new_location_id bigint,            -- made for it; it becomes location_id once the recurrence is there
  add constraint recurrence_new_location check (new_location_id is null or code_wanted_at is not null) not valid;
alter table recurrence validate constraint recurrence_new_location;
