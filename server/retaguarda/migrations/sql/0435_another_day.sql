-- A single payment that waits may be planned for another day or sent at once (payout_engine/sql): the definitions of its room say how.
select 1;
