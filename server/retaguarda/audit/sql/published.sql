-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- cases: where the log proves what happened to a payment.
-- connection_time: what a person did while they were signed in.
create or replace view published.audit_leaf with (security_invoker = true) as
  select index, event_id, company_id, at, name, subject_id, person_id, actor
    from audit_leaf;
grant select on published.audit_leaf to retaguarda_app;
