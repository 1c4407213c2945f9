"""Lets go of what is held for an order to block: all of it, or a part that the court names."""

from uuid import UUID

from retaguarda.compliance.judicial_orders.model import OrderEnd
from retaguarda.compliance.judicial_orders.queries import OrderRow
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import Money, Price, format_money
from retaguarda.foundation.request import Principal
from retaguarda.ledger.errors import ledger_errors


def refuse_more(amount: Money | Price, block: OrderRow, most: int, *, field: str | None = "amount") -> None:
    """
    Raises:
        ApiError: 400 of the field, or 409 without one, ``judicial_order_too_much``: more than can be released of an order to block.
    """
    if amount.amount <= most:
        return
    told = f"at most {format_money(most, amount.currency, 'en')} of order {block.protocol} can be released"
    if field is None:
        raise ApiError(409, "judicial_order_too_much", told)
    raise invalid_field(field, "judicial_order_too_much", f"{field}: {told}")


def refuse_wrong_part(given: OrderEnd, block: OrderRow) -> None:
    """
    Raises:
        ApiError: 400: a release of a part has an amount, within what is held; no other end has one.
    """
    if given.extent == "part" and given.how != "released":
        raise invalid_field("extent", "judicial_order_other_type", "extent: the court is sent all that is held")
    if (given.extent == "part") != (given.amount is not None):
        raise invalid_field("amount", "judicial_order_amount", "amount: of a release of a part, and of no other end")
    if given.amount is not None:
        refuse_more(given.amount, block, block.held_amount)


async def release_order(
    tx: Tx, principal: Principal, block: OrderRow, amount: int | None, reason: str, unblock: UUID | None
) -> bool:
    """Let go of ``amount``, or of all that is held, and write down by whom. The order is locked.

    Returns:
        Whether the order is over: nothing is held for it, and no later credit will be.
    """
    over = True
    with ledger_errors():
        if amount is None:
            amount = await tx.value("select judicial_end(%(id)s, 'released')", {"id": block.id})
        else:
            over = await tx.value(
                "select judicial_release_part(%(id)s, %(amount)s)", {"id": block.id, "amount": amount}
            )
    if amount:
        await tx.execute(
            _WRITE,
            {
                "id": uuid7(),
                "order": block.id,
                "unblock": unblock,
                "amount": amount,
                "reason": reason,
                "by": principal.email,
                "person": principal.person_id,
            },
        )
    return over


_WRITE = """
    insert into judicial_release (id, order_id, unblock_id, amount, currency, reason, executed_by_id, released_by, released_by_id)
    select %(id)s, o.id, %(unblock)s, %(amount)s, o.currency, %(reason)s, o.executed_by_id, %(by)s, %(person)s
      from judicial_order o where o.id = %(order)s
"""
