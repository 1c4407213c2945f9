"""Divide a hold into others: its money stays set aside, and the account does not change."""

from collections.abc import Sequence
from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.ledger.errors import ledger_errors


@dataclass(frozen=True, slots=True)
class Part:
    """A hold that takes a part of another one. ``amount`` in minor units, positive."""

    key: str
    amount: int
    reference: str


async def divide_hold(tx: Tx, *, company: int, hold_key: str, parts: Sequence[Part], rest_key: str) -> str | None:
    """Ends a hold and places one for each part, and one under ``rest_key`` for what is left.

    Returns:
        ``rest_key``; None when nothing was left.

    Raises:
        HoldNotOpen: it has ended, expires by itself, or does not exist.
        CaptureMismatch: the parts are more than it holds.
        OutOfScope.
    """
    with ledger_errors():
        return await tx.value(
            "select ledger_hold_divide(%(company)s, %(hold)s, %(ids)s::uuid[], %(keys)s::text[], %(amounts)s::bigint[],"
            " %(references)s::text[], %(rest_id)s, %(rest_key)s)",
            {
                "company": company,
                "hold": hold_key,
                "ids": [uuid7() for _ in parts],
                "keys": [part.key for part in parts],
                "amounts": [part.amount for part in parts],
                "references": [part.reference for part in parts],
                "rest_id": uuid7(),
                "rest_key": rest_key,
            },
        )
