-- Dossiers of cases of PLD, evidence packs and internal notes of KYC are sealed, each case's and each request's under a key of its own.
-- With the key their content is gone wherever a copy of it is left: a backup of the database has no keys.

-- owner: compliance/pld_alerts
-- dossier: the four texts, sealed under the case's key; null: they were written before and stand in their columns until they are written anew.
-- dossier_parts: which of them say something.
alter table pld_case
  add column dossier bytea,
  add column dossier_parts text[] not null default '{}' check (dossier_parts <@ array['facts', 'capacity', 'origin', 'grounds']),
  add constraint pld_case_dossier check (
    dossier is null and dossier_parts = '{}' or dossier is not null and facts || capacity || origin || grounds = '');

-- owner: compliance/evidence
-- Packs of before are not sealed under the key of their case. They would be forgotten within a day.
update pld_evidence set content = null where content is not null;

-- owner: compliance/kyc
-- sealed: instead of the body, under the request's key; a note of before has its body.
alter table kyc_note
  add column sealed bytea,
  alter column body drop not null,
  add constraint kyc_note_said check ((body is null) = (sealed is not null));
