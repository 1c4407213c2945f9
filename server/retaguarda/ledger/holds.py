"""Holds: money of an account set aside until it is captured (journals.py), voided, or its time is over."""

from datetime import datetime
from typing import NamedTuple

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.ledger.errors import named
from retaguarda.ledger.model import AccountRef, Posted


class ExpiredHold(NamedTuple):
    company: int
    key: str
    reference: str


async def hold(
    tx: Tx, *, account: AccountRef, amount: int, key: str, reference: str, expires_at: datetime | None = None
) -> Posted:
    """Sets an amount (minor units, positive) of an account aside.

    Args:
        key: names the hold from now on; unique among the company's holds.
        expires_at: from then on expire_due() lets it go; None: it stays.

    Raises:
        InsufficientBalance, UnknownAccount, OutOfScope.
        IdempotencyConflict: the key was used for another hold.
        ValueError: the amount is not positive.
    """
    if amount <= 0:
        raise ValueError(f"no hold of {amount}")
    own_id = uuid7()
    with named():
        standing = await tx.value(
            "select ledger_hold_place(%(company)s, %(id)s, %(code)s, %(currency)s, %(amount)s, %(key)s, %(reference)s,"
            " %(expires_at)s)",
            {
                "company": account.company,
                "id": own_id,
                "code": account.code,
                "currency": account.currency,
                "amount": amount,
                "key": key,
                "reference": reference,
                "expires_at": expires_at,
            },
        )
    return Posted(standing, standing != own_id)


async def hold_up_to(tx: Tx, *, account: AccountRef, amount: int, key: str, reference: str) -> int:
    """Sets aside what the account has, at most an amount (minor units), also where its way out is blocked.

    Args:
        key: names the hold from now on, if there is one; new among the company's holds.

    Returns:
        How much; 0, and no hold, where the account has nothing.

    Raises:
        UnknownAccount, OutOfScope.
    """
    with named():
        return await tx.value(
            "select ledger_hold_up_to(%(company)s, %(id)s, %(code)s, %(currency)s, %(amount)s, %(key)s, %(reference)s)",
            {
                "company": account.company,
                "id": uuid7(),
                "code": account.code,
                "currency": account.currency,
                "amount": amount,
                "key": key,
                "reference": reference,
            },
        )


async def void(tx: Tx, *, company: int, hold_key: str) -> bool:
    """Lets go of a hold. False: it was voided before.

    Raises:
        HoldNotOpen: it was captured or has expired, or there is none.
        OutOfScope.
    """
    with named():
        return await tx.value("select ledger_hold_void(%(company)s, %(key)s)", {"company": company, "key": hold_key})


async def expire_due(tx: Tx, *, limit: int = 1000) -> list[ExpiredHold]:
    """Lets go of holds whose time is over, the oldest first, of the companies in scope."""
    rows = await tx.all("select * from ledger_hold_expire_due(%(limit)s)", {"limit": limit})
    return [ExpiredHold(row["company_id"], row["key"], row["reference"]) for row in rows]
