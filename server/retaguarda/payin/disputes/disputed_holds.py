"""Holds the disputed money: one open hold, keyed by the dispute and a number."""

from typing import Any

from retaguarda import ledger
from retaguarda.foundation.database import Row, Tx
from retaguarda.ledger import AccountRef
from retaguarda.ledger.holds import hold_up_to


def hold_key(dispute: Row) -> str:
    """Return the key of the open hold, while something is blocked."""
    return f"med:{dispute['id']}:{dispute['holds']}"


async def block(tx: Tx, dispute: Row, amount: int) -> Row:
    """Hold an amount, or what the account has of it, in place of the previous hold.

    Args:
        dispute: locked by the caller, with no refund under way.
    """
    await _void_hold(tx, dispute)
    held_amount = 0
    if amount > 0:
        held_amount = await hold_up_to(
            tx,
            account=AccountRef(dispute["company_id"], dispute["account"], dispute["currency"]),
            amount=amount,
            key=hold_key(dispute | {"holds": dispute["holds"] + 1}),
            reference=str(dispute["id"]),
        )
    return await update_dispute(tx, dispute, blocked=held_amount, holds=dispute["holds"] + (1 if held_amount else 0))


async def release(tx: Tx, dispute: Row) -> Row:
    """Release the hold."""
    await _void_hold(tx, dispute)
    return await update_dispute(tx, dispute, blocked=0)


async def _void_hold(tx: Tx, dispute: Row) -> None:
    if dispute["blocked"]:
        await ledger.void(tx, company=dispute["company_id"], hold_key=hold_key(dispute))


async def update_dispute(tx: Tx, dispute: Row, **values: Any) -> Row:
    """Update the columns and return the row; ``ended_at`` True means now."""
    sets = ", ".join(f"{name} = {'now()' if values[name] is True else f'%({name})s'}" for name in values)
    await tx.execute(
        f"update med_case set {sets} where company_id = %(company_id)s and id = %(id)s",
        {"company_id": dispute["company_id"], "id": dispute["id"], **values},
    )
    row = await tx.one("select * from med_case where company_id = %(company_id)s and id = %(id)s", dispute)
    assert row is not None
    return row
