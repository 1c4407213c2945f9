-- An external id is looked for among the lines that were approved and are no payments yet, as it is among payments.
create index payout_line_external_id on payout_line (company_id, external_id) where external_id is not null;
