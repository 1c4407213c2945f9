"""Settle a payment to another merchant of ours inside: no bank is asked, and both have it in the transaction that ends it."""

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.metrics import LEDGER_POSTS
from retaguarda.payout_engine.postings import void_payout
from retaguarda.payout_engine.transitions import PAYMENT_ORIGINS, move

#: The actor of events of what ends without a bank.
HOUSE = "retaguarda"


class _Ended(msgspec.Struct):
    """``code``: why the receiver does not take it, for whoever pays: one code for all reasons. None: it is paid."""

    code: str | None


async def settles_inside(tx: Tx, row: Row) -> bool:
    """Whether a payment needs no bank.

    Args:
        row: of ``payout``, or what is about to become one: company_id, origin and the columns of a destination.
    """
    if row["origin"] not in PAYMENT_ORIGINS or row["kind"] == "slip":
        return False
    return await tx.value(_INSIDE, row)


async def settle_internal(tx: Tx, row: Row) -> None:
    """End a payment that settles_inside(): paid with both journals, or failed where its receiver takes nothing.

    Args:
        row: of ``payout``, pending, locked by the caller; nothing stops it (check_stops.py).
    """
    values = row | {"deposit": uuid7(), "out": uuid7(), "in": uuid7()}
    ended = msgspec.convert(await tx.one(_SETTLE, values), _Ended)
    now = await tx.value("select clock_timestamp()")
    if ended.code is not None:
        await move(tx, row, "failed", actor=HOUSE, ended_at=now, inside=True, fail_code=ended.code, last_error=None)
        await void_payout(tx, row)
        return
    LEDGER_POSTS.labels("payouts.payout").inc()
    LEDGER_POSTS.labels("deposit.credited").inc()
    await move(tx, row, "done", actor=HOUSE, ended_at=now, inside=True, last_error=None)
    if row["destination"] is not None:
        await tx.execute(_PAID, row | {"at": now})


_INSIDE = "select settles_inside(%(company_id)s, %(kind)s, %(pix_key)s, %(ispb)s, %(branch)s, %(number)s, %(holder_document)s)"
_SETTLE = "select internal_settle(%(company_id)s, %(id)s, %(deposit)s, %(out)s, %(in)s) as code"
_PAID = "select destination_paid(%(company_id)s, %(destination)s, %(amount)s, %(currency)s, %(at)s)"
