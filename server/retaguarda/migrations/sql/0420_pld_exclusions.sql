-- owner: compliance/pld_blind_spots
-- Situations of Carta Circular 4.001 that cannot occur here: who says so and why, and who else agreed.
create table pld_exclusion (
  company_id  int not null default 1 references company check (company_id = 1),
  id          uuid not null,
  code        text not null check (code ~ '^[0-9]{4}$'),
  reason      text not null check (length(reason) between 20 and 1000),
  status      text not null default 'proposed' check (status in ('proposed', 'in_force', 'refused', 'ended')),
  proposer    uuid not null,
  proposed_by text not null,
  proposed_at timestamptz not null default now(),
  decider     uuid,
  decided_by  text,
  decided_at  timestamptz,
  end_reason  text check (length(end_reason) between 1 and 1000),
  ended_by    text,
  ended_at    timestamptz,
  primary key (company_id, id),
  constraint pld_exclusion_two_people check (decider is distinct from proposer),
  constraint pld_exclusion_decided
    check ((status = 'proposed') = (decider is null) and num_nonnulls(decider, decided_by, decided_at) in (0, 3)),
  constraint pld_exclusion_ended
    check ((status = 'ended') = (ended_at is not null) and num_nonnulls(end_reason, ended_by, ended_at) in (0, 3))
);
create unique index pld_exclusion_once on pld_exclusion (code) where status in ('proposed', 'in_force');
call protect('pld_exclusion');
grant select, insert, update on pld_exclusion to retaguarda_app;
