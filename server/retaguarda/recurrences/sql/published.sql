-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- payin: the hours count charges of cycles too; a payer has a timeline of recurrences.
create or replace view published.recurrence with (security_invoker = true) as
  select company_id, id, connection_id, processor, status, payer_name, payer_document, amount, charge_id, automatic, tried,
         created_at, currency, approved_at
    from recurrence;
grant select on published.recurrence to retaguarda_app;

-- payin: refunds and figures of charges of cycles.
-- recipients: shares of charges of cycles.
create or replace view published.recurring_charge with (security_invoker = true) as
  select company_id, id, recurrence_id, status, amount, currency, paid, fee, paid_at, end_to_end_id, created_at, split
    from recurring_charge;
grant select on published.recurring_charge to retaguarda_app;
