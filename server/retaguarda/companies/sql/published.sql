-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- payin: the most that one charge may ask for.
create or replace view published.company_limit with (security_invoker = true) as
  select company_id, kind, amount, currency
    from company_limit;
grant select on published.company_limit to retaguarda_app;
