-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- account: the alias of an account in statements and withdrawals.
-- companies: what is left before a company goes.
create or replace view published.sub_account with (security_invoker = true) as
  select company_id, number, alias, created_at, closed_at
    from sub_account;
grant select on published.sub_account to retaguarda_app;
