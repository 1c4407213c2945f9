"""Holds: money of an account set aside until it is captured (journals.py), voided, or expired."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.ledger.errors import ledger_errors
from retaguarda.ledger.model import AccountRef, Posted


class ExpiredHold(NamedTuple):
    company: int
    key: str
    reference: str


async def hold(
    tx: Tx, *, account: AccountRef, amount: int, key: str, reference: str, expires_at: datetime | None = None
) -> Posted:
    """Sets aside an amount (minor units, positive) of an account.

    Args:
        key: identifies the hold; unique among the company's holds.
        expires_at: from then on expire_due() releases it; None: never.

    Raises:
        InsufficientBalance, UnknownAccount, OutOfScope.
        IdempotencyConflict: another hold used the key.
        ValueError: the amount is not positive.
    """
    if amount <= 0:
        raise ValueError(f"no hold of {amount}")
    own_id = uuid7()
    with ledger_errors():
        posted_id = await tx.value(
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
    return Posted(posted_id, posted_id != own_id)


async def hold_up_to(tx: Tx, *, account: AccountRef, amount: int, key: str, reference: str) -> int:
    """Sets aside what the account has, up to an amount (minor units), even if it is blocked for money out.

    Args:
        key: identifies the hold, if one is placed; new among the company's holds.

    Returns:
        The amount held; 0, without a hold, when the account has nothing.

    Raises:
        UnknownAccount, OutOfScope.
    """
    with ledger_errors():
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
    """Releases a hold. False: it was voided before.

    Raises:
        HoldNotOpen: it was captured or has expired, or does not exist.
        OutOfScope.
    """
    with ledger_errors():
        return await tx.value("select ledger_hold_void(%(company)s, %(key)s)", {"company": company, "key": hold_key})


async def void_many(tx: Tx, *, company: int, hold_keys: Sequence[str]) -> None:
    """Releases holds of one company in one statement, in the order given.

    Raises:
        HoldNotOpen: one was captured or has expired, or does not exist.
        OutOfScope.
    """
    with ledger_errors():
        await tx.execute(
            "select ledger_hold_void(%(company)s, k.key) from unnest(%(keys)s::text[]) with ordinality k (key, place) order by k.place",
            {"company": company, "keys": list(hold_keys)},
        )


async def expire_due(tx: Tx, *, limit: int = 1000) -> list[ExpiredHold]:
    """Releases expired holds of the companies in scope, the oldest first."""
    rows = await tx.all("select * from ledger_hold_expire_due(%(limit)s)", {"limit": limit})
    return [ExpiredHold(row["company_id"], row["key"], row["reference"]) for row in rows]
