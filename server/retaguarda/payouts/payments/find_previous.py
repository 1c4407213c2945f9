"""Find where the payee of a payment was paid before, or stands in the book, where the payment goes somewhere new."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payouts.payees.tables import SHOWN_NUMBER
from retaguarda.payouts.payments.model import PreviousDestination


async def find_previous(tx: Tx, company: int, payment: UUID) -> PreviousDestination | None:
    """Return the payee's last destination other than the payment's; None where the payee is new or the destination is not.

    Where the payee was paid counts more than what the book says; what was refused never was a destination.
    """
    return await fetch_one(tx, PreviousDestination, _PREVIOUS, {"company": company, "id": payment})


#: A slip names another place each time: that is no change. Whether the payee was paid is asked as payout_destination_standing does.
_PREVIOUS = f"""
    with new as (
      select t.* from payout t
       where t.company_id = %(company)s and t.id = %(id)s and t.kind <> 'slip'
         and not exists (select from payout o where o.company_id = t.company_id and o.destination = t.destination
                            and o.status = 'done' and o.created_at < t.created_at)
    ), paid as (
      select p.kind, p.ispb, p.bank_name, p.branch, p.number, p.account_type, {masked_key("p")} as pix_key,
             p.ended_at as last_paid_at
        from new t join payout p on p.company_id = t.company_id and p.holder_document = t.holder_document
         and p.created_at < t.created_at and p.destination <> t.destination and p.status = 'done' and p.kind <> 'slip'
       order by p.created_at desc, p.id desc limit 1
    ), booked as (
      select d.kind, d.ispb, d.bank_name, d.branch, {SHOWN_NUMBER} as number, d.account_type, {masked_key("d")} as pix_key,
             null::timestamptz as last_paid_at
        from new t join payee_destinations d on d.company_id = t.company_id and d.document = t.holder_document
         and d.hash <> t.destination and d.state <> 'refused'
         and d.created_at < coalesce(
               (select min(n.created_at) from payee_destinations n
                 where n.company_id = t.company_id and n.document = t.holder_document and n.hash = t.destination), t.created_at)
       order by d.created_at desc, d.id desc limit 1
    )
    select * from paid union all select * from booked where not exists (select from paid)
"""
