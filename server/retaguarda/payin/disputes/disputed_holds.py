"""Holds the disputed money: one open hold, keyed by the dispute and a number."""

from typing import Any

from retaguarda import ledger
from retaguarda.foundation.database import Row, Tx
from retaguarda.ledger import AccountRef
from retaguarda.ledger.holds import hold_up_to


def hold_key(case: Row) -> str:
    """Return the key of the open hold, while something is blocked."""
    return f"med:{case['id']}:{case['holds']}"


async def block(tx: Tx, case: Row, amount: int) -> Row:
    """Hold an amount, or what the account has of it, in place of the previous hold.

    Args:
        case: locked by the caller, with no refund under way.
    """
    await _let_go(tx, case)
    held = 0
    if amount > 0:
        held = await hold_up_to(
            tx,
            account=AccountRef(case["company_id"], case["account"]),
            amount=amount,
            key=hold_key(case | {"holds": case["holds"] + 1}),
            reference=str(case["id"]),
        )
    return await changed(tx, case, blocked=held, holds=case["holds"] + (1 if held else 0))


async def release(tx: Tx, case: Row) -> Row:
    """Release the hold."""
    await _let_go(tx, case)
    return await changed(tx, case, blocked=0)


async def _let_go(tx: Tx, case: Row) -> None:
    if case["blocked"]:
        await ledger.void(tx, company=case["company_id"], hold_key=hold_key(case))


async def changed(tx: Tx, case: Row, **values: Any) -> Row:
    """Update the columns and return the row; ``ended_at`` True stands for now."""
    sets = ", ".join(f"{name} = {'now()' if values[name] is True else f'%({name})s'}" for name in values)
    await tx.execute(
        f"update med_case set {sets} where company_id = %(company_id)s and id = %(id)s",
        {"company_id": case["company_id"], "id": case["id"], **values},
    )
    row = await tx.one("select * from med_case where company_id = %(company_id)s and id = %(id)s", case)
    assert row is not None
    return row
