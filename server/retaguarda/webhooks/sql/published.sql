-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- overview: whether one is set up.
create or replace view published.hook_endpoint with (security_invoker = true) as
  select company_id, id, status
    from hook_endpoint;
grant select on published.hook_endpoint to retaguarda_app;
