-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- payin: who shares a payment.
create or replace view published.recipient with (security_invoker = true) as
  select company_id, id, name, status
    from recipient;
grant select on published.recipient to retaguarda_app;
