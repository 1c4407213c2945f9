"""Keep an external id from being promised twice: to a payment that is being written, and to a line of a batch that is being authorised.

Whoever writes one payment shares the merchant's lock; whoever authorises a batch has it alone. Both take it before the counters of
limits and before any account (docs/decisions/order-of-locks.md), and look only then.
"""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError

_LOCK = "hashtextextended('payout_external_id', %(company)s)"


async def lock_external_ids(tx: Tx, company: int) -> None:
    """Wait for the payments of a merchant that are being written, and let no other be written until the transaction ends."""
    await tx.execute(f"select pg_advisory_xact_lock({_LOCK})", {"company": company})


async def refuse_waiting_id(tx: Tx, company: int, external_id: str | None) -> None:
    """
    Raises:
        ApiError: 409 ``external_id_used``: a line that was approved has it, and becomes a payment.
    """
    if external_id is None:
        return
    key = {"company": company, "external_id": external_id}
    await tx.execute(f"select pg_advisory_xact_lock_shared({_LOCK})", key)
    if await tx.value("select payout_external_id_waits(%(company)s, %(external_id)s)", key):
        raise external_id_used()


def external_id_used() -> ApiError:
    return ApiError(409, "external_id_used", "a payment has this external id already: they are unique for ever")
