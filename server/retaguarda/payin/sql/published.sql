-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- checkout: what a payer's page shows.
-- notifications: who was to pay.
-- overview: whether one was made.
create or replace view published.charge with (security_invoker = true) as
  select company_id, id, status, amount, currency, expires_at, paid_at, br_code, payer_name
    from charge;
grant select on published.charge to retaguarda_app;

-- companies: the volume of a company.
-- conciliation: on which days a merchant was paid.
-- overview: figures of the day.
create or replace view published.payin_day with (security_invoker = true) as
  select company_id, day, measure, count, amount, currency
    from payin_day;
grant select on published.payin_day to retaguarda_app;

-- overview: figures of the hour.
create or replace view published.payin_hour with (security_invoker = true) as
  select company_id, hour, method, processor, charges, charged, converted, payments, received, fees, refunds, refunded,
         currency
    from payin_hour;
grant select on published.payin_hour to retaguarda_app;

-- companies: the terms of a company.
create or replace view published.payin_setting with (security_invoker = true) as
  select company_id, basis_points
    from payin_setting;
grant select on published.payin_setting to retaguarda_app;

-- notifications: who paid.
-- overview: the newest payments.
-- webhooks: what a merchant's program is told.
create or replace view published.pix_payment with (security_invoker = true) as
  select company_id, end_to_end_id, amount, status, payer_name
    from pix_payment;
grant select on published.pix_payment to retaguarda_app;
