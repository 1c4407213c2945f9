"""Holds the disputed money: one open hold, keyed by the dispute and a number."""

from typing import Any
from uuid import UUID

from retaguarda import ledger
from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.ledger import AccountRef
from retaguarda.ledger.holds import hold_up_to
from retaguarda.payin.rows import MedCaseRow


def hold_key(dispute: UUID, number: int) -> str:
    """Return the key of the dispute's hold of this number; the last is the open one, while something is blocked."""
    return f"med:{dispute}:{number}"


async def block(tx: Tx, dispute: MedCaseRow, amount: int) -> MedCaseRow:
    """Hold an amount, or what the account has of it, in place of the previous hold.

    Args:
        dispute: locked by the caller, with no refund under way.
    """
    await _void_hold(tx, dispute)
    held_amount = 0
    if amount > 0:
        held_amount = await hold_up_to(
            tx,
            account=AccountRef(dispute.company_id, dispute.account, dispute.currency),
            amount=amount,
            key=hold_key(dispute.id, dispute.holds + 1),
            reference=str(dispute.id),
        )
    return await update_dispute(tx, dispute, blocked=held_amount, holds=dispute.holds + (1 if held_amount else 0))


async def release(tx: Tx, dispute: MedCaseRow) -> MedCaseRow:
    """Release the hold."""
    await _void_hold(tx, dispute)
    return await update_dispute(tx, dispute, blocked=0)


async def _void_hold(tx: Tx, dispute: MedCaseRow) -> None:
    if dispute.blocked:
        await ledger.void(tx, company=dispute.company_id, hold_key=hold_key(dispute.id, dispute.holds))


async def update_dispute(tx: Tx, dispute: MedCaseRow, **values: Any) -> MedCaseRow:
    """Update the columns and return the row; ``ended_at`` True means now."""
    sets = ", ".join(f"{name} = {'now()' if values[name] is True else f'%({name})s'}" for name in values)
    await tx.execute(
        f"update med_case set {sets} where company_id = %(company_id)s and id = %(id)s",
        {"company_id": dispute.company_id, "id": dispute.id, **values},
    )
    row = await fetch_one(
        tx, MedCaseRow, "select * from med_case where company_id = %(company_id)s and id = %(id)s", dispute
    )
    assert row is not None
    return row
