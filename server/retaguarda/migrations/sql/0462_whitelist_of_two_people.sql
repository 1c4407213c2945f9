-- owner: compliance/screening
-- A pair is proposed by whoever decided about its hit, and stands once another person agreed. What one person put there waits for a second.
alter table whitelist_pair
  add column state           text not null default 'proposed' check (state in ('proposed', 'in_force', 'refused', 'ended')),
  add column decided_at      timestamptz,
  add column decided_by      text,
  add column decider_id      uuid,
  add column decision_reason text check (length(decision_reason) between 3 and 500);
update whitelist_pair set state = 'ended' where ended_at is not null;
alter table whitelist_pair
  add constraint whitelist_pair_two_people check (decider_id <> created_by_id),
  add constraint whitelist_pair_decided check (num_nonnulls(decided_at, decided_by, decider_id) in (0, 3)
    and (state in ('in_force', 'refused')) <= (decider_id is not null) and (state = 'proposed') <= (decider_id is null)),
  add constraint whitelist_pair_ended check ((state = 'ended') = (ended_at is not null));
drop index whitelist_pair_once;
create unique index whitelist_pair_once on whitelist_pair (party_id, list_id, entry_key, state) where state in ('proposed', 'in_force');
