-- A plan of submitting a batch says how its TEDs leave; most batches have none.
create index if not exists payout_line_ted on payout_line (company_id, batch_id) where method = 'ted';
