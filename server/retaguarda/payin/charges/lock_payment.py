"""Locks a payment against refunds while it is disputed: an open dispute (MED) returns its money, and nothing else may."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError


async def lock_payment(tx: Tx, end_to_end_id: str) -> None:
    """Lock the payment until the transaction ends: nobody else opens a dispute of it or refunds it."""
    await tx.execute("select pg_advisory_xact_lock(hashtextextended('med:' || %(id)s, 0))", {"id": end_to_end_id})


async def refuse_disputed(tx: Tx, end_to_end_id: str) -> None:
    """Take the lock and refuse a payment with an open dispute.

    Raises:
        ApiError: 409 ``med_case_open``.
    """
    await lock_payment(tx, end_to_end_id)
    if await tx.value(
        "select exists (select 1 from med_case where end_to_end_id = %(id)s and ended_at is null)",
        {"id": end_to_end_id},
    ):
        raise ApiError(
            409, "med_case_open", "the payer's bank asks for this payment back (MED): decide over it in its case"
        )
