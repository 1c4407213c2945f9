"""The merchants side by side, from their days: fewer rows than their hours, whose number grows with theirs."""

from datetime import date

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money

#: Charges that were paid, whatever was given back later.
PAID = ("paid", "partially_refunded", "refunded")
#: Those that brought in most; the list of companies has them all.
MOST = 50


class MerchantSums(msgspec.Struct):
    """In days of the merchant's own zone. ``conversion`` and ``refund_rate`` in percent; None: there is nothing to divide by."""

    company_id: int
    company_name: str
    charges: int
    payments: int
    received: Money
    fees: Money
    refunded: Money
    conversion: str | None
    refund_rate: str | None


async def load_merchants(tx: Tx, first: date, last: date) -> list[MerchantSums]:
    rows = await tx.all(
        "select d.*, k.name, round(d.converted * 100.0 / nullif(d.charges, 0), 1)::text as conversion,"
        " round(d.refunded * 100.0 / nullif(d.received, 0), 1)::text as refund_rate from (select company_id,"
        " coalesce(sum(count) filter (where measure like 'charge\\_%%'), 0)::bigint as charges,"
        " coalesce(sum(count) filter (where measure = any(%(paid)s)), 0)::bigint as converted,"
        " coalesce(sum(count) filter (where measure = 'received'), 0)::bigint as payments,"
        " coalesce(sum(amount) filter (where measure = 'received'), 0)::bigint as received,"
        " coalesce(sum(amount) filter (where measure = 'fee'), 0)::bigint as fees,"
        " coalesce(sum(amount) filter (where measure = 'refunded'), 0)::bigint as refunded"
        " from payin_day where day between %(first)s and %(last)s group by company_id) d join company k on k.id = d.company_id"
        " where (d.charges, d.payments, d.refunded) <> (0, 0, 0)"
        " order by d.received desc, d.charges desc, d.company_id limit %(most)s",
        {"first": first, "last": last, "paid": [f"charge_{status}" for status in PAID], "most": MOST},
    )
    return [
        MerchantSums(
            company_id=row["company_id"],
            company_name=row["name"],
            charges=row["charges"],
            payments=row["payments"],
            received=Money(row["received"]),
            fees=Money(row["fees"]),
            refunded=Money(row["refunded"]),
            conversion=row["conversion"],
            refund_rate=row["refund_rate"],
        )
        for row in rows
    ]
