"""Book what a bank's file says came back, or was paid against what the bank had said before."""

from datetime import datetime
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payout_engine.book_return import ReturnRefused, book_return, lock_payout
from retaguarda.payout_engine.open_case import Found, PaidOrder, denied, late, open_case
from retaguarda.providers.payout import Returned

#: What the numbers of orders begin with in files (payouts/remittances).
REFERENCE = "RG"
_ORDER = "select * from payout_order where company_id = %(company)s and id = %(order)s"


async def book_return_by_file(
    tx: Tx, company: int, order: UUID, amount: int, at: datetime | None, code: str = ""
) -> bool:
    """Book what a bank's file says came back of an order that it had paid. False: the order is not paid, or nothing more of
    it can come back.

    Args:
        code: the bank's word for why.
    """
    paid = await fetch_one(tx, PaidOrder, _ORDER, {"company": company, "order": order})
    if paid is None or paid.state != "done":
        return False
    try:
        back = Returned(f"{REFERENCE}{paid.number:012}", amount, at, code=code)
        return await book_return(tx, await lock_payout(tx, company, paid.payout_id), back, by_file=True)
    except ReturnRefused:
        return False


async def book_case_by_file(
    tx: Tx, company: int, order: UUID, *, bank_ref: str, evidence: str, at: datetime | None, refused: bool = False
) -> bool:
    """Open the case of an order that a bank's file says was paid after it was refused, paid once more, or not paid. False: it is open already.

    Args:
        bank_ref: the bank's own number of this movement.
        evidence: the line of the file, for staff.
        refused: it was not paid after all, though evidence had said so.
    """
    told = present(await fetch_one(tx, PaidOrder, _ORDER, {"company": company, "order": order}))
    payout = await lock_payout(tx, company, told.payout_id)
    if refused:
        return await open_case(tx, payout, denied(told, "file", evidence))
    if told.state != "done":
        return await open_case(tx, payout, late(payout["status"], told, "file", evidence, at))
    return await open_case(tx, payout, _twice(told, bank_ref, evidence, at))


def _twice(order: PaidOrder, bank_ref: str, evidence: str, at: datetime | None) -> Found:
    return Found(
        kind="paid_twice",
        key=f"twice:{order.id}:{bank_ref}",
        reference=bank_ref or str(order.number),
        amount=order.amount,
        source="file",
        evidence=evidence[:500],
        order=order.id,
        at=at,
    )
