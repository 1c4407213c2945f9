-- Evidence packs: a case of PLD as one sealed file that is checked and recomputed offline.

-- owner: compliance/evidence
-- Who took which case out of the house, why, and what its file is known by; the bytes are gone a day later.
create table pld_evidence (
  company_id int not null default 1 references company check (company_id = 1),
  id         uuid not null,
  case_id    uuid not null,
  sha256     bytea not null check (length(sha256) = 32),
  size       int not null check (size > 0),
  content    sealed,                                        -- the file, sealed; null once its day is over
  closed     text[] not null,                               -- parts that its exporter may not see, which it has not
  reason     text not null check (length(reason) between 3 and 500),
  person_id  uuid not null,
  made_by    text not null,
  made_at    timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, case_id) references pld_case
);
create index pld_evidence_of_case on pld_evidence (case_id, made_at);
create index pld_evidence_kept on pld_evidence (made_at) where content is not null;
call protect('pld_evidence');
grant select, insert, update (content) on pld_evidence to retaguarda_app;
