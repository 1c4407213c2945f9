-- conciliation_rebase() in conciliation/sql/matching.sql: what is expected at a bank is read once more after a restore.
comment on column house_account.filled_before is 'ledger entries before this transaction have their expectation; 0 after a restore';
