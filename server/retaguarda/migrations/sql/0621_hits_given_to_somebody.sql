-- Who works on a hit.

-- owner: compliance/screening
alter table list_hit
  add column assignee text check (length(assignee) <= 254),
  add column assignee_id uuid,
  add constraint list_hit_assigned check ((assignee is null) = (assignee_id is null));
