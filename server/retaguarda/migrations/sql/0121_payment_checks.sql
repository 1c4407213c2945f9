-- What is checked before money leaves: the owner of a key, suspects by document, and the account owner of a file.

-- Keyed hash of the holder's document, to compare with the list of suspects.
alter table payout_line add column document_hash bytea check (length(document_hash) = 32);

-- owner: payouts/payments
-- What the directory said of a key before it was paid. ``expected`` and ``owner_hash``:
-- keyed hashes of the document that was expected and of the owner's. Evidence, never a cache.
create table payout_confirmation (
  company_id   int not null references company,
  id           uuid not null,
  destination  bytea not null check (length(destination) = 32),
  expected     bytea not null check (length(expected) = 32),
  payout_id    uuid,                                            -- null: somebody looked before they paid
  match_class  text not null check (match_class in ('match', 'close', 'no', 'impossible')),
  owner_match  text not null check (owner_match in ('agree', 'differ', 'unknown')),
  problem      text,
  found        jsonb not null,
  owner_hash   bytea check (length(owner_hash) = 32),
  looked_up_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id)
);
create index payout_confirmation_newest on payout_confirmation (company_id, destination, looked_up_at);
create index payout_confirmation_of_payout on payout_confirmation (company_id, payout_id, looked_up_at) where payout_id is not null;
call protect('payout_confirmation');
grant select, insert on payout_confirmation to retaguarda_app;
