"""What a court is told of an order: how far it was done, and the money."""

from retaguarda.compliance.judicial_orders.model import JudicialOrder
from retaguarda.compliance.judicial_orders.queries import OrderRow, find_order
from retaguarda.foundation.command import Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money


async def outcome_of(tx: Tx, row: OrderRow) -> str:
    """What the court is told: of an order to block by what is held, of one about another by what was done with that one's money."""
    if row.about is not None:
        return "full" if await moved_by(tx, row) else "none"
    if row.accounts == 0:
        return "not_a_client"
    if row.type == "information" or row.is_full:
        return "full"
    return "partial" if row.held_amount else "none"


async def moved_by(tx: Tx, row: OrderRow) -> Money | None:
    """What an order about another let go or took of it; None: nothing."""
    if row.type == "unblock":
        moved = row.released
    else:
        about = None if row.about is None else await find_order(tx, row.about)
        moved = about and about.transferred
    return moved if moved and moved.amount else None


def moved_in(done: Done) -> Money | None:
    """What a release or a transfer by hand moves; of what is sent to the court again, all of it."""
    order: JudicialOrder = done.result
    if order.amount is not None and "moved" in done.data:
        return Money(done.data["moved"], order.amount.currency)
    return order.transferred if order.status == "transferred" else None


async def told_sum(tx: Tx, row: OrderRow) -> int | None:
    """What the court is told of money, the same however often: held at the moment of the answer, or moved by an order about another."""
    if row.type == "information":
        return None
    if row.about is None:
        return await tx.value(_HELD, {"id": row.id, "before": row.answered_at})
    moved = await moved_by(tx, row)
    return moved.amount if moved else 0


_HELD = """
    select coalesce(sum(amount), 0)::bigint from judicial_hold
     where order_id = %(id)s and at <= %(before)s and ended_as is distinct from 'divided' and not coalesce(ended_at <= %(before)s, false)
"""
