"""Sums per merchant, from payin_day: it has fewer rows than payin_hour, whose number grows with the hours."""

from datetime import date

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.typed_rows import fetch_all

#: Statuses of a charge that was paid, refunded later or not.
PAID = ("paid", "partially_refunded", "refunded")
#: The merchants that received most; the list of companies shows them all.
MOST = 50


class MerchantSums(msgspec.Struct):
    """Sums over days in the merchant's own time zone. ``conversion`` and ``refund_rate`` in percent, null where the
    divisor is zero.
    """

    company_id: int
    company_name: str
    charges: int
    payments: int
    received: Money
    fees: Money
    refunded: Money
    conversion: str | None
    refund_rate: str | None


#: payin_day counts charges; of recurring charges (Pix Automático) it has the payments only, so payin_hour counts those.
_MERCHANTS = """
select d.*, k.name as company_name, %(currency)s as currency, round(d.converted * 100.0 / nullif(d.charges, 0), 1)::text as conversion,
       round(d.refunded * 100.0 / nullif(d.received, 0), 1)::text as refund_rate
  from (select company_id, sum(charges)::bigint as charges, sum(converted)::bigint as converted, sum(payments)::bigint as payments,
               sum(received)::bigint as received, sum(fees)::bigint as fees, sum(refunded)::bigint as refunded
          from (select company_id, case when measure like 'charge\\_%%' then count else 0 end as charges,
                       case when measure = any(%(paid)s) then count else 0 end as converted,
                       case when measure = 'received' then count else 0 end as payments,
                       case when measure = 'received' then amount else 0 end as received,
                       case when measure = 'fee' then amount else 0 end as fees,
                       case when measure = 'refunded' then amount else 0 end as refunded
                  from payin_day where currency = %(currency)s and day between %(first)s and %(last)s
                union all
                select h.company_id, h.charges, h.converted, 0, 0, 0, 0
                  from payin_hour h join company z on z.id = h.company_id
                 where h.method = 'automatic' and h.currency = %(currency)s
                   and h.hour between %(first)s::date - interval '1 day' and %(last)s::date + interval '2 days'
                   and (h.hour at time zone z.time_zone)::date between %(first)s and %(last)s) told
         group by company_id) d join company k on k.id = d.company_id
 where (d.charges, d.payments, d.refunded) <> (0, 0, 0)
 order by d.received desc, d.charges desc, d.company_id limit %(most)s
"""


async def load_merchants(tx: Tx, first: date, last: date) -> list[MerchantSums]:
    return await fetch_all(
        tx,
        MerchantSums,
        _MERCHANTS,
        {"first": first, "last": last, "paid": [f"charge_{status}" for status in PAID], "most": MOST, "currency": BRL},
    )
