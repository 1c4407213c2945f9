-- What a remittance takes depends on its day now (payouts/sql/remittances.sql).
drop function if exists remittance_waiting(uuid, int);
