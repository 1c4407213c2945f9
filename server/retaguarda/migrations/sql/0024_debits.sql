-- Few of a merchant's entries take money away, and those are what is looked for.
set local lock_timeout = '3s';

-- Whoever asks for debits alone reads no credit. A credit, which is nearly every post, does not touch this index.
create index ledger_entry_debit on ledger_entry (company_id, posted_at) where version is not null and amount < 0;
