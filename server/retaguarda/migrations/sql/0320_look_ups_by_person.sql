-- Who looked a key up: one person looks up so many keys that nothing is paid to, and no more.
alter table payout_confirmation add column person_id uuid references person;
create index payout_confirmation_of_person on payout_confirmation (company_id, person_id, looked_up_at) where person_id is not null;
