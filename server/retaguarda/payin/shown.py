"""What a person judges a Command on a payment by."""

from typing import Any

from retaguarda.foundation.call import Who
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.difference import Fact, Shown, shown
from retaguarda.foundation.documents import masked
from retaguarda.foundation.money import Money


async def of_refund(tx: Tx, who: Who, done: Done) -> Shown:
    """How much is given back and why, to whom, of which payment."""
    refund: Any = done.result
    told = await _of_payment(tx, who, refund.end_to_end_id)
    reason = [Fact("reason", refund.reason)] if refund.reason else []
    carried = [Fact("carried", refund.carried)] if refund.carried else []
    return Shown(told.about, [Fact("amount", refund.amount), *reason, *told.facts, *carried])


async def of_review(tx: Tx, who: Who, done: Done) -> Shown:
    """The payment that is decided over: why it waits, and where another amount came, what was asked for."""
    told = await _of_payment(tx, who, done.data["end_to_end_id"])
    row = await tx.one(
        "select p.review_reason, nullif(c.amount, p.amount) as asked from pix_payment p left join charge c"
        " on c.company_id = p.company_id and c.id = p.charge_id where p.company_id = %(company)s and p.end_to_end_id = %(id)s",
        {"company": who.chosen(), "id": done.data["end_to_end_id"]},
    )
    assert row is not None
    asked = [Fact("asked", Money(row["asked"]))] if row["asked"] is not None else []
    return Shown(told.about, [*told.facts, Fact("review_reason", row["review_reason"]), *asked])


async def _of_payment(tx: Tx, who: Who, end_to_end_id: str) -> Shown:
    row = await tx.one(
        "select coalesce(p.payer_name, c.payer_name) as payer_name,"
        " coalesce(p.payer_document, c.payer_document) as payer_document, p.amount, p.end_to_end_id, c.reference from pix_payment p left join charge c"
        " on c.company_id = p.company_id and c.id = p.charge_id where p.company_id = %(company)s and p.end_to_end_id = %(id)s",
        {"company": who.chosen(), "id": end_to_end_id},
    )
    assert row is not None
    return shown(_about(row), _facts(row))


def _about(row: Row) -> str:
    return " · ".join(text for text in (row["payer_name"], row["reference"]) if text) or row["end_to_end_id"]


def _facts(row: Row) -> dict[str, Any]:
    return {
        "payer_name": row["payer_name"],
        "payer_document": masked(row["payer_document"]),
        "reference": row["reference"],
        "received": Money(row["amount"]),
        "end_to_end_id": row["end_to_end_id"],
    }
