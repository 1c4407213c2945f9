-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- notifications: whom a request is for, and what it is about.
-- payin: what waits for a second person.
-- payouts: payments that wait for a second person.
create or replace view published.approval_request with (security_invoker = true) as
  select id, company_id, command, subject, maker, makers, state, created_at, expires_at, reserves, reserved,
         plan ->> 'about' as about
    from approval_request;
grant select on published.approval_request to retaguarda_app;
