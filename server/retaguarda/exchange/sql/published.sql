-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- compliance: at which terms each merchant exchanges, in the matrix of rules.
create or replace view published.exchange_term with (security_invoker = true) as
  select company_id, id, currency, direction, spread, hold_seconds, tax_kind, created_by
    from exchange_agreement where state = 'active';
grant select on published.exchange_term to retaguarda_app;
