-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- notifications: whom a request is for, and what it is about.
-- overview: what a second person let happen.
-- payin: what waits for a second person.
-- payouts: payments that wait for others to approve, and what became of it.
create or replace view published.approval_request with (security_invoker = true) as
  select id, company_id, command, subject, maker, makers, state, created_at, expires_at, reserves, reserved,
         plan ->> 'about' as about,
         case when result ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (result ->> 'id')::uuid end as made, round,
         closed_at, error
    from approval_request;
grant select on published.approval_request to retaguarda_app;

-- payouts: who let a payment or a batch leave.
create or replace view published.approval_decision with (security_invoker = true) as
  select company_id, request_id, round, actor, at
    from approval_decision where kind <> 'reject';
grant select on published.approval_decision to retaguarda_app;

-- payouts: who refused a batch, and why.
create or replace view published.approval_refusal with (security_invoker = true) as
  select company_id, request_id, round, actor, reason, at
    from approval_decision where kind = 'reject';
grant select on published.approval_refusal to retaguarda_app;
