"""Reads the split and the shares of a charge for its Record."""

from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import Money
from retaguarda.payin.splits.agree_split import split_of
from retaguarda.payin.splits.divide_amount import divide, recipients_of
from retaguarda.payin.splits.model import AgreedPart, PaymentShare

#: Shares in a record.
MOST = 200


async def agreed_shares(tx: Tx, company: int, agreed: object, amount: int, currency: str) -> list[AgreedPart]:
    """Return the shares of a charge that is paid its exact amount, in minor units; ``agreed`` is its split as JSON."""
    split = split_of(agreed)
    if split is None:
        return []
    rows = await tx.all(
        "select id, name from published.recipient where company_id = %(company)s and id = any(%(ids)s)",
        {"company": company, "ids": list(recipients_of(split))},
    )
    names = {each["id"]: each["name"] for each in rows}
    return [
        AgreedPart(
            recipient=each.recipient,
            name=names.get(each.recipient),
            kind=each.kind,
            value=each.value,
            amount=Money(each.amount, currency),
            rounding=each.rounding,
        )
        for each in divide(split, amount)
    ]


async def shares_of(tx: Tx, company: int, charge: UUID, *, recurring: bool = False) -> list[PaymentShare]:
    of = "recurring_charge_id" if recurring else "charge_id"
    rows = await tx.all(_SHARES.format(of=of), {"company": company, "charge": charge, "most": MOST})
    return [share_of(row) for row in rows]


def share_of(row: Row) -> PaymentShare:
    return PaymentShare(
        payment=row["payment"],
        recipient=row["recipient_id"],
        name=row["name"],
        kind=row["kind"],
        value=row["value"],
        amount=Money(row["amount"], row["currency"]),
        fee=Money(row["fee"], row["currency"]),
        refunded=Money(row["refunded"], row["currency"]),
        carried=Money(row["carried"], row["currency"]),
        reduced=row["reduced"],
        rounding=row["rounding"],
        paid_at=row["paid_at"],
    )


#: Of s (payment_share): what is or is being refunded of it, and what of that the merchant bears.
BACK = (
    "lateral (select coalesce(sum(g.amount), 0)::bigint as refunded, coalesce(sum(g.carried), 0)::bigint as carried"
    " from refund_share g join refund r on r.company_id = g.company_id and r.id = g.refund_id"
    " where g.company_id = s.company_id and g.payment = s.payment and g.place = s.place and r.status <> 'failed') b"
)
_SHARES = f"""
    select s.*, p.name, b.refunded, b.carried from payment_share s
      left join published.recipient p on p.company_id = s.company_id and p.id = s.recipient_id cross join {BACK}
     where s.company_id = %(company)s and s.{{of}} = %(charge)s order by s.paid_at, s.payment, s.place limit %(most)s
"""
