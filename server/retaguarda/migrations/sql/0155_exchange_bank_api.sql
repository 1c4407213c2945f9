-- Banks of the exchange that answer by themselves: they give a price that holds for a time, and confirm a contract with its number.

-- owner: exchange.banks
alter table exchange_bank add column quotes boolean not null default false;   -- asked through the port, not by telephone

-- owner: exchange.closings
alter table exchange_closing
  add column asked_rate_at timestamptz,                                     -- the bank's price was asked for; no answer yet
  add column asked_rate_by text,
  add column quote         text check (length(quote) between 1 and 80),     -- the bank's name of the price that was agreed on
  add column confirming_at timestamptz,                                     -- somebody closes it; the bank has not confirmed yet
  add column confirmer_id  uuid,
  add column confirmer     text,
  add constraint exchange_closing_confirmed_by_another check (not (confirmer_id = any (makers))),
  add check ((quote is not null) <= (rate_source = 'bank')),
  add check ((asked_rate_at is not null) = (asked_rate_by is not null)),
  add check ((confirming_at is not null) = (confirmer_id is not null) and (confirming_at is not null) = (confirmer is not null)),
  add check (confirming_at is null or (quote is not null and state in ('agreed', 'closed', 'settled', 'rejected')));
