-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- health: how often a task failed, in figures.
create or replace view published.cron_task with (security_invoker = true) as
  select id, company_id, name, failures
    from cron_task;
grant select on published.cron_task to retaguarda_app;
