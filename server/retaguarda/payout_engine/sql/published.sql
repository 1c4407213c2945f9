-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- notifications: whom it was sent to.
-- overview: whether one that was approved has arrived.
create or replace view published.payout with (security_invoker = true) as
  select company_id, id, holder_name, status, batch_id
    from payout;
grant select on published.payout to retaguarda_app;

-- companies: the terms of a company.
create or replace view published.payout_setting with (security_invoker = true) as
  select company_id, fee, cooling_off_hours, currency
    from payout_setting;
grant select on published.payout_setting to retaguarda_app;
