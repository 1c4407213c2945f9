-- Courts' orders are of four types, and of a secret one only the people who were named see anything.

-- owner: compliance/judicial_orders
-- about: the order to block that an order to unblock or to transfer is about. answer: what an order for information found.
-- viewers: the people who see a secret order.
alter table judicial_order
  add column type    text not null default 'block' check (type in ('block', 'unblock', 'transfer', 'information')),
  add column about   uuid,
  add column answer  jsonb,
  add column viewers uuid[] not null default '{}',
  alter column amount drop not null,
  alter column currency drop not null,
  add constraint judicial_order_about foreign key (company_id, about) references judicial_order;
update judicial_order
   set viewers = (select coalesce(array_agg(distinct person), '{}')
                    from unnest(array[registered_by_id, executed_by_id, ended_by_id, directed_by_id]) person where person is not null)
 where secret;
alter table judicial_order
  alter column type drop default,
  drop constraint judicial_order_status_check,
  add constraint judicial_order_status_check
    check (status in ('received', 'executing', 'answered', 'transferred', 'released', 'expired')),
  add constraint judicial_order_typed check (
    (type = 'block') = (amount is not null)
    and (type in ('unblock', 'transfer')) = (about is not null)
    and (type = 'block' or held = 0 and transferred = 0 and repeat_until is null and status in ('received', 'executing', 'answered'))
    and (answer is null or type = 'information')),
  add constraint judicial_order_currency check ((amount is null) = (currency is null)),
  add constraint judicial_order_viewed check (secret = (cardinality(viewers) > 0)),
  add constraint judicial_order_expired check (status <> 'expired' or repeat_until is not null);
create index judicial_order_about_it on judicial_order (about) where about is not null;
create index judicial_order_repeating on judicial_order (repeat_until) where status = 'answered';

create policy secrecy on judicial_order as restrictive to retaguarda_app
  using ((select scope_all()) or not secret or (select scope_person()) = any (viewers));
create policy secrecy on judicial_hold as restrictive for select to retaguarda_app
  using ((select scope_all()) or exists (select from judicial_order o where o.company_id = judicial_hold.company_id and o.id = order_id));
create policy secrecy on judicial_account as restrictive for select to retaguarda_app
  using ((select scope_all()) or exists (select from judicial_order o where o.company_id = judicial_account.company_id and o.id = order_id));
create policy secrecy on judicial_payment as restrictive for select to retaguarda_app
  using ((select scope_all()) or exists (select from judicial_order o where o.company_id = judicial_payment.company_id and o.id = order_id));
