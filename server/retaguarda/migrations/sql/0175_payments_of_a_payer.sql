-- owner: payin/payments
-- What one payer paid, to whichever merchant: the block list's invariant asks it of each entry, whole documents and roots of CNPJs.
create index if not exists pix_payment_of_payer on pix_payment (payer_document collate "C", received_at)
  where payer_document is not null;
