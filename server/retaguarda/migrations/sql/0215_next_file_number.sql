-- owner: payouts/account_owners
-- The number of a file is taken by the account that is debited: see account_next_nsa.
drop function if exists account_owner_next_nsa(int, uuid, text);
