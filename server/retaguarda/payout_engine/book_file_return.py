"""Book what a bank's file says came back, or was paid against what the bank had said before."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.payout_engine.book_return import ReturnRefused, book_return, lock_payout
from retaguarda.payout_engine.open_case import Found, late, open_case
from retaguarda.providers.payout import Returned

#: What the numbers of orders begin with in files (payouts/remittances).
REFERENCE = "RG"


class _Paid(msgspec.Struct):
    """An order that a file speaks of."""

    payout_id: UUID
    number: int
    state: str


async def book_return_by_file(tx: Tx, company: int, order: UUID, amount: int, at: datetime | None) -> bool:
    """Book what a bank's file says came back of an order that it had paid. False: the order is not paid, or nothing more of
    it can come back."""
    found = await tx.one(
        "select payout_id, number, state from payout_order where company_id = %(company)s and id = %(order)s",
        {"company": company, "order": order},
    )
    if found is None:
        return False
    paid = msgspec.convert(found, _Paid)
    if paid.state != "done":
        return False
    try:
        back = Returned(f"{REFERENCE}{paid.number:012}", amount, at)
        return await book_return(tx, await lock_payout(tx, company, paid.payout_id), back, by_file=True)
    except ReturnRefused:
        return False


async def book_case_by_file(
    tx: Tx, company: int, order: UUID, *, bank_ref: str, evidence: str, at: datetime | None
) -> bool:
    """Open the case of an order that a bank's file says was paid after it was refused, or paid once more. False: it is open already.

    Args:
        bank_ref: the bank's own number of this movement.
        evidence: the line of the file, for staff.
    """
    row = await tx.one(
        "select * from payout_order where company_id = %(company)s and id = %(order)s",
        {"company": company, "order": order},
    )
    assert row is not None
    payout = await lock_payout(tx, company, row["payout_id"])
    if row["state"] != "done":
        return await open_case(tx, payout, late(payout, row, "file", evidence, at))
    return await open_case(tx, payout, _twice(row, bank_ref, evidence, at))


def _twice(order: Row, bank_ref: str, evidence: str, at: datetime | None) -> Found:
    return Found(
        kind="paid_twice",
        key=f"twice:{order['id']}:{bank_ref}",
        reference=bank_ref or str(order["number"]),
        amount=order["amount"],
        source="file",
        evidence=evidence[:500],
        order=order["id"],
        at=at,
    )
