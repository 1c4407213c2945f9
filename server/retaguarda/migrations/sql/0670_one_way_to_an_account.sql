-- ledger_account_of (ledger/sql/ledger.sql) is new: many journals posted at once find their accounts by it.
select 1;
