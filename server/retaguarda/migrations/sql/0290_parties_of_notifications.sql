-- published.charge, pix_payment, deposit, payout and payment_schedule show notifications who is at the other end; approval_request what it is about.
comment on column notification.data is 'what the texts name: amounts in minor units, who did it, and the payer or payee, whose name the log of events does not keep';
