-- What people write in a case of PLD (notes, what it waits for, grounds of a decision, why somebody is blocked) is sealed under the
-- case's key, as its dossier is.

-- owner: cases
-- sealed: instead of the body, under the case's key; a step of before, or of another kind of case, has its body.
alter table case_step
  add column sealed bytea,
  add constraint case_step_said check (body is null or sealed is null);
