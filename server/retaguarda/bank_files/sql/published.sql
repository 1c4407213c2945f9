-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- payin: what was paid by a bank's file.
-- recipients: shares of what a bank's file paid.
create or replace view published.boleto_payment with (security_invoker = true) as
  select company_id, id, charge_id, amount, fee, paid_on, created_at
    from boleto_payment;
grant select on published.boleto_payment to retaguarda_app;
