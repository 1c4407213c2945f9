"""Rolls pay-in's events up into hours, written in batches by one consumer (docs/decisions/roll-ups.md)."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.pg_arrays import of_plain

NAME = "payin.hours"

#: Events that create a charge, and the one that it is paid; each happens once per charge.
_OF_CHARGE = (
    "payin:charge:create",
    "payin:charge:create_due",
    "payin:charge:of_code",
    "payin:charge:of_batch",
    "payin:charge:paid",
)
_OTHERS = (
    "payin:charge:revised",
    "payin:charge:rerouted",
    "payin:payment:settled",
    "payin:refund:settled",
    "pix:charge:create",
    "pix:charge:paid",
)

#: Skip events whose transactions payin_hour_rebuild counted from rows. What an event lacks is joined from its charge,
#: which is final by then.
_ADD = """
with told as materialized (
  select e.company_id, e.name, e.data, case when e.subject_id ~ '^[0-9a-f-]{36}$' then e.subject_id::uuid end as subject
    from unnest(%(xids)s::text[]::xid8[], %(ids)s::bigint[]) k (xid, id) join event e on e.xid = k.xid and e.id = k.id
   where not exists (select from payin_hour_base b where pg_visible_in_snapshot(e.xid, b.snapshot))
), moved as (
  select c.company_id, c.created_at as at, c.kind as method, coalesce(t.data->>'processor', c.processor) as processor,
         c.currency, (not t.data ? 'from')::int as charges,
         case when t.data ? 'from' then 0 else (t.data->>'amount')::bigint end as charged,
         (t.name = 'payin:charge:paid')::int as converted,
         0 as payments, 0 as received, 0 as fees, 0 as refunds, 0 as refunded
    from told t join charge c on c.company_id = t.company_id and c.id = t.subject
   where t.name = any (%(charge)s)
  union all
  select c.company_id, c.created_at, c.kind, c.processor, c.currency, 0, (t.data->>'more')::bigint, 0, 0, 0, 0, 0, 0
    from told t join charge c on c.company_id = t.company_id and c.id = t.subject
   where t.name = 'payin:charge:revised'
  union all
  select c.company_id, c.created_at, c.kind, p.processor, c.currency, p.sign, p.sign * (t.data->>'amount')::bigint, 0, 0, 0, 0, 0, 0
    from told t join charge c on c.company_id = t.company_id and c.id = t.subject
    cross join lateral (values (t.data->>'left', -1), (t.data->>'processor', 1)) p (processor, sign)
   where t.name = 'payin:charge:rerouted'
  union all
  select t.company_id, (t.data->>'paid_at')::timestamptz, c.kind, c.processor, c.currency, 0, 0, 0, 1,
         (t.data->>'received')::bigint, (t.data->>'fee')::bigint, 0, 0
    from told t join charge c on c.company_id = t.company_id and c.id = t.subject
   where t.name = 'payin:payment:settled'
  union all
  select r.company_id, r.settled_at, coalesce(c.kind, 'automatic'), coalesce(c.processor, u.processor), r.currency,
         0, 0, 0, 0, 0, 0, 1, r.amount
    from told t join refund r on r.company_id = t.company_id and r.id = (t.data->>'refund')::uuid
    join pix_payment p on p.end_to_end_id = r.end_to_end_id and p.status = 'settled'
    left join charge c on c.company_id = r.company_id and c.id = r.charge_id
    left join published.recurring_charge q on q.end_to_end_id = r.end_to_end_id
    left join published.recurrence u on u.company_id = q.company_id and u.id = q.recurrence_id
   where t.name = 'payin:refund:settled' and (c.id is not null or q.id is not null)
  union all
  select q.company_id, case when t.name = 'payin:payment:settled' then q.paid_at else q.created_at end, 'automatic', r.processor,
         q.currency, (t.name = 'pix:charge:create')::int, case when t.name = 'pix:charge:create' then q.amount else 0 end,
         (t.name = 'pix:charge:paid')::int, (t.name = 'payin:payment:settled')::int,
         case when t.name = 'payin:payment:settled' then q.paid else 0 end,
         case when t.name = 'payin:payment:settled' then q.fee else 0 end, 0, 0
    from told t join published.recurring_charge q on q.company_id = t.company_id and q.id = t.subject
    join published.recurrence r on r.company_id = q.company_id and r.id = q.recurrence_id
   where t.name in ('pix:charge:create', 'pix:charge:paid', 'payin:payment:settled')
), summed as (
  select company_id, date_trunc('hour', at, 'UTC') as hour, method, processor, currency, sum(charges) as charges,
         sum(charged) as charged,
         sum(converted) as converted, sum(payments) as payments, sum(received) as received, sum(fees) as fees,
         sum(refunds) as refunds, sum(refunded) as refunded
    from moved group by 1, 2, 3, 4, 5
), of_company as (
  insert into payin_hour as h (company_id, hour, method, processor, currency, charges, charged, converted, payments, received,
                               fees, refunds, refunded)
  select company_id, hour, method, processor, currency, charges, charged, converted, payments, received, fees, refunds, refunded
    from summed
  on conflict (company_id, hour, method, processor, currency) do update
     set charges = h.charges + excluded.charges, charged = h.charged + excluded.charged,
         converted = h.converted + excluded.converted, payments = h.payments + excluded.payments,
         received = h.received + excluded.received, fees = h.fees + excluded.fees, refunds = h.refunds + excluded.refunds,
         refunded = h.refunded + excluded.refunded
)
insert into payin_house_hour as h (hour, method, processor, currency, charges, charged, converted, payments, received, fees,
                                   refunds, refunded)
select hour, method, processor, currency, sum(charges), sum(charged), sum(converted), sum(payments), sum(received), sum(fees), sum(refunds),
       sum(refunded)
  from summed group by hour, method, processor, currency
on conflict (hour, method, processor, currency) do update
   set charges = h.charges + excluded.charges, charged = h.charged + excluded.charged,
       converted = h.converted + excluded.converted, payments = h.payments + excluded.payments,
       received = h.received + excluded.received, fees = h.fees + excluded.fees, refunds = h.refunds + excluded.refunds,
       refunded = h.refunded + excluded.refunded
"""


async def _add_up(tx: Tx, events: list[Event]) -> None:
    await tx.execute(
        _ADD,
        {
            "xids": of_plain(event.xid for event in events),
            "ids": of_plain(event.id for event in events),
            "charge": list(_OF_CHARGE),
        },
    )


HOURS = EventConsumer(NAME, _add_up, frozenset(_OF_CHARGE + _OTHERS))
