-- What the money trail and the graph of payees read, each by one index in the order of time.

-- What came into a merchant, and what a merchant sent, paid back and got back.
create index if not exists pix_payment_of_company on pix_payment (company_id, received_at) where status = 'settled';
create index if not exists payout_done on payout (company_id, ended_at) where status = 'done';
create index if not exists refund_settled on refund (company_id, settled_at) where status = 'settled';
create index if not exists payout_return_by_time on payout_return (company_id, booked_at);
create index if not exists boleto_payment_by_time on boleto_payment (company_id, created_at);

-- What one person was paid by whichever merchant, and which titles they paid: of a charge that a Pix paid, the Pix tells it.
create index if not exists payout_done_to_holder on payout (holder_document, ended_at) where status = 'done';
create index if not exists charge_paid_by_title on charge (payer_document)
  where paid_at is not null and end_to_end_id is null and payer_document is not null;

-- A person in every book, where each is paid, and whose keys are of whom.
create index if not exists payee_of_document on payee (document_hash);
create index if not exists payee_destination_of_payee on payee_destination (company_id, payee_id);
create index if not exists payee_destination_of_owner on payee_destination (owner_hash) where owner_hash is not null;
create index if not exists franchise_owner_of_document on franchise_owner (document) where removed_at is null;
create index if not exists bank_account_of_holder on bank_account (holder_document);
